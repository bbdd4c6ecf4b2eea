-- Titles in lists sort as people count: "Aula 8" before "Aula 108" (kit/rows/title-order.ts). No index has
-- this order: a new version of ICU may change it, and an index of the old order would lose rows.
CREATE COLLATION title_order (provider = icu, locale = 'und-u-kn');

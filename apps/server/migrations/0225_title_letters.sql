-- Titles in lists sort by their letters, without regard to case and accents: the collation compares so by itself.
-- f_unaccent, which title_order (0209) needs, takes most of the time of a list of 20,000 lessons. No index has
-- this order either. Servers of before still sort by title_order.
CREATE COLLATION title_letters (provider = icu, locale = 'und-u-kn-ks-level1', deterministic = false);

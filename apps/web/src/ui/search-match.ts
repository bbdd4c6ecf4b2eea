/** Normalises a text for searching: no case and no accents. */
export const normalizeForSearch = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/**
 * Whether `text` contains `search`: 'edicao' finds 'Edição', and the number of spaces never matters. A
 * blank search matches everything.
 */
export const matchesSearch = (text: string, search: string) =>
  singleSpaced(normalizeForSearch(text)).includes(singleSpaced(normalizeForSearch(search)).trim());

const singleSpaced = (text: string) => text.replace(/\s+/g, ' ');

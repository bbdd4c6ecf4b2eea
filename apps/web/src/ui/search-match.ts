/** Normalises a text for searching: no case and no accents. */
export const normalizeForSearch = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Whether `text` contains `search`: 'edicao' finds 'Edição'. A blank search matches everything. */
export const matchesSearch = (text: string, search: string) =>
  normalizeForSearch(text).includes(normalizeForSearch(search.trim()));

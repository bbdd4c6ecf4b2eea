/** A text as one searches for it: without case, without accents. */
export const normalizeForSearch = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Whether `search` stands in `text`: 'edicao' finds 'Edição'. A blank search finds everything. */
export const matchesSearch = (text: string, search: string) =>
  normalizeForSearch(text).includes(normalizeForSearch(search.trim()));

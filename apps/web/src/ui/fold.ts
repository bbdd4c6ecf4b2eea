/** A text as one searches for it: without case, without accents. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Whether `search` stands in `text`: 'edicao' finds 'Edição'. A blank search finds everything. */
export const matches = (text: string, search: string) => fold(text).includes(fold(search.trim()));

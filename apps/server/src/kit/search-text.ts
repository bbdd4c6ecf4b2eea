/** A LIKE pattern for what holds this text somewhere; `%` and `_` stand for themselves. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

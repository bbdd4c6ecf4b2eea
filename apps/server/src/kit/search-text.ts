/** A LIKE pattern that finds the text anywhere. `%` and `_` in it are escaped. */
export const containsPattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

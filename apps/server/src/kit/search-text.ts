/**
 * A LIKE pattern that finds the text anywhere. It escapes `%`, `_` and `\`, and the characters that
 * `f_unaccent` turns into them.
 */
export const containsPattern = (text: string) => `%${text.replace(/[\\%_＼﹨∖％﹪＿]/g, '\\$&')}%`;

import { perLanguage } from '../ui/per-language.ts';

const conjunction = perLanguage((language) => new Intl.ListFormat(language));
const disjunction = perLanguage(
  (language) => new Intl.ListFormat(language, { type: 'disjunction' }),
);

/** 'A, B e C' in the viewer's language. */
export const andList = (words: Iterable<string>, language: string) =>
  conjunction(language).format(words);

/** 'A, B ou C' in the viewer's language. */
export const orList = (words: Iterable<string>, language: string) =>
  disjunction(language).format(words);

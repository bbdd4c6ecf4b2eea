/** The languages of the interface (contract, decision 12). Portuguese is the default. */
export const languages = ['pt', 'en', 'es'] as const;
/** A language of the interface. */
export type Language = (typeof languages)[number];

/** Each language's name in that language. */
export const languageNames: Record<Language, string> = {
  pt: 'Português',
  en: 'English',
  es: 'Español',
};

/** Whether a value of the cookie `language` or of a header is a language of the interface. */
export const isLanguage = (value: unknown): value is Language =>
  languages.includes(value as Language);

/** The language of a stored value. Portuguese, the default, where it is no language of the interface. */
export const languageOrDefault = (value: unknown): Language => (isLanguage(value) ? value : 'pt');

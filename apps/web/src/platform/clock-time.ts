import { perLanguage } from '../ui/per-language.ts';

const formatters = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }),
);

/** The time of day of a moment: 14:05, or 2:05 PM in English. */
export const clockTime = (at: Date | number | string, language: string) =>
  formatters(language).format(new Date(at));

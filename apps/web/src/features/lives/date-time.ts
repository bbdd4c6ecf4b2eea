import { perLanguage } from '../../ui/per-language.ts';

const long = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }),
);
const short = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
);

/** 'terça-feira, 24 de novembro de 2026 às 19:00', in the reader's time zone. */
export const longDateTime = (timestamp: Date | string, language: string) =>
  long(language).format(new Date(timestamp));

/** '24 de nov. de 2026, 19:00'. */
export const shortDateTime = (timestamp: Date | string, language: string) =>
  short(language).format(new Date(timestamp));

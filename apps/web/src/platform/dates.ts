import { perLanguage } from '../ui/per-language.ts';

type Moment = Date | string;

const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const formats = perLanguage((language) => new Intl.DateTimeFormat(language, options));
  return (moment: Moment, language: string) => formats(language).format(new Date(moment));
};

/** '24 de novembro de 2026', in the reader's time zone. */
export const longDate = formatOf({ dateStyle: 'long' });

/** '24 de novembro', in the reader's time zone. */
export const dayAndMonth = formatOf({ day: 'numeric', month: 'long' });

/** 'novembro de 2026', in UTC: a day more or less tells nothing. */
export const monthAndYear = formatOf({ month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'terça-feira, 24 de novembro de 2026 às 19:00', in the reader's time zone. */
export const longDateTime = formatOf({ dateStyle: 'full', timeStyle: 'short' });

/** '24 de nov. de 2026, 19:00', in the reader's time zone. */
export const shortDateTime = formatOf({ dateStyle: 'medium', timeStyle: 'short' });

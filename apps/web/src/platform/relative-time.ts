import { DAY_MS, HOUR_MS, MINUTE_MS } from '@vitrine/contract/durations';
import { perLanguage } from '../ui/per-language.ts';
import type { Translation } from '../ui/translation.ts';
import { dayAndMonth, longDate } from './dates.ts';

const YEAR_MS = 365 * DAY_MS;

const justNow = perLanguage(
  (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
);
const ago = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'always' }));
const dateAndTime = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }),
);

/**
 * A relative time (C section 9): minutes under an hour, hours under a day, '1 day ago' under two.
 * Then the day and month, and after a year the year too. In the browser's time zone. An unreadable
 * timestamp is named as such (C section 8): an error would take the page down.
 */
export function relativeTime(
  timestamp: Date | string,
  { t, i18n: { language } }: Pick<Translation, 't' | 'i18n'>,
  now = Date.now(),
): string {
  const date = new Date(timestamp);
  if (!isReadable(date)) return t('Não foi possível calcular a data.');
  // The viewer's clock may run behind the server's. Clamps to zero.
  const age = Math.max(0, now - date.getTime());
  if (age < MINUTE_MS) return justNow(language).format(0, 'second');
  if (age < HOUR_MS) return ago(language).format(-Math.floor(age / MINUTE_MS), 'minute');
  if (age < DAY_MS) return ago(language).format(-Math.floor(age / HOUR_MS), 'hour');
  if (age < 2 * DAY_MS) return ago(language).format(-1, 'day');
  return (age < YEAR_MS ? dayAndMonth : longDate)(date, language);
}

/** The full date and time, for the tooltip. Empty for an unreadable timestamp. */
export function fullTime(timestamp: Date | string, language: string): string {
  const date = new Date(timestamp);
  if (!isReadable(date)) return '';
  return dateAndTime(language).format(date);
}

const isReadable = (date: Date) => !Number.isNaN(date.getTime());

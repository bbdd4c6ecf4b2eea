import { DAY_MS, HOUR_MS, MINUTE_MS } from '@vitrine/contract/durations';
import type { Translation } from '../ui/translation.ts';

const YEAR_MS = 365 * DAY_MS;

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
  const ago = Math.max(0, now - date.getTime());
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  if (ago < MINUTE_MS)
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second');
  if (ago < HOUR_MS) return words.format(-Math.floor(ago / MINUTE_MS), 'minute');
  if (ago < DAY_MS) return words.format(-Math.floor(ago / HOUR_MS), 'hour');
  if (ago < 2 * DAY_MS) return words.format(-1, 'day');
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    ...(ago >= YEAR_MS && { year: 'numeric' }),
  }).format(date);
}

/** The full date and time, for the tooltip. Empty for an unreadable timestamp. */
export function fullTime(timestamp: Date | string, language: string): string {
  const date = new Date(timestamp);
  if (!isReadable(date)) return '';
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(date);
}

const isReadable = (date: Date) => !Number.isNaN(date.getTime());

import { DAY_MS } from '@vitrine/contract/durations';
import { perLanguage } from '../../ui/per-language.ts';

const weekdayFormat = (weekday: 'narrow' | 'long') =>
  perLanguage((language) => new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }));
const narrow = weekdayFormat('narrow');
const long = weekdayFormat('long');

interface WeekDay {
  letter: string;
  name: string;
}

/**
 * The weekdays of the `count` days up to `today`, a day of the calendar as the server counted it. The
 * browser may be in another time zone than the member, and its day may have changed since.
 */
export const lastDays = (today: string, count: number, language: string): WeekDay[] =>
  Array.from({ length: count }, (_, index) => {
    // In UTC, where each day has 24 hours.
    const day = Date.parse(today) - (count - 1 - index) * DAY_MS;
    return { letter: narrow(language).format(day), name: long(language).format(day) };
  });

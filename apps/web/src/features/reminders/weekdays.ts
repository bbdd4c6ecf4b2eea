import { DAY_MS } from '@vitrine/contract/durations';
import { capitalized } from '../../platform/capitalized.ts';
import { andList } from '../../platform/list-words.ts';
import { perLanguage } from '../../ui/per-language.ts';

/** 4 January 1970 was a Sunday. */
const SUNDAY = Date.UTC(1970, 0, 4);

/** The days of a week, Monday first. 0 is Sunday. */
export const week = [1, 2, 3, 4, 5, 6, 0] as const;

const weekdayFormat = (weekday: 'short' | 'long') =>
  perLanguage((language) => new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }));
const weekdayFormats = { short: weekdayFormat('short'), long: weekdayFormat('long') };

/** The name of a weekday in the language. `day` is 0 for Sunday. */
export const dayName = (day: number, language: string, weekday: 'short' | 'long') =>
  weekdayFormats[weekday](language).format(SUNDAY + day * DAY_MS);

/** 'segunda-feira, quarta-feira e sexta-feira'. */
export const dayNames = (days: number[], language: string) =>
  andList(
    week.filter((day) => days.includes(day)).map((day) => dayName(day, language, 'long')),
    language,
  );

/** The display name of America/Sao_Paulo: 'Horário Padrão de Brasília'. */
export function zoneName(timeZone: string, language: string) {
  const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'long' });
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value;
  return capitalized(name ?? timeZone, language);
}

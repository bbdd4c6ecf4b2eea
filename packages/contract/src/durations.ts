/** A minute in ms. */
export const MINUTE_MS = 60_000;
/** An hour in ms. */
export const HOUR_MS = 60 * MINUTE_MS;
/** A day in ms, as UTC has it: every day has 24 hours. */
export const DAY_MS = 24 * HOUR_MS;

/** Formats a clock: 754 seconds give '12:34', 3754 give '1:02:34'. */
export function clock(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds));
  const parts = [
    Math.floor(wholeSeconds / 3600),
    Math.floor(wholeSeconds / 60) % 60,
    wholeSeconds % 60,
  ];
  const shownParts = parts[0] ? parts : parts.slice(1);
  return shownParts.map((part, index) => (index ? String(part).padStart(2, '0') : part)).join(':');
}

/** Formats a duration for lists: 754 seconds give '13 min', 3900 '1 h 5 min', 40 '40 s'. */
export function inWords(seconds: number, language: string): string {
  if (seconds < 60) return inUnit(Math.round(seconds), 'second', language);
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return inUnit(minutes, 'minute', language);
  const hours = inUnit(Math.floor(minutes / 60), 'hour', language);
  return minutes % 60 ? `${hours} ${inUnit(minutes % 60, 'minute', language)}` : hours;
}

/** A number of hours, minutes or seconds, as its reader writes it: '2 h', or '2 hr' in English. */
export function inUnit(value: number, name: 'hour' | 'minute' | 'second', language: string) {
  const key = `${language} ${name}`;
  let format = unitFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' });
    unitFormats.set(key, format);
  }
  return format.format(value);
}

/** By language and unit. Making a formatter takes sixty times as long as using it. */
const unitFormats = new Map<string, Intl.NumberFormat>();

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

/**
 * A relative time (C section 9): minutes under an hour, hours under a day, '1 day ago' under two.
 * Then the day and month, and after a year the year too. In the browser's time zone.
 */
export function relativeTime(moment: Date | string, language: string, now = Date.now()): string {
  const date = new Date(moment);
  // The viewer's clock may run behind the server's. Clamps to zero.
  const ago = Math.max(0, now - date.getTime());
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  if (ago < minute)
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second');
  if (ago < hour) return words.format(-Math.floor(ago / minute), 'minute');
  if (ago < day) return words.format(-Math.floor(ago / hour), 'hour');
  if (ago < 2 * day) return words.format(-1, 'day');
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    ...(ago >= year && { year: 'numeric' }),
  }).format(date);
}

/** The full date and time, for the tooltip. */
export const fullTime = (moment: Date | string, language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(moment),
  );

import { DAY_MS, inWords } from '@vitrine/contract/durations';
import type { MyCourse } from '@vitrine/contract/me';
import { perLanguage } from '../../../ui/per-language.ts';
import type { TFunction } from '../../../ui/translation.ts';

/** 'restam 1 h 48 min'. Empty where no remaining lesson has a duration. */
export function timeLeft(t: TFunction, { seconds_left }: MyCourse, language: string) {
  if (!seconds_left) return '';
  const minutes = Math.max(1, Math.round(seconds_left / 60));
  return t('resta {{time}}|restam {{time}}', {
    time: inWords(minutes * 60, language),
    count: minutes === 60 ? 1 : minutes,
  });
}

const relativeDay = perLanguage(
  (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
);
const dayAndMonth = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }),
);
const withYear = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }),
);

/** 'hoje' and 'ontem', then '18 de nov.'. */
export function recentDay(timestamp: Date | string, language: string, now = new Date()) {
  const days = Math.round((midnight(now) - midnight(new Date(timestamp))) / DAY_MS);
  if (days <= 1) return relativeDay(language).format(-Math.max(days, 0), 'day');
  return dayOf(timestamp, language, now);
}

/** '2 de out.', with the year where it is another. */
export function dayOf(timestamp: Date | string, language: string, now = new Date()) {
  const date = new Date(timestamp);
  const format = date.getFullYear() === now.getFullYear() ? dayAndMonth : withYear;
  return format(language).format(date);
}

const midnight = (date: Date) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

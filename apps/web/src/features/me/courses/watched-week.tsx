import { inWords } from '@vitrine/contract/durations';
import type { WatchedWeek as Week } from '@vitrine/contract/me';
import { cx } from '../../../ui/cx.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { lastDays } from '../last-days.ts';

/** '4 h 12 min': of all days of the week. */
export const watchedTime = ({ days }: Week, language: string) =>
  inWords(
    days.reduce((sum, seconds) => sum + seconds, 0),
    language,
  );

/** The time watched on each of the last seven days, with today in the school's colour. */
export function WatchedWeek(week: Week) {
  const { days, today, total, since } = week;
  const { t, i18n } = useTranslation();
  const weekdays = lastDays(today, days.length, i18n.language);
  const month = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric' });
  const longestDay = Math.max(...days, 1);
  const words = (seconds: number) => inWords(seconds, i18n.language);
  return (
    <section className="watched-week" aria-labelledby="watched-week">
      <h2 id="watched-week" className="text-14 text-text-2">
        {t('Nesta semana')}
      </h2>
      <p className="site-title text-22 md:text-28">{watchedTime(week, i18n.language)}</p>
      <ol className="watched-days">
        {days.map((seconds, day) => (
          <li key={day} className={cx('watched-day', day === days.length - 1 && 'watched-today')}>
            <span
              className="watched-bar"
              style={{ height: `${(seconds / longestDay) * 100}%` }}
              aria-hidden="true"
            />
            <span aria-hidden="true">{weekdays[day]!.letter}</span>
            <span className="sr-only">
              {weekdays[day]!.name}: {words(seconds)}
            </span>
          </li>
        ))}
      </ol>
      <p className="watched-total text-14 text-text-2">
        {t('{{time}} desde {{month}}', {
          time: words(total),
          month: month.format(new Date(since)),
        })}
      </p>
    </section>
  );
}

import type { Score } from '@vitrine/contract/points';
import { Check } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import { lastDays } from './last-days.ts';

/** The streak of days with points, and the last seven days. Today is the last. */
export function StreakWeek({ streak, week, today }: Pick<Score, 'streak' | 'week' | 'today'>) {
  const { t, i18n } = useTranslation();
  const days = lastDays(today, week.length, i18n.language);
  const active = week.filter(Boolean).length;
  if (active === 0) return null;
  return (
    <div className="min-w-0">
      <p className="text-14 text-text-2">
        {streak > 0
          ? t('{{count}} dia com pontos|{{count}} dias seguidos com pontos', { count: streak })
          : t('{{count}} dia com pontos nesta semana|{{count}} dias com pontos nesta semana', {
              count: active,
            })}
      </p>
      <ol className="mt-3 flex flex-wrap gap-2">
        {week.map(Boolean).map((isActive, index) => {
          const ago = week.length - 1 - index;
          const { letter, name: day } = days[index]!;
          return (
            <li key={ago} className="grid justify-items-center gap-1">
              <span
                className={cx(
                  'grid size-7 place-items-center rounded-full',
                  !isActive && 'border border-line-2',
                  isActive && ago > 0 && 'bg-brand-soft text-(--brand-ink)',
                  isActive && ago === 0 && 'bg-brand text-(--on-brand)',
                )}
              >
                {isActive && <Check size={14} strokeWidth={2.5} aria-hidden="true" />}
              </span>
              <span
                aria-hidden="true"
                className={cx('text-12', ago === 0 ? 'text-text' : 'text-text-3')}
              >
                {letter}
              </span>
              <span className="sr-only">
                {isActive ? t('{{day}}: com pontos', { day }) : t('{{day}}: sem pontos', { day })}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

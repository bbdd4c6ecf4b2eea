import type { Score } from '@vitrine/contract/points';
import { levelProgress } from '../../kit/points/level-progress.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** A season's score and its parts. A level follows the running season's score. */
export function ScoreSummary({ score, name, past }: { score: Score; name: string; past: boolean }) {
  const { t, number } = useTranslation();
  const { sources, level } = score;
  const next = levelProgress(score);
  const parts = [
    [t('Aulas e módulos'), sources.lessons],
    [t('Comunidade'), sources.community],
    [t('Bônus do dia'), sources.bonus],
    [t('Entradas'), sources.login],
    [t('Pontos da equipe'), sources.manual],
  ] as const;
  const highest = Math.max(1, ...parts.map(([, value]) => value));
  return (
    <section aria-label={past ? t('Naquela temporada') : t('Nesta temporada')}>
      <p className="flex items-baseline gap-2">
        <span className="site-title text-36">{number(score.score)}</span>
        <span className="text-18 font-semibold text-text">{name}</span>
      </p>
      {!past && level && <p className="mt-1 text-16 text-text-2">{level.name}</p>}
      {!past && next && (
        <p className="mt-1 text-14 text-text-2">
          {t('Falta {{number}} para {{level}}.|Faltam {{number}} para {{level}}.', {
            count: next.missing,
            number: number(next.missing),
            level: next.name,
          })}
        </p>
      )}
      <dl className="mt-6 grid gap-4">
        {parts
          .filter(([, value]) => value !== 0)
          .map(([label, value]) => (
            <div
              key={label}
              className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-2 text-14 text-text"
            >
              <dt>{label}</dt>
              <dd className="font-semibold tabular-nums">{number(value)}</dd>
              <dd className="col-span-2">
                <ProgressBar label={label} value={value / highest} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

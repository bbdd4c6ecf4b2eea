import type { Score } from '@vitrine/contract/points';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import { levelProgress } from './level-progress.ts';

interface WayToNextLevelProps {
  score: Score | undefined;
  /** The points just gained, drawn in the full colour. Earlier points are dimmed. */
  gained?: number;
  className?: string;
}

/** The gain and the progress to the next level, on the dark ground of an achievement. */
export function WayToNextLevel({ score, gained = 0, className }: WayToNextLevelProps) {
  const { t, number } = useTranslation();
  const goal = score && levelProgress(score);
  if (!score || !(goal || gained > 0)) return null;
  const word = score.points_name || t('pontos');
  const points = (
    <span className="font-semibold tabular-nums">
      {gained > 0 ? `+${number(gained)}` : number(score.score)} {word}
    </span>
  );
  if (!goal) return <p className={cx('text-14', className)}>{points}</p>;
  const { missing } = goal;
  const now = goal.shareOf(score.score);
  const partBefore = goal.shareOf(score.score - gained);
  return (
    <div className={cx('text-left text-14', className)}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        {points}
        <span className="text-13 wrap-anywhere text-text-2">
          {t('falta {{missing}} para {{level}}|faltam {{missing}} para {{level}}', {
            count: missing,
            missing: number(missing),
            level: goal.name,
          })}
        </span>
      </p>
      <div
        role="progressbar"
        aria-label={t('Até {{level}}', { level: goal.name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(now * 100)}
        className="mt-2 flex h-1.5 overflow-hidden rounded-full bg-white/20"
      >
        <span className="achievement-before" style={{ width: `${partBefore * 100}%` }} />
        <span className="achievement-gained" style={{ width: `${(now - partBefore) * 100}%` }} />
      </div>
    </div>
  );
}

import type { Score } from '@vitrine/contract/points';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** How far the next level is, on the dark ground of a moment; nothing where there is none. */
export function WayToNextLevel({ score }: { score: Score | undefined }) {
  const { t, number } = useTranslation();
  const goal = score?.next_level;
  if (!score || !goal) return null;
  return (
    <div className="mx-auto mt-5 max-w-72 text-left text-13 text-white/85">
      <p className="mb-2 flex justify-between gap-3">
        <span className="truncate">{goal.name}</span>
        <span className="shrink-0">
          {number(score.score)} / {number(goal.needed_score)}
        </span>
      </p>
      <ProgressBar
        label={t('Até {{level}}', { level: goal.name })}
        value={score.score / Math.max(1, goal.needed_score)}
        className="bg-white/25!"
      />
    </div>
  );
}

import { cx } from '../../ui/cx.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SkeletonBlock, SkeletonFrame } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { levelProgress } from './level-progress.ts';
import { useOwnScoreQuery } from './own-score.ts';

/** The viewer's level and the progress to the next one. Renders nothing without levels. */
export function LevelBar({ className }: { className?: string }) {
  const { t, number } = useTranslation();
  const { data, isPending, failureCount } = useOwnScoreQuery();
  if (isPending && failureCount === 0) {
    return (
      <SkeletonFrame className={cx('block', className)}>
        <SkeletonBlock className="h-14 rounded-control" />
      </SkeletonFrame>
    );
  }
  const score = data?.data;
  if (!score || !(score.level || score.next_level)) return null;
  const { level, points_name } = score;
  const next = levelProgress(score);
  return (
    <div className={className}>
      <p className="flex items-baseline justify-between gap-3 text-14">
        <span className="min-w-0 truncate font-semibold text-text">
          {level?.name ?? t('Sem nível ainda')}
        </span>
        <span className="shrink-0 text-text-2 tabular-nums">
          {number(score.score)} {points_name}
        </span>
      </p>
      {next && (
        <>
          <ProgressBar
            className="mt-2"
            label={t('Até {{level}}', { level: next.name })}
            value={next.shareOf(score.score)}
          />
          <p className="mt-1.5 text-13 wrap-anywhere text-text-2">
            {t('{{points}} até {{level}}', {
              points: `${number(next.missing)} ${points_name}`.trim(),
              level: next.name,
            })}
          </p>
        </>
      )}
    </div>
  );
}

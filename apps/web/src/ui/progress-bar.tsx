import { cx } from './cx.ts';

/**
 * A 4 px bar that shows the progress of a course, an upload or a level.
 *
 * ```tsx
 * <ProgressBar label={t('Progresso')} value={0.62} />
 * ```
 */
export function ProgressBar({
  label,
  value,
  height = 4,
  className,
}: {
  /** Names the progress for screen readers. */
  label: string;
  /** 0 to 1. */
  value: number;
  height?: number;
  className?: string;
}) {
  const share = Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0));
  return (
    <progress
      aria-label={label}
      max={100}
      value={Math.round(share * 100)}
      className={cx(
        'block w-full appearance-none overflow-hidden rounded-full bg-text/20',
        '[&::-webkit-progress-bar]:bg-transparent',
        '[&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-brand [&::-webkit-progress-value]:transition-[width] [&::-webkit-progress-value]:duration-panel',
        '[&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-brand',
        className,
      )}
      style={{ height }}
    />
  );
}

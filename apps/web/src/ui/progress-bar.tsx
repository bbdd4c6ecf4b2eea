import { cx } from './cx.ts';
import { useTranslation } from './translation.ts';

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
  onImage = false,
  className,
}: {
  /** Names the progress for screen readers. */
  label: string;
  /** 0 to 1. */
  value: number;
  height?: number;
  /** The bar lies on an image. */
  onImage?: boolean;
  className?: string;
}) {
  const { t } = useTranslation();
  const share = Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0));
  const percent = Math.round(share * 100);
  return (
    <progress
      aria-label={label}
      max={100}
      value={percent}
      // A link is named by what it holds. Without this, the name of a card begins with a bare number.
      aria-valuetext={t('{{percent}}%', { percent })}
      className={cx(
        'block w-full appearance-none overflow-hidden rounded-full',
        // On an image no palette applies: the brand stands on its scrim.
        onImage ? 'bg-white/35 [--bar:var(--brand)]' : 'bg-text/20 [--bar:var(--accent)]',
        '[&::-webkit-progress-bar]:bg-transparent',
        '[&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-(--bar) [&::-webkit-progress-value]:transition-[width] [&::-webkit-progress-value]:duration-panel',
        '[&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-(--bar)',
        className,
      )}
      style={{ height }}
    />
  );
}

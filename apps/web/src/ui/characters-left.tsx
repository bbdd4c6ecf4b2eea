import { cx } from './cx.ts';
import { useTranslation } from './translation.ts';

/** A counter warns from this share of the limit on. */
export const WARN_FROM_SHARE = 0.9;

/** The number of characters that a field still takes. Shows nothing far below the limit. */
export function CharactersLeft({ count, max }: { count: number; max: number }) {
  const { number } = useTranslation();
  if (count < WARN_FROM_SHARE * max) return null;
  return (
    <span className={cx('text-13 tabular-nums', count > max ? 'text-error' : 'text-warn')}>
      {number(max - count)}
    </span>
  );
}

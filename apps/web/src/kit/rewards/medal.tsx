import { Gift } from 'lucide-react';
import { cx } from '../../ui/cx.ts';

/** The reward's badge, or a default medal. It is grey until earned. */
export function Medal({ img, earned = false }: { img: string | null; earned?: boolean }) {
  if (img)
    return (
      <img
        src={img}
        alt=""
        width={72}
        height={72}
        className={cx('size-18 shrink-0 rounded-full object-cover', !earned && 'grayscale')}
      />
    );
  return (
    <span
      className={cx(
        'grid size-18 shrink-0 place-items-center rounded-full border-4',
        earned
          ? 'border-brand-ink bg-brand-soft text-(--brand-ink)'
          : 'border-line-2 bg-surface-2 text-text-3',
      )}
    >
      <Gift size={28} strokeWidth={1.75} aria-hidden="true" />
    </span>
  );
}

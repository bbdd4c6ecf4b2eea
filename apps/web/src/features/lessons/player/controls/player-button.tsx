import type { ReactNode } from 'react';
import { cx } from '../../../../ui/cx.ts';

interface PlayerButtonProps {
  label: string;
  keys?: string;
  pressed?: boolean;
  className?: string;
  onClick: () => void;
  children: ReactNode;
}

/** A control over the image: an icon, its words, its key. */
export function PlayerButton({
  label,
  keys,
  pressed,
  className,
  onClick,
  children,
}: PlayerButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys}
      aria-pressed={pressed}
      className={cx('player-button', className)}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A key of the keyboard, beside what it does: `<Key>/</Key>`. Screen readers skip it. */
export function Key({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <kbd
      aria-hidden="true"
      className={cx(
        'grid h-6 min-w-6 place-items-center rounded-[6px] px-1.5 font-sans text-12 text-text-2 ring-1 ring-line-2 ring-inset',
        className,
      )}
    >
      {children}
    </kbd>
  );
}

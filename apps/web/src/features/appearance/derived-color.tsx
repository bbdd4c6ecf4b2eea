import type { ReactNode } from 'react';
import { InlineWarning } from '../../ui/inline-warning.tsx';

/** Tells which colour the page uses instead of one with too little contrast. */
export function DerivedColor({ color, children }: { color: string; children: ReactNode }) {
  return (
    <InlineWarning
      aside={
        <span className="flex shrink-0 items-center gap-2 text-text-2 tabular-nums">
          <span
            aria-hidden="true"
            className="size-4 rounded-full ring-1 ring-line-2 ring-inset"
            style={{ backgroundColor: color }}
          />
          {color.toUpperCase()}
        </span>
      }
    >
      {children}
    </InlineWarning>
  );
}

import type { ReactNode } from 'react';
import { InlineWarning } from '../../ui/inline-warning.tsx';

/** A colour that is too near to its ground, and what the page makes of it instead. */
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

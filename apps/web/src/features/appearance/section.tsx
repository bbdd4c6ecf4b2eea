import type { ReactNode } from 'react';

interface SectionBoxProps {
  title: string;
  /** A small fact at the right: '17 opções'. */
  fact?: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** One part of the panel, parted from the next by a line and by nothing else. */
export function Section({ title, fact, hint, children }: SectionBoxProps) {
  return (
    <section aria-label={title}>
      <div className="mb-4 flex items-baseline justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-14 font-semibold text-text">{title}</h3>
          {hint && <p className="text-13 text-text-2">{hint}</p>}
        </div>
        {fact && <span className="shrink-0 text-13 text-text-3 tabular-nums">{fact}</span>}
      </div>
      {children}
    </section>
  );
}

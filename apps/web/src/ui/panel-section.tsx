import type { ReactNode } from 'react';

interface PanelSectionProps {
  title: string;
  /** A short text at the right: '17 opções'. */
  fact?: string;
  hint?: ReactNode;
  children: ReactNode;
}

/**
 * A section of a panel. Wrap several in `panelSections`, which draws a line between them.
 *
 * ```tsx
 * <form className={panelSections}><PanelSection title={t('Fontes')}>…</PanelSection></form>
 * ```
 */
export function PanelSection({ title, fact, hint, children }: PanelSectionProps) {
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

/** Stacks sections with hairlines between them. */
export const panelSections = 'divide-y divide-line *:py-6 *:first:pt-0 *:last:pb-0';

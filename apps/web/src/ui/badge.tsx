import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** The meaning of a badge, as colours. `count` is for numbers. */
export type BadgeTone = 'quiet' | 'brand' | 'ok' | 'warn' | 'error' | 'count';

const tones: Record<BadgeTone, string> = {
  quiet: 'bg-surface-3 text-text-2',
  brand: 'bg-brand-soft text-brand-ink',
  ok: 'bg-ok/15 text-ok',
  warn: 'bg-warn/15 text-warn',
  error: 'bg-error-ground text-error',
  count: 'bg-text text-ground tabular-nums',
};

/**
 * A short word or a count beside something: 'Rascunho', 'Novo', 4. The words carry the meaning; the
 * colour only repeats it.
 *
 * ```tsx
 * <Badge tone="count">4</Badge>
 * ```
 */
export function Badge({
  tone = 'quiet',
  icon,
  className,
  children,
}: {
  tone?: BadgeTone;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex shrink-0 items-center justify-center gap-1 rounded-full text-12 leading-tight font-semibold [&>svg]:size-3.5',
        tone === 'count' ? 'h-5 min-w-5 px-1.5' : 'h-fit min-h-6 max-w-full px-2.5 text-center',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}

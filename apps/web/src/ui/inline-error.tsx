import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/**
 * What went wrong, where it went wrong; spoken at once.
 *
 * ```tsx
 * <InlineError>{t('Link inválido')}</InlineError>
 * ```
 */
export function InlineError({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p
      role="alert"
      className={cx(
        'flex items-start gap-2 rounded-control bg-error-ground px-3 py-2.5 text-13 text-error',
        className,
      )}
    >
      <TriangleAlert className="mt-0.5 shrink-0" size={16} strokeWidth={2} aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

/** The sentence of a failure: its own message when it brought one for people, else a plain one. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return error instanceof Error && error.message ? error.message : otherwise;
}

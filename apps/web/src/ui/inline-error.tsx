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
export function InlineError({
  title,
  className,
  children,
}: {
  /** What did not work, over the reason. */
  title?: string | undefined;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <div
      role="alert"
      className={cx(
        'flex items-start gap-2 rounded-control bg-error-ground px-3 py-2.5 text-13 text-error',
        className,
      )}
    >
      <TriangleAlert className="mt-0.5 shrink-0" size={16} strokeWidth={2} aria-hidden="true" />
      <div className="min-w-0">
        {title && <p className={children ? 'font-semibold' : undefined}>{title}</p>}
        {children && <p>{children}</p>}
      </div>
    </div>
  );
}

/** The sentence of a failure: its own message when it brought one for people, else a plain one. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return error instanceof Error && error.message ? error.message : otherwise;
}

import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/**
 * An error beside its cause. Screen readers announce it at once.
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
  /** Names the failed action, above the reason. */
  title?: string | undefined;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <div
      role="alert"
      className={cx(
        'flex scroll-my-6 items-start gap-2 rounded-control bg-error-ground px-3 py-2.5 text-13 text-error',
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

/** The message of an error for the viewer; `otherwise` if it has none. */
export function sentenceOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message ? error.message : fallback;
}

import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { useTranslation } from './translation.ts';

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
  className?: string | undefined;
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

/**
 * Shows why an action failed. Shows nothing while `error` is null. The message of a lost connection is
 * written in Portuguese by this side, so it is translated here.
 *
 * ```tsx
 * <AttemptError error={attempt.error} className="mt-3" />
 * ```
 */
export function AttemptError({
  error,
  title,
  className,
}: {
  error: unknown;
  /** Names the failed action, above the reason. */
  title?: string | undefined;
  className?: string | undefined;
}) {
  const { t } = useTranslation();
  if (error == null) return null;
  return (
    <InlineError title={title} className={className}>
      {t(sentenceOf(error))}
    </InlineError>
  );
}

/** The message of an error for the viewer; `fallback` if it has none. The caller translates it. */
export function sentenceOf(error: unknown, fallback = 'Algo deu errado. Tente de novo.'): string {
  return error instanceof Error && error.message ? error.message : fallback;
}

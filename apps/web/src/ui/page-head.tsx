import type { ReactNode } from 'react';

/**
 * The head of a management page: title, one line of help, main action.
 *
 * ```tsx
 * <PageHead title={t('Produtos')} text={t('O que seus alunos compram.')} action={<Button …/>} />
 * <PageHead before={<Back />} corner={<Menu … />} title={course.title} />
 * ```
 */
export function PageHead({
  title,
  text,
  before,
  corner,
  action,
}: {
  title: string;
  text?: ReactNode;
  /** Above the title: the back link. */
  before?: ReactNode;
  /** Small controls at the right of the back link. */
  corner?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <header className="mb-6 flex flex-wrap items-end gap-x-8 gap-y-4 lg:mb-8">
      {(before || corner) && (
        <div className="-mt-1 -mb-2 flex min-h-10 w-full items-center justify-between gap-4">
          <div className="min-w-0">{before}</div>
          <div className="-mr-2 flex shrink-0 items-center gap-1">{corner}</div>
        </div>
      )}
      <div className="min-w-0 flex-1 basis-64">
        <h1 className="site-title text-28 wrap-anywhere text-text">{title}</h1>
        {text && <p className="mt-1.5 max-w-[62ch] text-15 text-text-2">{text}</p>}
      </div>
      {action && (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow max-sm:*:px-3">
          {action}
        </div>
      )}
    </header>
  );
}

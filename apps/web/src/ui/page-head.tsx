import type { ReactNode } from 'react';

/**
 * The top of a page of the management area: its title, one line of help, its one main action.
 *
 * ```tsx
 * <PageHead title={t('Produtos')} text={t('O que seus alunos compram.')} action={<Button …/>} />
 * ```
 */
export function PageHead({
  title,
  text,
  before,
  action,
}: {
  title: string;
  text?: ReactNode;
  /** Above the title: the way back. */
  before?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <header className="mb-6 flex flex-wrap items-end gap-x-8 gap-y-4 lg:mb-8">
      <div className="min-w-0 flex-1 basis-64">
        {before}
        <h1 className="site-title text-28 wrap-anywhere text-text">{title}</h1>
        {text && <p className="mt-1.5 max-w-[62ch] text-15 text-text-2">{text}</p>}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </header>
  );
}

import { pages } from '@vitrine/contract/pages';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { QueryError, type FailedQuery } from '../../../kit/queries/query-error.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { SkeletonBlock, SkeletonFrame } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/translation.ts';

/** Leads from the builder to the list of quizzes. */
export function BackToQuizzes() {
  const { t } = useTranslation();
  return (
    <Link
      to={`${pages.homepage.path}?editar=avaliacoes`}
      aria-label={t('Voltar')}
      className={buttonClass('ghost', 'md')}
    >
      <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  );
}

/**
 * The builder while its quiz loads, or after that failed. It covers the site's header, so its own bar
 * has the way back from the beginning.
 */
export function NotLoaded({ failed }: { failed: FailedQuery | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <header className="flex h-18 shrink-0 items-center gap-2 border-b border-line bg-surface-1 px-3 lg:px-6">
        <BackToQuizzes />
        {!failed && (
          <SkeletonFrame>
            <SkeletonBlock className="h-4 w-48 rounded-full" />
          </SkeletonFrame>
        )}
      </header>
      {failed ? (
        <QueryError query={failed} className="pt-40" title={t('A avaliação não carregou')} />
      ) : (
        <Placeholders />
      )}
    </>
  );
}

/** The list of the questions, and the open one beside it where there is room. */
const Placeholders = () => (
  <SkeletonFrame className="flex min-h-0 flex-1">
    <span className="flex w-full flex-col gap-2 border-r border-line p-3 md:w-80">
      <SkeletonBlock className="mx-2 my-3 h-3 w-2/5 rounded-full" />
      {Array.from({ length: 4 }, (_, index) => (
        <SkeletonBlock key={index} className="h-14 rounded-card" />
      ))}
    </span>
    <span className="hidden min-w-0 flex-1 flex-col gap-6 p-6 md:flex">
      <SkeletonBlock className="h-10 w-80 max-w-full rounded-control" />
      <SkeletonBlock className="h-20 rounded-control" />
      <SkeletonBlock className="h-40 rounded-control" />
    </span>
  </SkeletonFrame>
);

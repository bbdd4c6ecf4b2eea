import type { ModulePage as ModulePageAnswer } from '@vitrine/contract/catalog';
import { moduleHref } from '@vitrine/contract/urls';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { PageError } from '../../kit/page/page-error.tsx';
import { usePageTitle } from '../../kit/page/page-title.ts';
import { isRefused } from '../../kit/queries/is-refused.ts';
import { useTranslation } from '../../ui/translation.ts';
import { CatalogSkeleton } from './catalog-skeleton.tsx';
import { useModule } from './catalog.queries.ts';
import { useFinishedElsewhere } from './finished-elsewhere.queries.ts';
import { ModuleHead } from './module-head.tsx';
import { ModuleLessons } from './module-lessons.tsx';

/** The page of a module, with links to its neighbours. */
export default function ModulePage() {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  const module = useModule(id);
  usePageTitle(module.data?.data.title);
  useFinishedElsewhere();
  if (module.isPending) return <CatalogSkeleton />;
  if (module.isLoadingError || isRefused(module.error))
    return (
      <PageError
        query={module}
        missing={t('Este módulo não existe')}
        title={t('O módulo não carregou')}
      />
    );
  return <ModuleView module={module.data.data} />;
}

function ModuleView({ module }: { module: ModulePageAnswer }) {
  return (
    <div>
      <ModuleHead module={module} />
      <div className="catalog-column catalog-list">
        <ModuleLessons module={module} />
        <NeighbourLinks {...module} />
      </div>
    </div>
  );
}

function NeighbourLinks({ previous, next }: Pick<ModulePageAnswer, 'previous' | 'next'>) {
  const { t } = useTranslation();
  if (!previous && !next) return null;
  return (
    <nav aria-label={t('Módulos vizinhos')} className="mt-10 flex flex-wrap justify-between gap-4">
      {previous ? (
        <Link to={moduleHref(previous.id)} className="beside">
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          <span className="min-w-0 truncate">{previous.title}</span>
        </Link>
      ) : (
        <span />
      )}
      {next && (
        <Link to={moduleHref(next.id)} className="beside">
          <span className="min-w-0 truncate">{next.title}</span>
          <ArrowRight size={18} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      )}
    </nav>
  );
}

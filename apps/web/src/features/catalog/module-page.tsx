import type { ModulePage as ModuleShown } from '@vitrine/contract/catalog';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useTranslation } from '../../ui/translation.ts';
import { Link, useParams } from 'react-router';
import { moduleHref } from '@vitrine/contract/urls';
import { PageError } from '../../kit/page/page-error.tsx';
import { usePageTitle } from '../../kit/page/page-title.ts';
import { courseProgress } from '../../kit/page/course-progress.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useModule } from './catalog.queries.ts';
import { CatalogSkeleton } from './catalog-skeleton.tsx';
import { LessonLine } from './lesson-line.tsx';
import { ModuleHead } from './module-head.tsx';

/** A module by itself, and the way to the ones beside it. */
export default function ModulePage() {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  const module = useModule(id);
  usePageTitle(module.data?.data.title);
  if (module.isPending) return <CatalogSkeleton />;
  if (module.isError)
    return (
      <PageError
        query={module}
        missing={t('Este módulo não existe')}
        title={t('O módulo não carregou')}
      />
    );
  return <ModuleView module={module.data.data} />;
}

function ModuleView({ module }: { module: ModuleShown }) {
  const { t } = useTranslation();
  const { course, lessons } = module;
  const standing = courseProgress([module]);
  return (
    <div>
      <ModuleHead module={module} />
      <div className="catalog-column catalog-list">
        {lessons.length === 0 && <EmptyState title={t('As aulas ainda estão a caminho')} />}
        <ul>
          {lessons.map((entry) => (
            <LessonLine
              key={entry.id}
              entry={entry}
              courseId={course.id}
              goesOn={standing.begun && entry.id === standing.next?.id}
            />
          ))}
        </ul>
        <Beside {...module} />
      </div>
    </div>
  );
}

function Beside({ previous, next }: Pick<ModuleShown, 'previous' | 'next'>) {
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

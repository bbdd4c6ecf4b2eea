import type { ModulePage as ModuleShown } from '@vitrine/contract/catalog';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useTranslation } from '../../ui/translation.ts';
import { Link, useParams } from 'react-router';
import { courseHref, moduleHref } from '../../kit/links.ts';
import { Missing } from '../../kit/missing.tsx';
import { usePageTitle } from '../../kit/page-title.ts';
import { standingOf } from '../../kit/standing.ts';
import { WayIn } from '../../kit/way-in.tsx';
import { ApiError } from '../../platform/api.ts';
import { boot } from '../../platform/boot.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useModule } from './catalog.queries.ts';
import { CatalogSkeleton } from './catalog-skeleton.tsx';
import { Crumbs } from './crumbs.tsx';
import { GoOn } from './go-on.tsx';
import { LessonLine } from './lesson-line.tsx';
import { LockReason } from './lock-reason.tsx';
import { PageHero } from './page-hero.tsx';
import { Standing } from './standing.tsx';

/** A module by itself, and the way to the ones beside it. */
export default function ModulePage() {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  const module = useModule(id);
  usePageTitle(module.data?.data.title);
  if (module.isPending) return <CatalogSkeleton />;
  if (module.isError) {
    const { status } = module.error as ApiError;
    if (status === 404 || status === 400) return <Missing title={t('Este módulo não existe')} />;
    return (
      <div className="page pt-32">
        <ErrorState
          title={t('O módulo não carregou')}
          onRetry={() => void module.refetch()}
          busy={module.isFetching}
        />
      </div>
    );
  }
  return <ModuleView module={module.data.data} />;
}

function ModuleView({ module }: { module: ModuleShown }) {
  const { t } = useTranslation();
  const { id, title, cover, course, lessons, locked, upsell, position, modules_count } = module;
  const standing = standingOf([module]);
  return (
    <div className="catalog">
      <PageHero cover={cover ?? course.cover} seed={`module ${id}`} locked={locked}>
        {Boolean(boot().site.settings.module_page_indicator) && (
          <Crumbs course={course} here={title} />
        )}
        {upsell && <LockReason upsell={upsell} />}
        <h1 className="catalog-title">{title}</h1>
        <p className="catalog-line">
          {t('Módulo {{number}} de {{total}}', { number: position, total: modules_count })}
          {' · '}
          <Link to={courseHref(course.id)} className="underline underline-offset-4">
            {course.title}
          </Link>
        </p>
        <Standing {...standing} locked={locked} completedAt={module.completed_at} />
        {upsell ? (
          <WayIn upsell={upsell} className="mt-6" />
        ) : (
          <GoOn kind="module" id={id} title={title} courseId={course.id} modules={[module]} />
        )}
      </PageHero>
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

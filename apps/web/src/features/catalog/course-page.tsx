import type { Course } from '@vitrine/contract/catalog';
import { useTranslation } from '../../ui/translation.ts';
import { useParams } from 'react-router';
import { Missing } from '../../kit/missing.tsx';
import { usePageTitle } from '../../kit/page-title.ts';
import { standingOf } from '../../kit/standing.ts';
import { WayIn } from '../../kit/way-in.tsx';
import { ApiError } from '../../platform/api.ts';
import { boot } from '../../platform/boot.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useCourse } from './catalog.queries.ts';
import { Crumbs } from './crumbs.tsx';
import { Description } from './description.tsx';
import { GoOn } from './go-on.tsx';
import { CatalogSkeleton } from './catalog-skeleton.tsx';
import { LockReason } from './lock-reason.tsx';
import { ModuleSection } from './module-section.tsx';
import { PageHero } from './page-hero.tsx';
import { Standing } from './standing.tsx';

/** With more lessons than this, only the module one is in stands open. */
const manyLessons = 60;

/** A course: what it is, how far one is, and all that it holds. */
export default function CoursePage() {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  const course = useCourse(id);
  usePageTitle(course.data?.data.title);
  if (course.isPending) return <CatalogSkeleton />;
  if (course.isError) {
    const { status } = course.error as ApiError;
    if (status === 404 || status === 400) return <Missing title={t('Este curso não existe')} />;
    return (
      <div className="page pt-32">
        <ErrorState
          title={t('O curso não carregou')}
          onRetry={() => void course.refetch()}
          busy={course.isFetching}
        />
      </div>
    );
  }
  return <CourseView course={course.data.data} />;
}

function CourseView({ course }: { course: Course }) {
  const { t } = useTranslation();
  const { id, title, cover, description, locked, upsell, modules } = course;
  const standing = standingOf(modules);
  const few = standing.count <= manyLessons;
  const here = standing.next ?? modules[0]?.lessons[0];
  return (
    <div className="catalog">
      <PageHero cover={cover} seed={`course ${id}`} locked={locked}>
        {Boolean(boot().site.settings.course_page_indicator) && <Crumbs here={title} />}
        {upsell && <LockReason upsell={upsell} />}
        <h1 className="catalog-title">{title}</h1>
        <Description text={description} />
        <Standing {...standing} locked={locked} completedAt={course.completed_at} />
        {upsell ? (
          <WayIn upsell={upsell} className="mt-6" />
        ) : (
          <GoOn kind="course" id={id} title={title} courseId={id} modules={modules} />
        )}
      </PageHero>
      <div className="catalog-column catalog-list">
        {modules.length === 0 && (
          <EmptyState
            title={t('As aulas ainda estão a caminho')}
            text={t('Quando a primeira for publicada, ela aparece aqui.')}
          />
        )}
        {modules.map((module, index) => (
          <ModuleSection
            key={module.id}
            module={module}
            number={index + 1}
            startsOpen={few || module.lessons.some((lesson) => lesson.id === here?.id)}
            nextId={standing.begun ? standing.next?.id : undefined}
          />
        ))}
      </div>
    </div>
  );
}

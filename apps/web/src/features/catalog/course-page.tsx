import type { Course } from '@vitrine/contract/catalog';
import { useTranslation } from '../../ui/translation.ts';
import { useParams } from 'react-router';
import { Missing } from '../../kit/missing.tsx';
import { usePageTitle } from '../../kit/page-title.ts';
import { standingOf } from '../../kit/standing.ts';
import { ApiError } from '../../platform/api.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useCourse } from './catalog.queries.ts';
import { CourseHead } from './course-head.tsx';
import { CatalogSkeleton } from './catalog-skeleton.tsx';
import { ModuleSection } from './module-section.tsx';

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
  const { modules } = course;
  const standing = standingOf(modules);
  const few = standing.count <= manyLessons;
  const here = standing.next ?? modules[0]?.lessons[0];
  return (
    <div className="catalog">
      <CourseHead course={course} />
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

import type { Course } from '@vitrine/contract/catalog';
import { useTranslation } from '../../ui/translation.ts';
import { useParams } from 'react-router';
import { PageError } from '../../kit/page/page-error.tsx';
import { usePageTitle } from '../../kit/page/page-title.ts';
import { courseProgress } from '../../kit/page/course-progress.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useCourse } from './catalog.queries.ts';
import { CourseHead } from './course-head.tsx';
import { CatalogSkeleton } from './catalog-skeleton.tsx';
import { ModuleSection } from './module-section.tsx';
import { OfferPage } from './offer/offer-page.tsx';

/** With more lessons than this, only the module one is in stands open. */
const MANY_LESSONS = 60;

/** A course: what it is, how far one is, and all that it holds. */
export default function CoursePage() {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  const course = useCourse(id);
  usePageTitle(course.data?.data.title);
  if (course.isPending) return <CatalogSkeleton />;
  if (course.isError)
    return (
      <PageError
        query={course}
        missing={t('Este curso não existe')}
        title={t('O curso não carregou')}
      />
    );
  const { data } = course.data;
  return data.locked ? <OfferPage course={data} /> : <CourseView course={data} />;
}

function CourseView({ course }: { course: Course }) {
  const { t } = useTranslation();
  const { modules } = course;
  const standing = courseProgress(modules);
  const few = standing.count <= MANY_LESSONS;
  const here = standing.next ?? modules[0]?.lessons[0];
  return (
    <div>
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

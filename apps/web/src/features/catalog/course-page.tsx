import type { Course } from '@vitrine/contract/catalog';
import { useParams } from 'react-router';
import { PageError } from '../../kit/page/page-error.tsx';
import { usePageTitle } from '../../kit/page/page-title.ts';
import { isRefused } from '../../kit/queries/is-refused.ts';
import { useTranslation } from '../../ui/translation.ts';
import { CatalogSkeleton } from './catalog-skeleton.tsx';
import { useCourse } from './catalog.queries.ts';
import { CourseHead } from './course-head.tsx';
import { CourseList } from './course-list.tsx';
import { useFinishedElsewhere } from './finished-elsewhere.queries.ts';
import { OfferPage } from './offer/offer-page.tsx';

/** The page of a course: head, progress and lessons. */
export default function CoursePage() {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  const course = useCourse(id);
  usePageTitle(course.data?.data.title);
  useFinishedElsewhere();
  if (course.isPending) return <CatalogSkeleton />;
  if (course.isLoadingError || isRefused(course.error))
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
  return (
    <div>
      <CourseHead course={course} />
      <CourseList course={course} />
    </div>
  );
}

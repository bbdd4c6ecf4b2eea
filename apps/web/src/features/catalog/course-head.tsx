import type { Course } from '@vitrine/contract/catalog';
import { courseSeed } from '../../kit/cards/course-seed.ts';
import { courseProgress } from '../../kit/page/course-progress.ts';
import { DraftBadge } from '../../kit/page/draft-badge.tsx';
import { useSite } from '../../platform/site-context.ts';
import { useTranslation } from '../../ui/translation.ts';
import { Crumbs } from './crumbs.tsx';
import { Description } from './description.tsx';
import { GoOn } from './go-on.tsx';
import { PageHero, PageHeroTitle } from './page-hero.tsx';
import { ProgressSummary } from './progress-summary.tsx';

/** The head of a course: title, progress and the button to continue. */
export function CourseHead({ course }: { course: Course }) {
  const { t } = useTranslation();
  const { settings } = useSite();
  const { id, title, cover, description, published, modules } = course;
  return (
    <PageHero cover={cover} seed={courseSeed(id)} locked={false}>
      {Boolean(settings.course_page_indicator) && <Crumbs current={title} />}
      {!published && <DraftBadge className="mb-3" />}
      {course.product_ids?.length === 0 && (
        <p className="mb-2 text-13 text-text-2">{t('Sem produtos: só a equipe vê')}</p>
      )}
      <PageHeroTitle>{title}</PageHeroTitle>
      <Description text={description} />
      <ProgressSummary
        {...courseProgress(modules)}
        locked={false}
        completedAt={course.completed_at}
      />
      <GoOn kind="course" id={id} title={title} courseId={id} modules={modules} />
    </PageHero>
  );
}

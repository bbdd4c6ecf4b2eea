import type { Course } from '@vitrine/contract/catalog';
import { courseSeed } from '../../kit/cards/course-seed.ts';
import { courseProgress } from '../../kit/page/course-progress.ts';
import { AccessOffer } from '../../kit/page/access-offer.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useSite } from '../../platform/site-context.ts';
import { Crumbs } from './crumbs.tsx';
import { Description } from './description.tsx';
import { GoOn } from './go-on.tsx';
import { LockReason } from './lock-reason.tsx';
import { PageHero, PageHeroTitle } from './page-hero.tsx';
import { ProgressSummary } from './progress-summary.tsx';

/** What a course is, how far the reader is in it, and the way on. */
export function CourseHead({ course }: { course: Course }) {
  const { t } = useTranslation();
  const { settings } = useSite();
  const { id, title, cover, description, locked, upsell, modules } = course;
  return (
    <PageHero cover={cover} seed={courseSeed(id)} locked={locked}>
      {Boolean(settings.course_page_indicator) && <Crumbs here={title} />}
      {upsell && <LockReason upsell={upsell} />}
      {course.product_ids?.length === 0 && (
        <p className="mb-2 text-13 text-text-2">{t('Sem produtos: só a equipe vê')}</p>
      )}
      <PageHeroTitle>{title}</PageHeroTitle>
      <Description text={description} />
      <ProgressSummary
        {...courseProgress(modules)}
        locked={locked}
        completedAt={course.completed_at}
      />
      {upsell ? (
        <AccessOffer upsell={upsell} className="mt-6" />
      ) : (
        <GoOn kind="course" id={id} title={title} courseId={id} modules={modules} />
      )}
    </PageHero>
  );
}

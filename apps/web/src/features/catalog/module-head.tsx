import type { ModulePage } from '@vitrine/contract/catalog';
import { courseHref } from '@vitrine/contract/urls';
import { Link } from 'react-router';
import { courseSeed } from '../../kit/cards/course-seed.ts';
import { AccessOffer } from '../../kit/page/access-offer.tsx';
import { courseProgress } from '../../kit/page/course-progress.ts';
import { DraftBadge } from '../../kit/page/draft-badge.tsx';
import { useSite } from '../../platform/site-context.ts';
import { useTranslation } from '../../ui/translation.ts';
import { Crumbs } from './crumbs.tsx';
import { GoOn } from './go-on.tsx';
import { LockReason } from './lock-reason.tsx';
import { PageHero, PageHeroTitle } from './page-hero.tsx';
import { ProgressSummary } from './progress-summary.tsx';

/** The head of a module: title, course, progress and the button to continue. */
export function ModuleHead({ module }: { module: ModulePage }) {
  const { t } = useTranslation();
  const { settings } = useSite();
  const { id, title, cover, course, locked, upsell, position, modules_count } = module;
  return (
    <PageHero cover={cover ?? course.cover} seed={courseSeed(course.id)} locked={locked}>
      {Boolean(settings.module_page_indicator) && <Crumbs course={course} current={title} />}
      {!module.published && <DraftBadge className="mb-3" />}
      {upsell && <LockReason upsell={upsell} />}
      <PageHeroTitle>{title}</PageHeroTitle>
      <p className="catalog-line">
        {t('Módulo {{number}} de {{total}}', { number: position, total: modules_count })}
        {' · '}
        <Link to={courseHref(course.id)} className="underline underline-offset-4">
          {course.title}
        </Link>
      </p>
      <ProgressSummary
        {...courseProgress([module])}
        locked={locked}
        completedAt={module.completed_at}
      />
      {upsell ? (
        <AccessOffer upsell={upsell} className="mt-6" />
      ) : (
        <GoOn kind="module" id={id} title={title} courseId={course.id} modules={[module]} />
      )}
    </PageHero>
  );
}

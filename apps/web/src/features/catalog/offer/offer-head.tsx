import type { Course } from '@vitrine/contract/catalog';
import { inWords } from '@vitrine/contract/durations';
import { lessonHref } from '@vitrine/contract/urls';
import { Heart, Lock, Play } from 'lucide-react';
import { Link } from 'react-router';
import { courseSeed } from '../../../kit/cards/course-seed.ts';
import { courseProgress } from '../../../kit/page/course-progress.ts';
import { useSite, useViewer } from '../../../platform/site-context.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { useFavorite } from '../../favorites/favorites.queries.ts';
import { Crumbs } from '../crumbs.tsx';
import { Description } from '../description.tsx';
import { PageHero, PageHeroTitle } from '../page-hero.tsx';
import { ProgressSummary } from '../progress-summary.tsx';
import { OfferCard } from './offer-card.tsx';
import { sampleOf, useProductNames } from './offer-facts.ts';
import './offer.css';

/**
 * The first fold of a course that the viewer does not hold: title, reason of the lock, and the
 * offer.
 */
export function OfferHead({ course }: { course: Course }) {
  const { settings } = useSite();
  const viewer = useViewer();
  const { id, title, cover, description, modules, completed_at } = course;
  return (
    <>
      <div className="offer-hero">
        <PageHero cover={cover} seed={courseSeed(id)} locked={false}>
          <SampleOnImage course={course} />
          {Boolean(settings.course_page_indicator) && <Crumbs current={title} />}
          <PageHeroTitle>{title}</PageHeroTitle>
          <Description text={description} />
          <ProgressSummary {...courseProgress(modules)} locked completedAt={completed_at} />
          <Reason course={course} />
          {viewer && <FavoriteButton id={id} title={title} />}
        </PageHero>
      </div>
      <OfferCard course={course} />
    </>
  );
}

/** The sample over the image, on phones. */
function SampleOnImage({ course }: { course: Course }) {
  const { t, i18n } = useTranslation();
  const sample = sampleOf(course);
  if (!sample) return null;
  return (
    <Link to={lessonHref(course.id, sample.title, sample.id)} className="offer-sample-chip">
      <Play size={18} fill="currentColor" strokeWidth={0} aria-hidden="true" />
      <span className="font-medium">{t('Aula de amostra')}</span>
      {sample.duration_seconds !== null && (
        <span className="text-14 opacity-85">
          {inWords(sample.duration_seconds, i18n.language)}
        </span>
      )}
    </Link>
  );
}

/** The lock with the products that open the course. */
function Reason({ course: { upsell } }: { course: Course }) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const names = useProductNames(upsell!);
  const reason = viewer
    ? t('O seu acesso de hoje não inclui este curso.')
    : t('Quem já tem acesso entra com o seu e-mail.');
  return (
    <div className="offer-reason">
      <Lock size={20} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {names ? t('Faz parte de {{names}}', { names }) : t('Fechado por enquanto')}
        </p>
        <p className="mt-0.5 text-15 wrap-anywhere text-text-2">
          {upsell!.text || (names ? reason : t('Este conteúdo ainda não está à venda.'))}
        </p>
      </div>
    </div>
  );
}

function FavoriteButton({ id, title }: { id: number; title: string }) {
  const { t } = useTranslation();
  const { on, change } = useFavorite('course', id);
  return (
    <Button
      aria-pressed={on}
      aria-label={t('Minha lista: {{title}}', { title })}
      className={cx('mt-5', on && 'text-brand-ink!')}
      icon={
        <Heart
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
          fill={on ? 'currentColor' : 'none'}
        />
      }
      onClick={() => change(!on)}
    >
      {t('Minha lista')}
    </Button>
  );
}

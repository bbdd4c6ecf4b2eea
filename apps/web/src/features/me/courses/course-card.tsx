import { inWords } from '@vitrine/contract/durations';
import type { MyCourse } from '@vitrine/contract/me';
import { courseHref } from '@vitrine/contract/urls';
import { CircleCheck } from 'lucide-react';
import { CardLink } from '../../../kit/cards/card-link.tsx';
import { CardProgress } from '../../../kit/cards/card-progress.tsx';
import { courseSeed } from '../../../kit/cards/course-seed.ts';
import { Cover } from '../../../kit/cards/cover.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { dayOf, recentDay, timeLeft } from './course-facts.ts';

const imageSizes = '(width >= 71.875rem) 420px, (width >= 40rem) 50vw, 240px';

/** A poster with its title. On phones, a row with a small image. */
export function CourseCard({ course }: { course: MyCourse }) {
  const { id, title, cover, lessons, done, state } = course;
  return (
    <li className="my-course">
      <CardLink href={courseHref(id)} className="my-course-link">
        <span className="my-course-image">
          <Cover src={cover} seed={courseSeed(id)} sizes={imageSizes} />
          <span className="my-course-poster" aria-hidden="true">
            <span>{title}</span>
          </span>
          {state === 'begun' && <CardProgress value={lessons ? (100 * done) / lessons : 0} />}
        </span>
        <span className="my-course-facts">
          <span className="my-course-title">{title}</span>
          <Facts course={course} />
        </span>
      </CardLink>
    </li>
  );
}

/**
 * Two lines: the lessons, then the remaining time, the date of a new course or the date of
 * completion.
 */
function Facts({ course }: { course: MyCourse }) {
  const { t, i18n } = useTranslation();
  const { lessons, done, seconds, state, held_since, completed_at } = course;
  const amount = t('Nenhuma aula|{{count}} aula|{{count}} aulas', { count: lessons });
  if (state === 'new')
    return (
      <>
        <span className="my-course-line">
          {[amount, seconds ? inWords(seconds, i18n.language) : ''].filter(Boolean).join(', ')}
        </span>
        <span className="my-course-line text-brand-ink">
          {t('Novo, desde {{date}}', { date: recentDay(held_since, i18n.language) })}
        </span>
      </>
    );
  return (
    <>
      <span className="my-course-line">
        {t('{{done}} de {{count}} aula|{{done}} de {{count}} aulas', { done, count: lessons })}
      </span>
      {state === 'begun' ? (
        <span className="my-course-line text-text-3">{timeLeft(t, course, i18n.language)}</span>
      ) : (
        <span className="my-course-line flex items-center gap-1.5 text-text-3">
          <CircleCheck size={14} strokeWidth={2} aria-hidden="true" className="shrink-0 text-ok" />
          {completed_at
            ? t('Concluído em {{date}}', { date: dayOf(completed_at, i18n.language) })
            : t('Concluído')}
        </span>
      )}
    </>
  );
}

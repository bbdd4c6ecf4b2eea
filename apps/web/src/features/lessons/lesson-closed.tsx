import type { NoAccess } from '@vitrine/contract/catalog';
import { courseHref } from '@vitrine/contract/urls';
import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { AccessOffer } from '../../kit/page/access-offer.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** A locked lesson: its course, the reason and the offer. */
export function LessonClosed({ course, upsell }: NoAccess) {
  const { t } = useTranslation();
  return (
    <div className="page flex flex-col items-center pt-32 text-center">
      <span className="mb-5 grid size-12 place-items-center rounded-card bg-surface-3 text-text-2">
        <Lock size={22} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <h1 className="site-title text-28 wrap-anywhere">
        {t('Esta aula faz parte de {{title}}', { title: course.title })}
      </h1>
      <AccessOffer upsell={upsell} className="mt-4" />
      <Link
        to={courseHref(course.id)}
        className="mt-3 inline-flex min-h-11 items-center text-15 text-text-2 underline underline-offset-4"
      >
        {t('Ver o que o curso tem')}
      </Link>
    </div>
  );
}

import type { Lesson } from '@vitrine/contract/catalog';
import { courseHref } from '@vitrine/contract/urls';
import { Link } from 'react-router';
import { AccessOffer } from '../../kit/page/access-offer.tsx';
import { useTranslation } from '../../ui/translation.ts';

/** The offer below a sample lesson, for viewers who do not hold its course. */
export function SampleOffer({ lesson: { course, upsell } }: { lesson: Lesson }) {
  const { t } = useTranslation();
  if (!upsell) return null;
  return (
    <section aria-label={t('Aula de amostra')} className="sample-offer">
      <p className="font-semibold">
        {t('Esta é uma aula de amostra de {{title}}.', { title: course.title })}
      </p>
      <AccessOffer upsell={upsell} className="mt-1" />
      <Link
        to={courseHref(course.id)}
        className="mt-3 inline-block text-15 text-text-2 underline underline-offset-4"
      >
        {t('Ver o que o curso tem')}
      </Link>
    </section>
  );
}

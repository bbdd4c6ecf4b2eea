import type { Course } from '@vitrine/contract/catalog';
import { inWords } from '@vitrine/contract/durations';
import { courseHref, lessonHref } from '@vitrine/contract/urls';
import { Play } from 'lucide-react';
import { Link } from 'react-router';
import { CardLink } from '../../../kit/cards/card-link.tsx';
import { courseSeed } from '../../../kit/cards/course-seed.ts';
import { Cover } from '../../../kit/cards/cover.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { otherSite, priceLines, sampleOf, useOfferLink } from './offer-facts.ts';

/**
 * The offer beside the course on wide screens: sample, price, button, and other courses that it
 * opens.
 */
export function OfferCard({ course }: { course: Course }) {
  const { t } = useTranslation();
  const upsell = course.upsell!;
  const { price, more } = priceLines(upsell);
  const accessOffer = useOfferLink(upsell);
  const sample = sampleOf(course);
  if (!accessOffer && !price && !sample && course.also.length === 0) return null;
  return (
    <aside aria-label={t('Sobre o curso')} className="offer-card quiet-scroll">
      {sample && <SampleImage course={course} sample={sample} />}
      {(price || accessOffer) && (
        <div className="p-6">
          {price && <p className="text-28 leading-tight font-semibold wrap-anywhere">{price}</p>}
          {more && <p className="mt-1 text-15 text-balance wrap-anywhere text-text-2">{more}</p>}
          {accessOffer && (
            <>
              <CardLink
                href={accessOffer.href}
                className={cx(buttonClass('primary', 'lg'), price && 'mt-5', 'w-full')}
              >
                <span className="min-w-0">{accessOffer.label}</span>
              </CardLink>
              <LeadsTo href={accessOffer.href} />
            </>
          )}
        </div>
      )}
      <AlsoOpened course={course} />
    </aside>
  );
}

function LeadsTo({ href }: { href: string }) {
  const { t } = useTranslation();
  const site = otherSite(href);
  return (
    site && (
      <p className="mt-3 text-13 wrap-anywhere text-text-2">
        {t('A compra abre em {{site}}.', { site })}
      </p>
    )
  );
}

function SampleImage({
  course,
  sample: { id, title, cover, duration_seconds },
}: {
  course: Course;
  sample: NonNullable<ReturnType<typeof sampleOf>>;
}) {
  const { t, i18n } = useTranslation();
  return (
    <Link to={lessonHref(course.id, title, id)} className="offer-sample">
      <Cover src={cover ?? course.cover} seed={courseSeed(course.id)} sizes="400px" />
      <PlayDisc />
      <span className="offer-sample-words">
        <span className="font-semibold">{t('Aula de amostra')}</span>
        {duration_seconds !== null && <span>{inWords(duration_seconds, i18n.language)}</span>}
      </span>
    </Link>
  );
}

/** The mark of a cover that plays a sample lesson. */
export const PlayDisc = () => (
  <span className="offer-play">
    <Play size={20} fill="currentColor" strokeWidth={0} aria-hidden="true" />
  </span>
);

/** Other courses that the offer includes. */
export function AlsoOpened({
  course: { also },
  className,
}: {
  course: Course;
  className?: string;
}) {
  const { t } = useTranslation();
  if (also.length === 0) return null;
  return (
    <div className={cx('offer-also', className)}>
      <h2 className="text-15 font-semibold">{t('O mesmo acesso também abre')}</h2>
      <ul className="mt-3 grid gap-3">
        {also.map(({ id, title, cover, lessons }) => (
          <li key={id}>
            <Link to={courseHref(id)} className="flex items-center gap-3 hover:underline">
              <span className="relative aspect-video w-18 shrink-0 overflow-hidden rounded-control">
                <Cover src={cover} seed={courseSeed(id)} sizes="72px" />
              </span>
              <span className="min-w-0">
                <span className="line-clamp-2 text-15 font-medium wrap-anywhere">{title}</span>
                <span className="text-13 text-text-2">
                  {t('Curso, {{count}} aula|Curso, {{count}} aulas', { count: lessons })}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

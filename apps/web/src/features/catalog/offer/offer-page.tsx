import type { Course } from '@vitrine/contract/catalog';
import { Check, Gift } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../ui/translation.ts';
import { OfferBar } from './offer-bar.tsx';
import { AlsoOpened } from './offer-card.tsx';
import { OfferHead } from './offer-head.tsx';
import { OfferOutline } from './offer-outline.tsx';

/** The page of a course for viewers who do not hold it. */
export function OfferPage({ course }: { course: Course }) {
  const { t } = useTranslation();
  const { learn, includes } = course.offer;
  return (
    <div className="offer">
      <OfferHead course={course} />
      <div className="offer-content">
        <Points
          title={t('O que você vai aprender')}
          points={learn}
          icon={<Check size={18} strokeWidth={1.75} aria-hidden="true" />}
        />
        <OfferOutline course={course} />
        <Points
          title={t('Vem junto')}
          points={includes}
          icon={<Gift size={18} strokeWidth={1.75} aria-hidden="true" />}
        />
        <AlsoOpened course={course} className="lg:hidden" />
      </div>
      <OfferBar upsell={course.upsell!} />
    </div>
  );
}

interface PointsProps {
  title: string;
  points: string[];
  icon: ReactNode;
}

function Points({ title, points, icon }: PointsProps) {
  if (points.length === 0) return null;
  return (
    <section className="offer-points">
      <h2 className="site-title text-22">{title}</h2>
      <ul>
        {points.map((point, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may say the same
          <li key={at}>
            {icon}
            <span className="min-w-0 text-balance wrap-anywhere">{point}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

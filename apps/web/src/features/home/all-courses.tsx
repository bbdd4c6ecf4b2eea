import type { CarouselItem } from '@vitrine/contract/carousels';
import { CardRow } from '../../kit/cards/card-row.tsx';
import { useCardOf, type Card } from '../../kit/cards/card.ts';
import { ContentCard } from '../../kit/cards/content-card.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface AllCoursesProps {
  courses: CarouselItem[];
  favor: (card: Card) => ((on: boolean) => void) | undefined;
}

/** All courses, shown until the owner has made a first carousel. */
export function AllCourses({ courses, favor }: AllCoursesProps) {
  const { t } = useTranslation();
  const cardOf = useCardOf();
  return (
    <CardRow
      label={t('Cursos')}
      shape="vertical"
      heading={<h2 className="card-row-title">{t('Cursos')}</h2>}
    >
      {courses.map(cardOf).map((card, index) => (
        <ContentCard
          key={card.id}
          card={card}
          shape="vertical"
          onFavorite={favor(card)}
          first={index < 5}
        />
      ))}
    </CardRow>
  );
}

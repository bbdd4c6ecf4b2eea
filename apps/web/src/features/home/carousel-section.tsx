import {
  carouselType,
  isSystem,
  systemTitles,
  type CarouselWithItems,
} from '@vitrine/contract/carousels';
import { EyeOff } from 'lucide-react';
import { CardRow, type Shape } from '../../kit/cards/card-row.tsx';
import { useCardOf, type Card } from '../../kit/cards/card.ts';
import { CarouselCard } from '../../kit/cards/carousel-card.tsx';
import { RowHeading } from '../../kit/cards/row-heading.tsx';
import { Badge } from '../../ui/badge.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useTurn } from './use-turn.ts';

interface CarouselSectionProps {
  carousel: CarouselWithItems;
  /** 0 is the first row of the page. */
  place: number;
  favor: (card: Card) => ((on: boolean) => void) | undefined;
}

/** The cards of the first row that may be visible at first, also on a large screen. */
const FIRST_CARDS = 5;

/**
 * One row of the home page, as its carousel is set. The first renders the visible cards at once. The
 * others reserve their space, and all render their cards one row at a time.
 */
export function CarouselSection({ carousel, place, favor }: CarouselSectionProps) {
  const { t } = useTranslation();
  const cardOf = useCardOf();
  const { hasTurn, mark } = useTurn(place);
  const firstCards = place === 0 ? FIRST_CARDS : 0;
  const { published, type } = carousel;
  // Translated here, so that it follows a change of language without a request.
  const title = isSystem(type) ? t(systemTitles[type]) : carousel.title;
  const shape: Shape =
    type === carouselType.trending && carousel.card_type === 'vertical'
      ? 'ranked'
      : carousel.card_type;
  const perGroup = { wide: carousel.cards_per_group, phone: carousel.cards_per_group_mobile };
  return (
    <CardRow
      label={title}
      section={`carrossel-${carousel.id}`}
      shape={shape}
      perGroup={perGroup}
      autoplay={carousel.autoplay ? carousel.autoplay_time : 0}
      className={published ? undefined : 'unpublished'}
      heading={
        <>
          {/* Out of the flow: the gap of a flex item would move the title when it goes. */}
          {!hasTurn && <span ref={mark} className="absolute" />}
          <RowHeading carousel={{ ...carousel, title }} />
          {type === carouselType.trending && (
            <p className="text-14 text-text-3">{t('Mais assistidos nos últimos 14 dias')}</p>
          )}
          {!published && (
            <Badge tone="warn" icon={<EyeOff size={14} strokeWidth={2} aria-hidden="true" />}>
              {t('Não publicado')}
            </Badge>
          )}
        </>
      }
    >
      {carousel.carousel_item.slice(0, hasTurn ? undefined : firstCards).map((item, index) => {
        const card = cardOf(item);
        return (
          <CarouselCard
            key={`${card.kind} ${card.id}`}
            card={card}
            shape={shape}
            perGroup={perGroup}
            onFavorite={favor(card)}
            first={index < firstCards}
            rank={shape === 'ranked' ? index + 1 : undefined}
          />
        );
      })}
    </CardRow>
  );
}

import {
  carouselType,
  isSystem,
  systemTitles,
  type CarouselWithItems,
} from '@vitrine/contract/carousels';
import { EyeOff } from 'lucide-react';
import { useCallback, useDeferredValue, useState } from 'react';
import { CardRow, type Shape } from '../../kit/cards/card-row.tsx';
import { useCardOf, type Card } from '../../kit/cards/card.ts';
import { CarouselCard } from '../../kit/cards/carousel-card.tsx';
import { RowHeading } from '../../kit/cards/row-heading.tsx';
import { Badge } from '../../ui/badge.tsx';
import { useTranslation } from '../../ui/translation.ts';

interface CarouselSectionProps {
  carousel: CarouselWithItems;
  /** 0 is the first row of the page. */
  place: number;
  favor: (card: Card) => ((on: boolean) => void) | undefined;
}

/** Carousels and cards that may be visible at first, also on a large screen. */
const FIRST_CAROUSELS = 3;
const FIRST_CARDS = 5;
/** Carousels whose cards render without the viewer scrolling there. */
const IDLE_CAROUSELS = 40;

/**
 * One row of the home page, as its carousel is set. Carousels further down reserve their space and
 * render their cards when the browser is idle. With 40 carousels, a student waits for three. Those
 * after 40 wait until they come near: a thousand would freeze the page.
 */
export function CarouselSection({ carousel, place, favor }: CarouselSectionProps) {
  const { t } = useTranslation();
  const cardOf = useCardOf();
  const isIdle = useDeferredValue(true, place < FIRST_CAROUSELS);
  const [isNear, setIsNear] = useState(place < IDLE_CAROUSELS);
  const watch = useCallback((mark: HTMLElement) => {
    const observer = new IntersectionObserver(
      ([entry]) => entry!.isIntersecting && setIsNear(true),
      { rootMargin: '1000px' },
    );
    observer.observe(mark);
    return () => observer.disconnect();
  }, []);
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
          {!isNear && <span ref={watch} />}
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
      {(isIdle && isNear ? carousel.carousel_item : []).map((item, index) => {
        const card = cardOf(item);
        return (
          <CarouselCard
            key={`${card.kind} ${card.id}`}
            card={card}
            shape={shape}
            perGroup={perGroup}
            onFavorite={favor(card)}
            first={place === 0 && index < FIRST_CARDS}
            rank={shape === 'ranked' ? index + 1 : undefined}
          />
        );
      })}
    </CardRow>
  );
}

import { systemTypes, type CarouselRow } from '@vitrine/contract/carousels';
import { EyeOff } from 'lucide-react';
import { useTranslation } from '../../ui/translation.ts';
import { cardOf, type Card } from '../../kit/cards/card.ts';
import { CardRow, type Shape } from '../../kit/cards/card-row.tsx';
import { ContentCard } from '../../kit/cards/content-card.tsx';
import { HighlightCard } from '../../kit/cards/highlight-card.tsx';
import { Badge } from '../../ui/badge.tsx';
import { lettering } from './lettering.ts';

interface CarouselSectionProps {
  carousel: CarouselRow;
  /** The first row's pictures are wanted at once. */
  first: boolean;
  favor: (card: Card) => ((on: boolean) => void) | undefined;
}

/** One row of the home page, as its carousel is set. */
export function CarouselSection({ carousel, first, favor }: CarouselSectionProps) {
  const { t } = useTranslation();
  const { title, description, published, type } = carousel;
  const shape: Shape =
    type === '8' && carousel.card_type === 'vertical' ? 'ranked' : carousel.card_type;
  const own = !isSystem(type);
  return (
    <CardRow
      label={title}
      section={`carrossel-${carousel.id}`}
      shape={shape}
      perGroup={{ wide: carousel.cards_per_group, phone: carousel.cards_per_group_mobile }}
      autoplay={carousel.autoplay ? carousel.autoplay_time : 0}
      className={published ? undefined : 'unpublished'}
      heading={
        <>
          <h2 className="card-row-title" style={own ? letteringOf(carousel, 'title') : undefined}>
            {title}
          </h2>
          {type === '8' && (
            <p className="text-14 text-text-3">{t('Mais assistidos nos últimos 14 dias')}</p>
          )}
          {own && description && (
            <p className="text-text-2" style={letteringOf(carousel, 'description')}>
              {description}
            </p>
          )}
          {!published && (
            <Badge tone="warn" icon={<EyeOff size={14} strokeWidth={2} aria-hidden="true" />}>
              {t('Não publicado')}
            </Badge>
          )}
        </>
      }
    >
      {carousel.carousel_item.map((item, index) => {
        const card = cardOf(item);
        const shared = { card, onFavorite: favor(card), first: first && index < 5 };
        const key = `${card.kind} ${card.id}`;
        return shape === 'biggerImage' || shape === 'fullImage' ? (
          <HighlightCard key={key} {...shared} />
        ) : (
          <ContentCard
            key={key}
            shape={shape}
            {...shared}
            {...(shape === 'ranked' && { rank: index + 1 })}
          />
        );
      })}
    </CardRow>
  );
}

export const isSystem = (type: string) => (systemTypes as readonly string[]).includes(type);

const letteringOf = (carousel: CarouselRow, of: 'title' | 'description') => ({
  ...lettering(carousel[`font_${of}`], carousel[`weight_${of}`], carousel[`size_${of}`]),
  lineHeight: 1.2,
});

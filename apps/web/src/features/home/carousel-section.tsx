import { systemTypes, type CarouselRow } from '@vitrine/contract/carousels';
import { EyeOff } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { cardOf, type Card } from '../../kit/cards/card.ts';
import { CardRow, type Shape } from '../../kit/cards/card-row.tsx';
import { ContentCard } from '../../kit/cards/content-card.tsx';
import { HighlightCard } from '../../kit/cards/highlight-card.tsx';
import { boot } from '../../platform/boot.ts';
import { Badge } from '../../ui/badge.tsx';

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
      shape={shape}
      perGroup={{ wide: carousel.cards_per_group, phone: carousel.cards_per_group_mobile }}
      autoplay={carousel.autoplay ? carousel.autoplay_time : 0}
      className={published ? undefined : 'unpublished'}
      heading={
        <>
          <h2 className="card-row-title" style={own ? lettering(carousel, 'title') : undefined}>
            {title}
          </h2>
          {type === '8' && (
            <p className="text-14 text-text-3">{t('Mais assistidos nos últimos 14 dias')}</p>
          )}
          {own && description && (
            <p className="text-text-2" style={lettering(carousel, 'description')}>
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

/** Font, weight and size as the carousel has them; on a phone a large title stays on one screen. */
function lettering(carousel: CarouselRow, of: 'title' | 'description'): CSSProperties {
  const font = carousel[`font_${of}`];
  const size = carousel[`size_${of}`];
  return {
    ...(font !== boot().site.settings.font_primary && { fontFamily: `'${font}', var(--font)` }),
    fontWeight: carousel[`weight_${of}`],
    fontSize: `min(${size}px, ${Math.max(size * 0.4, 12)}px + 3cqi)`,
    lineHeight: 1.2,
  };
}

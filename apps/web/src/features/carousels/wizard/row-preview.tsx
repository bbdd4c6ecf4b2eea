import type { CarouselWithItems } from '@vitrine/contract/carousels';
import { isLight, themeOf } from '@vitrine/contract/theme';
import { CardRow } from '../../../kit/cards/card-row.tsx';
import { useCardOf } from '../../../kit/cards/card.ts';
import { CarouselCard } from '../../../kit/cards/carousel-card.tsx';
import { RowHeading } from '../../../kit/cards/row-heading.tsx';
import { textScale } from '../../../kit/preview/text-scale.ts';
import { useSite } from '../../../platform/site-context.ts';
import { useTranslation } from '../../../ui/translation.ts';
import './row-preview.css';
import type { CarouselForm } from './carousel-form.ts';
import { useChosen } from './picks/chosen.ts';

interface RowPreviewProps {
  values: CarouselForm;
  carousel: CarouselWithItems | null;
}

/** The row as students will see it, in the school's own colours, already in the new order. */
export function RowPreview({ values, carousel }: RowPreviewProps) {
  const { t } = useTranslation();
  const { settings } = useSite();
  const cardOf = useCardOf();
  const { items } = useChosen(values, carousel);
  const { card_type: shape, cards_per_group: wide, cards_per_group_mobile: phone } = values;
  if (!items.length) return null;
  return (
    <figure
      aria-label={t('Prévia')}
      data-ground={isLight(settings) ? 'light' : 'dark'}
      className="relative shrink-0 overflow-hidden border-t border-line bg-ground font-sans text-text lg:max-h-80"
      style={themeOf(settings)}
    >
      <figcaption className="px-6 pt-4 text-13 text-text-3 lg:absolute lg:top-3 lg:right-4 lg:z-1 lg:rounded-control lg:bg-ground/80 lg:px-2 lg:py-1">
        {wide
          ? t('Prévia com {{count}} card por grupo|Prévia com {{count}} cards por grupo', {
              count: wide,
            })
          : t('Prévia')}
      </figcaption>
      {/* An image of the row: its links lead nowhere from here. */}
      <div className="row-preview carousels" style={{ '--text-zoom': 1 / textScale() }} inert>
        <CardRow
          label={values.title}
          shape={shape}
          perGroup={{ wide, phone }}
          heading={<RowHeading carousel={values} />}
        >
          {items.map(cardOf).map((card) => (
            <CarouselCard key={`${card.kind} ${card.id}`} card={card} shape={shape} />
          ))}
        </CardRow>
      </div>
    </figure>
  );
}

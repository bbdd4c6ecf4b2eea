import { cardTypes } from '@vitrine/contract/carousels';
import { useId } from 'react';
import { cx } from '../../../../ui/cx.ts';
import { useTranslation } from '../../../../ui/translation.ts';
import type { CardType } from '../carousel-form.ts';

interface CardTypeFieldProps {
  value: CardType;
  onChange: (type: CardType) => void;
}

/** The six card types as images: four regular, two highlighted. */
export function CardTypeField({ value, onChange }: CardTypeFieldProps) {
  const { t } = useTranslation();
  const name = useId();
  const names: Record<CardType, string> = {
    horizontal: t('Horizontal'),
    vertical: t('Vertical'),
    square: t('Quadrado'),
    circle: t('Círculo'),
    biggerImage: t('Imagem maior'),
    fullImage: t('Imagem inteira'),
  };
  return (
    <div role="radiogroup" aria-label={t('Tipo de card')} className="grid content-start gap-5">
      {(['Regular', 'Destacado'] as const).map((group) => (
        <div key={group}>
          <p className="mb-1.5 text-13 font-medium text-text-2">{t(group)}</p>
          <div className="grid grid-cols-2 gap-2">
            {cardTypes[group].map((type) => (
              <label
                key={type}
                className={cx(
                  'flex flex-col gap-2 rounded-card p-3 text-13 font-medium transition-colors ring-inset',
                  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                  value === type
                    ? 'bg-accent-soft text-text ring-2 ring-accent'
                    : 'text-text-2 ring-1 ring-line-2 hover:bg-hover',
                )}
              >
                <input
                  type="radio"
                  name={name}
                  checked={value === type}
                  onChange={() => onChange(type)}
                  className="sr-only"
                />
                <CardTypeImage type={type} />
                {names[type]}
              </label>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** The cards of each type in a drawing of 160 × 60. The last one is cut at the edge. */
const cards: Record<CardType, { width: number; height: number; count: number }> = {
  horizontal: { width: 62, height: 36, count: 3 },
  vertical: { width: 36, height: 54, count: 4 },
  square: { width: 46, height: 46, count: 4 },
  circle: { width: 44, height: 44, count: 4 },
  biggerImage: { width: 112, height: 54, count: 2 },
  fullImage: { width: 150, height: 54, count: 2 },
};

function CardTypeImage({ type }: { type: CardType }) {
  const { width, height, count } = cards[type];
  return (
    <svg viewBox="0 0 160 60" className="w-full rounded-control text-text-3" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <rect
          key={index}
          x={index * (width + 8)}
          y={(60 - height) / 2}
          rx={type === 'circle' ? width / 2 : 4}
          fill="currentColor"
          opacity={index ? 0.35 : 0.75}
          width={width}
          height={height}
        />
      ))}
    </svg>
  );
}

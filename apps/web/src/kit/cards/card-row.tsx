import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Children, type ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { useTranslation } from '../../ui/translation.ts';
import './carousels.css';
import './card-row.css';
import { useTrack } from './use-track.ts';

/** A card type of C section 3, or the ranked card of the carousel Em alta. */
export type Shape =
  | 'horizontal'
  | 'vertical'
  | 'square'
  | 'circle'
  | 'biggerImage'
  | 'fullImage'
  | 'ranked';

/** The number of whole cards in a row; 0 derives it from the width. */
export interface PerGroup {
  wide: number;
  phone: number;
}

interface CardRowProps {
  /** Names the row for screen readers. */
  label: string;
  heading: ReactNode;
  shape: Shape;
  perGroup?: PerGroup | undefined;
  /** Seconds between automatic moves; 0 for never. */
  autoplay?: number;
  className?: string | undefined;
  /** The name of this place for the edit drawer, which outlines it. */
  section?: string;
  /** Cards, each an `<li>`. */
  children: ReactNode;
}

/**
 * A horizontal row of cards: swipe, scroll, arrow buttons on hover, arrow keys. The last visible card
 * is always cropped, which shows that there are more.
 *
 * ```tsx
 * <CardRow label={title} heading={<h2>…</h2>} shape="vertical">{items.map(… <ContentCard/>)}</CardRow>
 * ```
 */
export function CardRow(props: CardRowProps) {
  const { label, heading, shape, perGroup, autoplay = 0, className, section, children } = props;
  const { t } = useTranslation();
  const { list, before, after, page, pausing, autoplayButton } = useTrack(
    Children.count(children),
    autoplay,
    section,
  );
  return (
    <section
      aria-label={label}
      data-shape={shape}
      data-section={section}
      data-many={smallCardsOf(perGroup)}
      className={cx('card-row', className)}
      style={perGroup && columns(perGroup)}
      {...pausing}
    >
      <div className="card-row-heading">
        {heading}
        {autoplayButton}
      </div>
      <div className="card-track-frame">
        <ul ref={list} className="card-track">
          {children}
        </ul>
        {before && (
          <Arrow
            label={`${t('Cards anteriores')}: ${label}`}
            side="left"
            onClick={() => page(-1)}
          />
        )}
        {after && (
          <Arrow label={`${t('Mais cards')}: ${label}`} side="right" onClick={() => page(1)} />
        )}
      </div>
    </section>
  );
}

/** The arrow buttons, for the mouse. Keyboard users have the arrow keys, and touch users swipe. */
function Arrow({
  label,
  side,
  onClick,
}: {
  label: string;
  side: 'left' | 'right';
  onClick: () => void;
}) {
  const Chevron = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      className="card-arrow"
      data-side={side}
      onClick={onClick}
    >
      <Chevron size={22} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

/** From this number of whole cards on, the cards are small on a phone. */
const MIN_SMALL_CARDS = 3;
/** The styles of more are those of five. */
const MAX_SMALL_CARDS = 5;
const smallCardsOf = (perGroup: PerGroup | undefined) =>
  perGroup && perGroup.phone >= MIN_SMALL_CARDS
    ? Math.min(perGroup.phone, MAX_SMALL_CARDS)
    : undefined;

/** The whole cards, and the part of the next one that shows at the end of the row. */
const columns = ({ wide, phone }: PerGroup) => ({
  ...(wide && { '--wide-whole': wide, '--wide-cut': 0.2 }),
  ...(phone && { '--phone-whole': phone, '--phone-cut': 0.14 }),
});

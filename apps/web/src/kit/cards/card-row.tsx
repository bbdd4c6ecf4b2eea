import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Children, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from '../../ui/translation.ts';
import { cx } from '../../ui/cx.ts';
import './carousels.css';
import './card-row.css';
import { useTrack } from './use-track.ts';

export type Shape =
  | 'horizontal'
  | 'vertical'
  | 'square'
  | 'circle'
  | 'biggerImage'
  | 'fullImage'
  | 'ranked';

/** Whole cards a row shows; 0 leaves it to the width. */
export interface PerGroup {
  wide: number;
  phone: number;
}

interface CardRowProps {
  /** Names the row for who cannot see its heading. */
  label: string;
  heading: ReactNode;
  shape: Shape;
  perGroup?: PerGroup | undefined;
  /** Seconds after which a row moves on by itself; 0 never. */
  autoplay?: number;
  className?: string | undefined;
  /** What the edit drawer calls it, when it points at its place on the page. */
  section?: string;
  /** Cards, each an `<li>`. */
  children: ReactNode;
}

/**
 * A row of cards: swiped, scrolled, paged by arrows while the pointer is over it, walked with the
 * arrow keys. The next card is always cut at the edge, so that one sees there is more.
 *
 *     <CardRow label={title} heading={<h2>…</h2>} shape="vertical">{items.map(… <ContentCard/>)}</CardRow>
 */
export function CardRow(props: CardRowProps) {
  const { label, heading, shape, perGroup, autoplay = 0, className, section, children } = props;
  const { t } = useTranslation();
  const { list, before, after, page, pausing, autoplayButton } = useTrack(
    Children.count(children),
    autoplay,
  );
  return (
    <section
      aria-label={label}
      data-shape={shape}
      data-section={section}
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
        {before && <Arrow label={t('Cartões anteriores')} side="left" onClick={() => page(-1)} />}
        {after && <Arrow label={t('Mais cartões')} side="right" onClick={() => page(1)} />}
      </div>
    </section>
  );
}

/** For the mouse: who uses keys walks with the arrow keys, who touches swipes. */
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

const columns = ({ wide, phone }: PerGroup) =>
  ({
    ...(wide && { '--wide-whole': wide, '--wide-cut': 0.2 }),
    ...(phone && { '--phone-whole': phone, '--phone-cut': 0.14 }),
  }) as CSSProperties;

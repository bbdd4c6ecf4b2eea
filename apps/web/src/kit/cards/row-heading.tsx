import type { CarouselRow } from '@vitrine/contract/carousels';
import { fontStyle } from '../page/font-style.ts';

type HeadingFonts = Pick<
  CarouselRow,
  | 'title'
  | 'description'
  | `${'font' | 'weight' | 'size'}_title`
  | `${'font' | 'weight' | 'size'}_description`
>;

/** A row's title and description, lettered as its admin chose. */
export function RowHeading({ carousel }: { carousel: HeadingFonts }) {
  const { title, description } = carousel;
  return (
    <>
      <h2 className="card-row-title" style={letteringOf(carousel, 'title')}>
        {title}
      </h2>
      {description && (
        <p
          className="card-row-description"
          data-long={description.length > aLine || undefined}
          style={letteringOf(carousel, 'description')}
        >
          {description}
        </p>
      )}
    </>
  );
}

/** What fits beside a title; longer ones go below it. */
const aLine = 72;

const letteringOf = (carousel: HeadingFonts, of: 'title' | 'description') =>
  fontStyle(carousel[`font_${of}`], carousel[`weight_${of}`], carousel[`size_${of}`]);

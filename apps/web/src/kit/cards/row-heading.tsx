import type { CarouselWithItems } from '@vitrine/contract/carousels';
import { useFontStyle } from '../page/font-style.ts';

type HeadingFonts = Pick<
  CarouselWithItems,
  | 'title'
  | 'description'
  | `${'font' | 'weight' | 'size'}_title`
  | `${'font' | 'weight' | 'size'}_description`
>;

/** A carousel's title and description, in the fonts that its admin chose. */
export function RowHeading({ carousel }: { carousel: HeadingFonts }) {
  const fontStyle = useFontStyle();
  const { title, description } = carousel;
  const styleOf = (part: 'title' | 'description') =>
    fontStyle(carousel[`font_${part}`], carousel[`weight_${part}`], carousel[`size_${part}`]);
  return (
    <>
      <h2 className="card-row-title" style={styleOf('title')}>
        {title}
      </h2>
      {description && (
        <p
          className="card-row-description"
          data-long={description.length > MAX_LINE_CHARACTERS || undefined}
          style={styleOf('description')}
        >
          {description}
        </p>
      )}
    </>
  );
}

/** Maximum characters of a description beside the title. Longer ones go below it. */
const MAX_LINE_CHARACTERS = 72;

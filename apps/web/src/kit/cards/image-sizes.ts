import type { PerGroup, Shape } from './card-row.tsx';

/**
 * The `sizes` of each card shape, which the browser needs before layout. Covers are mostly 16:9. A
 * narrower frame shows only part of the image, so the image must be wider.
 */
export function imageSizes(shape: Shape, { wide, phone }: PerGroup = { wide: 0, phone: 0 }) {
  const [onWide, onPhone] = derivedWidths[shape];
  const viewportShare = (columns: number) =>
    `${Math.ceil((imageScale[shape] ?? 1) * (ROW_VW / (columns + CUT)))}vw`;
  return [
    wide ? `(width >= 40rem) ${viewportShare(wide)}` : onWide,
    phone ? viewportShare(phone) : onPhone,
  ].join(', ');
}

/** The width of a row without its gutters. */
const ROW_VW = 94;
/** Roughly the part of the next card that shows. */
const CUT = 0.15;

/** Where the row derives the number of cards from its width. */
const derivedWidths: Record<Shape, [wide: string, phone: string]> = {
  horizontal: ['(width >= 71.875rem) 300px, (width >= 30rem) 40vw', '66vw'],
  vertical: ['(width >= 56.25rem) 440px', '72vw'],
  square: ['(width >= 56.25rem) 440px', '64vw'],
  circle: ['(width >= 40rem) 280px', '42vw'],
  ranked: ['(width >= 30rem) 360px', '68vw'],
  biggerImage: ['(width >= 64rem) 860px, (width >= 30rem) 80vw', '110vw'],
  fullImage: ['(width >= 30rem) 95vw', '110vw'],
};

/** How much wider the image is than its frame. */
const imageScale: Partial<Record<Shape, number>> = { vertical: 2, square: 1.6, circle: 1.6 };

import type { PerGroup, Shape } from './card-row.tsx';

/**
 * The `sizes` of each card shape, which the browser needs before layout. Covers are mostly 16:9. A
 * narrower frame shows only part of the image, so the image must be wider.
 */
export function imageSizes(shape: Shape, { wide, phone }: PerGroup = { wide: 0, phone: 0 }) {
  const [onWide, onPhone] = derivedWidths[shape];
  // The row is 94vw wide without its gutters. About 0.15 of the next card shows.
  const viewportShare = (columns: number) =>
    `${Math.ceil((imageScale[shape] ?? 1) * (94 / (columns + 0.15)))}vw`;
  return [
    wide ? `(width >= 40rem) ${viewportShare(wide)}` : onWide,
    phone ? viewportShare(phone) : onPhone,
  ].join(', ');
}

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

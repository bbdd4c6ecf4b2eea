import type { PerGroup, Shape } from './card-row.tsx';

/**
 * The `sizes` of each card shape, which the browser needs before layout. Covers are mostly 16:9. A
 * narrower frame shows only part of the image, so the image must be wider.
 */
export function imageSizes(shape: Shape, { wide, phone }: PerGroup = { wide: 0, phone: 0 }) {
  const [onWide, onPhone] = usual[shape];
  const viewportShare = (columns: number) =>
    `${Math.ceil((cut[shape] ?? 1) * (94 / (columns + 0.15)))}vw`;
  return [
    wide ? `(min-width: 640px) ${viewportShare(wide)}` : onWide,
    phone ? viewportShare(phone) : onPhone,
  ].join(', ');
}

const usual: Record<Shape, [wide: string, phone: string]> = {
  horizontal: ['(min-width: 1150px) 300px, (min-width: 480px) 40vw', '66vw'],
  vertical: ['(min-width: 900px) 440px', '72vw'],
  square: ['(min-width: 900px) 440px', '64vw'],
  circle: ['(min-width: 640px) 280px', '42vw'],
  ranked: ['(min-width: 480px) 360px', '68vw'],
  biggerImage: ['(min-width: 1024px) 860px, (min-width: 480px) 80vw', '110vw'],
  fullImage: ['(min-width: 480px) 95vw', '110vw'],
};

const cut: Partial<Record<Shape, number>> = { vertical: 2, square: 1.6, circle: 1.6 };

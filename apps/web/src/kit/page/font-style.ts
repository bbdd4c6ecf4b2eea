import type { CSSProperties } from 'react';
import { loadFont } from '../../platform/load-font.ts';
import { useSetting } from '../../platform/site-context.ts';

/**
 * The font, weight and size that an admin chose. Large sizes shrink on phones. `fit` shrinks a long
 * title, so that it is never truncated.
 *
 * ```tsx
 * const fontStyle = useFontStyle();
 * <h1 style={fontStyle('Poppins', 600, 48)}>…</h1>
 * ```
 */
export function useFontStyle() {
  const font_primary = useSetting('font_primary');
  return (font: string, weight: number, size: number, fit = 1): CSSProperties => {
    const isCustom = font !== font_primary;
    if (isCustom) loadFont(font);
    return {
      ...(isCustom && { fontFamily: `'${font}', var(--font)` }),
      fontWeight: weight,
      fontSize: sizeOf(size, fit),
    };
  };
}

/** The minimum size of a shrunken title. */
const MIN_FITTED_PX = 16;

/** The admin's pixels hold for the usual text size, and grow with the reader's. */
const rem = (px: number) => `${px / 16}rem`;

const sizeOf = (size: number, fit: number) => {
  const responsiveSize = `min(${rem(size)}, ${rem(Math.max(size * 0.4, 12))} + 3cqi)`;
  return fit === 1
    ? responsiveSize
    : `max(${rem(Math.min(size, MIN_FITTED_PX))}, ${responsiveSize} * ${fit})`;
};

/** Up to this length a title has its full size. */
const FULL_SIZE_CHARACTERS = 32;

/**
 * The factor of a title's size. The title's area grows with its length, so the factor is a square
 * root.
 */
export const titleFit = (title: string) =>
  Number(Math.min(1, Math.sqrt(FULL_SIZE_CHARACTERS / Math.max(1, title.length))).toFixed(3));

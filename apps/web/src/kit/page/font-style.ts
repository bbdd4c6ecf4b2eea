import type { CSSProperties } from 'react';
import { useSite } from '../../platform/site-context.ts';
import { loadFont } from '../../platform/site-theme.ts';

/**
 * Font, weight and size as an admin chose them; on a phone a large one stays on one screen.
 *
 *     const fontStyle = useFontStyle();
 *     <h1 style={fontStyle('Poppins', 600, 48)}>…</h1>
 */
export function useFontStyle() {
  const { font_primary } = useSite().settings;
  return (font: string, weight: number, size: number): CSSProperties => {
    const own = font !== font_primary;
    if (own) loadFont(font);
    return {
      ...(own && { fontFamily: `'${font}', var(--font)` }),
      fontWeight: weight,
      fontSize: `min(${size}px, ${Math.max(size * 0.4, 12)}px + 3cqi)`,
    };
  };
}

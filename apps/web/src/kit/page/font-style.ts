import type { CSSProperties } from 'react';
import { shownSite } from '../../platform/boot.ts';
import { loadFont } from '../../platform/site-theme.ts';

/** Font, weight and size as an admin chose them; on a phone a large one stays on one screen. */
export function fontStyle(font: string, weight: number, size: number): CSSProperties {
  const own = font !== shownSite().settings.font_primary;
  if (own) loadFont(font);
  return {
    ...(own && { fontFamily: `'${font}', var(--font)` }),
    fontWeight: weight,
    fontSize: `min(${size}px, ${Math.max(size * 0.4, 12)}px + 3cqi)`,
  };
}

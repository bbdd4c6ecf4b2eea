import type { Community } from '@vitrine/contract/communities';
import type { CSSProperties } from 'react';
import { loadFont } from '../../platform/site-theme.ts';

/** The legacy form's font, where a school has chosen one. */
export function communityFont({
  font_family: family,
}: Pick<Community, 'font_family'>): CSSProperties | undefined {
  if (!family) return undefined;
  loadFont(family);
  return { fontFamily: `'${family}', var(--font)` };
}

type CoverColors = Pick<
  Community,
  'cover_color' | 'primary_text_color' | 'secondary_text_color' | 'shadow_color'
>;

/** The legacy form's colours apply to the cover only, where its shadow keeps them readable. */
export const coverStyle = ({
  cover_color,
  primary_text_color,
  secondary_text_color,
  shadow_color,
}: CoverColors): CSSProperties =>
  ({
    backgroundColor: cover_color,
    ...(primary_text_color && { '--cover-text': primary_text_color }),
    ...(secondary_text_color && { '--cover-text-2': secondary_text_color }),
    ...(shadow_color && { '--cover-shadow': shadow_color }),
  }) as CSSProperties;

import { defaultCoverColor, type Community } from '@vitrine/contract/communities';
import { textOn } from '@vitrine/contract/theme';
import type { CSSProperties } from 'react';
import { loadFont } from '../../platform/load-font.ts';

/** The legacy form's font, where a school has chosen one. */
export function communityFont({
  font_family: family,
}: Pick<Community, 'font_family'>): CSSProperties | undefined {
  if (!family) return undefined;
  loadFont(family);
  return { fontFamily: `'${family}', var(--font)` };
}

type CoverLook = Pick<
  Community,
  | 'cover_path'
  | 'background_color'
  | 'cover_color'
  | 'primary_text_color'
  | 'secondary_text_color'
  | 'shadow_color'
>;

/**
 * The address of the cover: its own image, else the background of the legacy form. Null for a
 * colour.
 */
export const coverImage = ({
  cover_path,
  background_color,
}: Pick<Community, 'cover_path' | 'background_color'>) => cover_path ?? (background_color || null);

/** A colour alone needs no scrim: the text's colour is derived from it. */
export const hasPlainCover = (look: CoverLook) =>
  !coverImage(look) && !look.primary_text_color && !look.secondary_text_color && !look.shadow_color;

/** True where nobody has chosen a cover. */
export const hasDefaultCover = (look: CoverLook) =>
  hasPlainCover(look) && look.cover_color === defaultCoverColor;

/** The legacy form's colours apply to the cover only, where its shadow keeps them readable. */
export const coverStyle = (look: CoverLook): CSSProperties => {
  const { cover_color, primary_text_color, secondary_text_color, shadow_color } = look;
  return {
    backgroundColor: cover_color,
    ...(hasPlainCover(look) && { '--cover-text': textOn(cover_color) }),
    ...(primary_text_color && { '--cover-text': primary_text_color }),
    ...(secondary_text_color && { '--cover-text-2': secondary_text_color }),
    ...(shadow_color && { '--cover-shadow': shadow_color }),
  };
};

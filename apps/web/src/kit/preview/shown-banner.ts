import type { Banner } from '@vitrine/contract/banners';
import { sharedValue } from '../state/shared-value.ts';

/** What somebody edits of the home page's banners: one of them, or one that is being made. */
export interface ShownBanner {
  id: number | null;
  /** As it is being typed, over what is saved. */
  draft?: Banner;
}

/** The page moves to this banner and stays there (behaviour 16); null lets it go on. */
export const shownBanner = sharedValue<ShownBanner | null>(null);

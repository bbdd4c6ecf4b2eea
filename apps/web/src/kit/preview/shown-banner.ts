import type { Banner } from '@vitrine/contract/banners';
import { sharedValue } from '../state/shared-value.ts';

/** The banner in the editor: an existing one or a new one. */
export interface ShownBanner {
  id: number | null;
  /** The unsaved form values, over the saved banner. */
  draft?: Banner;
}

/** The home page shows this banner and stays on it. Null resumes the rotation. */
export const shownBanner = sharedValue<ShownBanner | null>(null);

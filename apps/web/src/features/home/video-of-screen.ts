import { phoneScreen } from '@vitrine/contract/banner-images';
import type { Banner } from '@vitrine/contract/banners';
import { useMediaQuery } from '../../ui/media-query.ts';

/** B section 9: it plays for 6 seconds, then waits for play. */
export const PREVIEW_SECONDS = 6;

/** The video for this screen. Null without one, or while it is converted. */
export function useVideoOfScreen(banner: Banner | undefined): string | null {
  const phone = useMediaQuery(phoneScreen);
  const wide = banner?.url_video_state === 'ready' ? banner.url_video : null;
  const tall = banner?.url_video_vertical_state === 'ready' ? banner.url_video_vertical : null;
  return phone ? (tall ?? wide) : (wide ?? tall);
}

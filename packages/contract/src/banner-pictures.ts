import type { Banner } from './banners.ts';
import { phoneWide } from './file-addresses.ts';

/** Up to here a screen is a phone's, and shows what was made for phones. */
export const phoneScreen = '(max-width: 639px)';

export interface BannerPicture {
  path: string;
  /** Of which screens; null is all that are left. */
  media: string | null;
  sizes: string;
}

/**
 * Which picture shows where: the page fetches the first banner's ahead by the same words with which
 * its `<picture>` asks for it. An empty slot shows the other one's (behaviour 39).
 */
export function picturesOf({
  url_image,
  url_image_vertical,
}: Pick<Banner, 'url_image' | 'url_image_vertical'>): BannerPicture[] {
  const tall = url_image_vertical && {
    path: url_image_vertical,
    sizes: `${phoneScreen} ${phoneWide}, 100vw`,
  };
  // It fills 612 px of height: under 1088 px it is wider than the screen, and cut at its sides.
  const wide = url_image && { path: url_image, sizes: 'max(100vw, 1088px)' };
  if (tall && wide)
    return [
      { ...tall, media: phoneScreen },
      { ...wide, media: '(min-width: 640px)' },
    ];
  if (wide) return [{ ...wide, media: null, sizes: `${phoneScreen} 112vw, ${wide.sizes}` }];
  return tall ? [{ ...tall, media: null }] : [];
}

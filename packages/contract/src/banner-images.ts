import type { Banner } from './banners.ts';
import { phoneWide } from './file-addresses.ts';

/** The media query of phone screens, which show the vertical image. */
export const phoneScreen = '(width < 40rem)';

interface BannerImage {
  path: string;
  /** The media query of the screens that show this image; null for all remaining screens. */
  media: string | null;
  sizes: string;
}

/**
 * Maps the banner's images to screens. The page preloads the first banner with the same `sizes` as
 * its `<picture>`. An empty slot shows the other slot's image.
 */
export function imagesOf({
  url_image,
  url_image_vertical,
}: Pick<Banner, 'url_image' | 'url_image_vertical'>): BannerImage[] {
  const tall = url_image_vertical && {
    path: url_image_vertical,
    sizes: `${phoneScreen} ${phoneWide}, 100vw`,
  };
  // The image fills a height of 612 px. Below a width of 1088 px it is wider than the screen, and the
  // browser crops its sides.
  const wideImage = url_image && { path: url_image, sizes: 'max(100vw, 1088px)' };
  if (tall && wideImage)
    return [
      { ...tall, media: phoneScreen },
      { ...wideImage, media: '(width >= 40rem)' },
    ];
  if (wideImage)
    return [{ ...wideImage, media: null, sizes: `${phoneScreen} 112vw, ${wideImage.sizes}` }];
  return tall ? [{ ...tall, media: null }] : [];
}

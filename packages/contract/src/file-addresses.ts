// Addresses of files, and of the sizes of images.

/**
 * `/files/{tenant}/{random}.{ext}`: a file's address, as the database stores it. An image's name ends
 * with its size, `…-1920x1080.jpg`, so that a page can reserve its space.
 */
const filePattern = /^\/files\/[1-9]\d{0,15}\/[\w-]{22}(?:-(\d{1,5})x(\d{1,5}))?\.[a-z0-9]{1,8}$/;

/** Extracts the stored path from a path or from an address that an answer carried. */
export function filePath(value: string): string | null {
  const path = value.replace(/^https?:\/\/[^/]+/i, '').replace(/[?#].*/s, '');
  return filePattern.test(path) ? path : null;
}

/** The widths that the server generates and pages show. */
export const imageWidths = [320, 640, 960, 1280, 1920] as const;

/** The widths that an image has: those below its original width, and the original. */
const resizedWidths = (width: number): number[] => [
  ...imageWidths.filter((available) => available < width),
  width,
];

/** The size in an image's address; null for other addresses. */
export function imageSize(url: string): { width: number; height: number } | null {
  const [, width, height] = filePattern.exec(url.replace(/[?#].*/s, '')) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
}

/**
 * The `srcset` of a stored image: `<img src={path} srcset={imageSrcSet(path)} sizes="50vw">`. The
 * sizes are WebP; the bare path is the full-size JPEG or PNG. It keeps a signature in the query. It
 * returns undefined for other addresses, so that React omits the attribute.
 */
export function imageSrcSet(url: string | null | undefined): string | undefined {
  const size = url ? imageSize(url) : null;
  return size
    ? resizedWidths(size.width)
        .map((width) => `${imageUrl(url!, width)} ${width}w`)
        .join(', ')
    : undefined;
}

/**
 * The `sizes` of a full-width image on a phone. It claims three quarters of the width: nobody sees the
 * difference on a dense screen, and the file is two fifths smaller.
 */
export const phoneWide = '75vw';

const imageUrl = (url: string, width: number) => `${url}${url.includes('?') ? '&' : '?'}w=${width}`;

// Addresses of files, and of the sizes in which images are shown.

/**
 * `/files/{tenant}/{random}.{ext}`: the address of a file, as it is stored and compared. An image's
 * name ends with its size, `…-1920x1080.jpg`, so that a page can keep its place free.
 */
const filePattern = /^\/files\/[1-9]\d{0,15}\/[\w-]{22}(?:-(\d{1,5})x(\d{1,5}))?\.[a-z0-9]{1,8}$/;

/** The path within what a client sends back: a path, or the address that an answer carried. */
export function filePath(value: string): string | null {
  const path = value.replace(/^https?:\/\/[^/]+/i, '').replace(/[?#].*/s, '');
  return filePattern.test(path) ? path : null;
}

/** The widths in which images are shown and made. */
export const imageWidths = [320, 640, 960, 1280, 1920] as const;

/** The widths made of an image: those below its own, and its own. */
const madeWidths = (width: number): number[] => [
  ...imageWidths.filter((made) => made < width),
  width,
];

/** The size that an image's address tells; null for other addresses. */
export function imageSize(url: string): { width: number; height: number } | null {
  const [, width, height] = filePattern.exec(url.replace(/[?#].*/s, '')) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
}

/**
 * The `srcset` of an image of ours: `<img src={path} srcset={imageSrcSet(path)} sizes="50vw">`. The
 * sizes are WebP, the bare path is the JPEG or PNG of full size. A signature in the query is kept.
 * Undefined for every other address, which is what leaves the attribute out.
 */
export function imageSrcSet(url: string | null | undefined): string | undefined {
  const size = url ? imageSize(url) : null;
  return size
    ? madeWidths(size.width)
        .map((width) => `${imageUrl(url!, width)} ${width}w`)
        .join(', ')
    : undefined;
}

/**
 * How wide a picture that fills a phone's screen from side to side says it is: three quarters. Of a
 * photograph nobody misses the rest on so fine a screen, and it is two fifths less to wait for.
 */
export const phoneWide = '75vw';

const imageUrl = (url: string, width: number) => `${url}${url.includes('?') ? '&' : '?'}w=${width}`;

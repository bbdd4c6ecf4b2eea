interface CropOptions {
  /** The URL of the image. */
  source: string;
  name: string;
  /** The kept area, in pixels of the image. */
  area: { x: number; y: number; width: number; height: number };
  size: readonly [number, number];
  transparent?: boolean;
}

/** Draws an area of an image at the output size. Rejects if the browser cannot read the image. */
export async function cropImage({
  source,
  name,
  area,
  size,
  transparent,
}: CropOptions): Promise<File> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = size;
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, ...size);
  const type = transparent ? 'image/png' : 'image/jpeg';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
  if (!blob) throw new Error('the image could not be drawn');
  return new File([blob], name.replace(/\.\w+$/, '') + (transparent ? '.png' : '.jpg'), { type });
}

/** Whether the browser can decode a file. Most cannot decode HEIC. */
export async function canShow(source: string) {
  const image = new Image();
  image.src = source;
  return image.decode().then(
    () => true,
    () => false,
  );
}

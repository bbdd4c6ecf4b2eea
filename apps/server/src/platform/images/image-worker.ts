/** The worker process that decodes one uploaded image. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { serveCalls } from '../worker-process/serve-calls.ts';
import { openHeic } from './heic.ts';
import type {
  ImageResult,
  ImageRequest,
  ImageProblem,
  ImageFile,
  ProcessedImage,
} from './image-work.ts';

/** Of originals, which are edited again, and of animations. */
const MASTER_QUALITY = 80;
/** Of the widths that pages show: a fifth lighter, and nobody sees it on a dense screen. */
const SHOWN_QUALITY = 75;
/** Transparent images up to this width are logos. They stay PNG, for mail programs and favicons. */
const MAX_PNG_WIDTH_PX = 640;

sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
  ],
});

class ImageError extends Error {
  readonly kind: ImageProblem;
  constructor(kind: ImageProblem, detail = '') {
    super(detail);
    this.kind = kind;
  }
}

const calls = {
  make: (order: ImageRequest) =>
    make(order).then(
      (made): ImageResult => ({ made }),
      (error: Error): ImageResult => ({
        problem: error instanceof ImageError ? error.kind : 'broken',
        detail: error.message,
      }),
    ),
};
export type ImageCalls = typeof calls;

serveCalls(calls);

async function make(order: ImageRequest): Promise<ProcessedImage> {
  const source = await decoded(order);
  // All smaller widths are made from this one: upright, without metadata.
  const pipeline = order.exact
    ? source.resize({ width: order.width, height: order.height, fit: 'cover' })
    : source.resize({
        width: order.width,
        height: order.height,
        fit: 'inside',
        withoutEnlargement: true,
      });
  if (order.animated) {
    const frames = (await source.metadata()).pages ?? 1;
    if (frames > 1) return animation(order, pipeline);
  }
  const { data, info } = await pipeline
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const original = () => sharp(data, { raw: { width, height, channels: info.channels } });
  const sizes = [];
  for (const wide of [...order.widths.filter((one) => one < width), width])
    sizes.push({
      width: wide,
      ...(await write(
        order,
        original().resize({ width: wide }).webp({ quality: SHOWN_QUALITY }),
        `w${wide}.webp`,
      )),
    });
  const opaque = info.channels % 2 === 1 || (await original().stats()).isOpaque;
  return { width, height, master: await writeMaster(order, original(), opaque, width), sizes };
}

async function writeMaster(order: ImageRequest, image: Sharp, opaque: boolean, width: number) {
  if (opaque)
    return {
      ext: 'jpg',
      ...(await write(
        order,
        image.removeAlpha().jpeg({ quality: MASTER_QUALITY, mozjpeg: true }),
        'master.jpg',
      )),
    };
  if (width <= MAX_PNG_WIDTH_PX)
    return { ext: 'png', ...(await write(order, image.png(), 'master.png')) };
  return {
    ext: 'webp',
    ...(await write(order, image.webp({ quality: MASTER_QUALITY }), 'master.webp')),
  };
}

/** An animation becomes one animated WebP, without smaller widths. */
async function animation(order: ImageRequest, pipeline: Sharp): Promise<ProcessedImage> {
  const file = await write(order, pipeline.webp({ quality: MASTER_QUALITY }), 'master.webp');
  const { width, pageHeight, height } = await sharp(file.path).metadata();
  return { width, height: pageHeight ?? height, master: { ext: 'webp', ...file }, sizes: [] };
}

async function write({ into }: ImageRequest, image: Sharp, name: string): Promise<ImageFile> {
  const path = join(into, name);
  const { format } = await image.toFile(path);
  return { path, size: (await stat(path)).size, type: `image/${format}` };
}

// Reading: the content decides the type, and the size is checked before decoding ------------------

async function decoded(order: ImageRequest): Promise<Sharp> {
  const type = (await fileTypeFromFile(order.from))?.mime;
  if (type === 'image/heic' || type === 'image/heif') return decodedHeic(order);
  const accepted = ['image/jpeg', 'image/png', 'image/apng', 'image/webp'];
  if (order.animated) accepted.push('image/gif');
  if (!type || !accepted.includes(type)) throw new ImageError('wrong_type', type);

  const options = { failOn: 'error', limitInputPixels: false, animated: order.animated } as const;
  const {
    width,
    height,
    pages = 1,
    pageHeight = height,
  } = await sharp(order.from, options).metadata();
  refuseSize(order, width, pageHeight, pages);
  return sharp(order.from, options).autoOrient();
}

/** Decodes photos of phones. libheif turns them upright itself. */
async function decodedHeic(order: ImageRequest): Promise<Sharp> {
  const image = await openHeic(order.from);
  refuseSize(order, image.width, image.height, 1);
  const { data, ...raw } = await image.decode();
  return sharp(data, { raw });
}

function refuseSize(order: ImageRequest, width: number, height: number, frames: number) {
  if (frames > order.maxFrames) throw new ImageError('too_many_frames', String(frames));
  if (width * height * frames > order.maxPixels)
    throw new ImageError('too_many_pixels', `${width}x${height}x${frames}`);
}

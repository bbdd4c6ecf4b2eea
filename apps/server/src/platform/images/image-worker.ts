/** The worker process that decodes one uploaded image. */
import { fileTypeFromFile } from 'file-type';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Quality of masters, which people crop again, and of animations. */
const MASTER_QUALITY = 80;
/** Quality of the widths that pages show. They are a fifth smaller and look the same. */
const PAGE_QUALITY = 75;
/** Transparent images up to this width are logos. They stay PNG, for mail programs and favicons. */
const MAX_PNG_WIDTH_PX = 640;

/** A crop of a longer line would show a hundredth of it, and sharp cannot scale the longest ones. */
const MAX_RATIO = 100;

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
  make: (request: ImageRequest) =>
    make(request).then(
      (made): ImageResult => ({ made }),
      (error: Error): ImageResult => ({
        problem: error instanceof ImageError ? error.kind : 'broken',
        detail: error.message,
      }),
    ),
};
/** The calls that `workerProcess` makes. They may be killed at any moment. */
export type ImageCalls = typeof calls;

serveCalls(calls);

async function make(request: ImageRequest): Promise<ProcessedImage> {
  const source = await openImage(request);
  // All smaller widths are made from this one: upright, without metadata.
  const pipeline = request.exact
    ? source.resize({ width: request.width, height: request.height, fit: 'cover' })
    : source.resize({
        width: request.width,
        height: request.height,
        fit: 'inside',
        withoutEnlargement: true,
      });
  if (request.animated) {
    const frames = (await source.metadata()).pages ?? 1;
    if (frames > 1) return animation(request, pipeline);
  }
  const { data, info } = await pipeline
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const original = () => sharp(data, { raw: { width, height, channels: info.channels } });
  const sizes = [];
  for (const targetWidth of [...request.widths.filter((candidate) => candidate < width), width])
    sizes.push({
      width: targetWidth,
      ...(await write(
        request,
        original().resize({ width: targetWidth }).webp({ quality: PAGE_QUALITY }),
        `w${targetWidth}.webp`,
      )),
    });
  const opaque = info.channels % 2 === 1 || (await original().stats()).isOpaque;
  return { width, height, master: await writeMaster(request, original(), opaque, width), sizes };
}

async function writeMaster(request: ImageRequest, image: Sharp, opaque: boolean, width: number) {
  if (opaque)
    return {
      ext: 'jpg',
      ...(await write(
        request,
        image.removeAlpha().jpeg({ quality: MASTER_QUALITY, mozjpeg: true }),
        'master.jpg',
      )),
    };
  if (width <= MAX_PNG_WIDTH_PX)
    return { ext: 'png', ...(await write(request, image.png(), 'master.png')) };
  return {
    ext: 'webp',
    ...(await write(request, image.webp({ quality: MASTER_QUALITY }), 'master.webp')),
  };
}

/** An animation becomes one animated WebP, without smaller widths. */
async function animation(request: ImageRequest, pipeline: Sharp): Promise<ProcessedImage> {
  const file = await write(request, pipeline.webp({ quality: MASTER_QUALITY }), 'master.webp');
  const { width, pageHeight, height } = await sharp(file.path).metadata();
  return { width, height: pageHeight ?? height, master: { ext: 'webp', ...file }, sizes: [] };
}

async function write({ into }: ImageRequest, image: Sharp, name: string): Promise<ImageFile> {
  const path = join(into, name);
  const { format } = await image.toFile(path);
  return { path, size: (await stat(path)).size, type: `image/${format}` };
}

// Reading: the content decides the type, and the size is checked before decoding ------------------

async function openImage(request: ImageRequest): Promise<Sharp> {
  const type = (await fileTypeFromFile(request.from))?.mime;
  const isHeic = type === 'image/heic' || type === 'image/heif';
  if (isHeic && !request.animated) return openHeicImage(request);
  const acceptedTypes = ['image/jpeg', 'image/png', 'image/apng', 'image/webp'];
  if (request.animated) acceptedTypes.push('image/gif');
  if (!type || !acceptedTypes.includes(type)) throw new ImageError('wrong_type', type);

  const options = { failOn: 'error', limitInputPixels: false, animated: request.animated } as const;
  const {
    width,
    height,
    pages = 1,
    pageHeight = height,
  } = await sharp(request.from, options).metadata();
  refuseSize(request, width, pageHeight, pages);
  return sharp(request.from, options).autoOrient();
}

/** Decodes photos of phones. libheif turns them upright itself. */
async function openHeicImage(request: ImageRequest): Promise<Sharp> {
  const image = await openHeic(request.from);
  refuseSize(request, image.width, image.height, 1);
  const { data, ...raw } = await image.decode();
  return sharp(data, { raw });
}

function refuseSize(request: ImageRequest, width: number, height: number, frames: number) {
  if (frames > request.maxFrames) throw new ImageError('too_many_frames', String(frames));
  if (width * height * frames > request.maxPixels)
    throw new ImageError('too_many_pixels', `${width}x${height}x${frames}`);
  if (request.exact && Math.max(width, height) > MAX_RATIO * Math.min(width, height))
    throw new ImageError('too_narrow', `${width}x${height}`);
}

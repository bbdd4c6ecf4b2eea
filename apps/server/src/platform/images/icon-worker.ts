/** The worker process that draws a school's icon from an image or an outline. */
import sharp from 'sharp';
import { serveCalls } from '../worker-process/serve-calls.ts';

/** A square icon: an image on a ground. Sizes are pixels. The answer is a PNG. */
export interface IconRequest {
  /** The width and height of the icon. */
  size: number;
  /** The background colour; null is transparent. */
  ground: string | null;
  /** A file that the server made itself, or an SVG of the application. */
  image: { path: string } | { svg: string };
  /** The image's share of the icon's width, 0 to 1. */
  share: number;
}

const calls = { draw };
/** The calls that `workerProcess` makes. They may be killed at any moment. */
export type IconCalls = typeof calls;

sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    // From a buffer only: no uploaded file is read as SVG.
    'VipsForeignLoadSvgBuffer',
    'VipsForeignLoadPngBuffer', // the result of the first step
  ],
});

serveCalls(calls);

async function draw({ size, ground, image, share }: IconRequest): Promise<Uint8Array> {
  const innerSize = Math.round(size * share);
  const input = 'svg' in image ? Buffer.from(image.svg) : image.path;
  const fitted = await sharp(input)
    .resize({ width: innerSize, height: innerSize, fit: 'contain', background: '#00000000' })
    .png()
    .toBuffer();
  const background = ground ?? '#00000000';
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: fitted, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

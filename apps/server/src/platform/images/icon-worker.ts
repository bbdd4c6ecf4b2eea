/** The worker process that draws an icon of a school: of its picture, or of an outline. */
import sharp from 'sharp';
import { serveCalls } from '../worker-process/serve-calls.ts';

export interface IconOrder {
  /** The width and height of the icon. */
  size: number;
  /** Behind the picture; null leaves it transparent. */
  ground: string | null;
  /** The picture as a file that we have made ourselves, or an SVG of ours. */
  picture: { path: string } | { svg: string };
  /** How much of the icon's width the picture takes, 0 to 1. */
  share: number;
}

const calls = { draw };
export type IconCalls = typeof calls;

sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    // A buffer only: no file that somebody sent is read as SVG.
    'VipsForeignLoadSvgBuffer',
    'VipsForeignLoadPngBuffer', // what the first step made
  ],
});

serveCalls(calls);

async function draw({ size, ground, picture, share }: IconOrder): Promise<Uint8Array> {
  const inner = Math.round(size * share);
  const input = 'svg' in picture ? Buffer.from(picture.svg) : picture.path;
  const fitted = await sharp(input)
    .resize({ width: inner, height: inner, fit: 'contain', background: '#00000000' })
    .png()
    .toBuffer();
  const background = ground ?? '#00000000';
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: fitted, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

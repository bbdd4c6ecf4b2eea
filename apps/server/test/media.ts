import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** Files that sharp cannot write. test/media/README.md describes how each was made. */
export const recorded = (name: 'photo.heic' | 'with-sound.mp4' | 'silent.mp4' | 'film.webm') =>
  readFile(join(import.meta.dirname, 'media', name));

const plain = (width: number, height: number, background: object | string) =>
  sharp({
    create: { width, height, channels: 4, background: background as string },
    limitInputPixels: false,
  });

/** A JPEG of one colour, in pixels. */
export const jpeg = (width = 1200, height = 800) =>
  plain(width, height, '#b5651d').jpeg().toBuffer();
/** A half transparent PNG, in pixels. */
export const png = (width = 300, height = 200) =>
  plain(width, height, { r: 20, g: 90, b: 200, alpha: 0.5 }).png().toBuffer();

/** Red above blue when upright. It is stored sideways, with GPS and camera metadata. */
export const sideways = async () => {
  const half = (background: string) =>
    ({ create: { width: 400, height: 300, channels: 3, background } }) as const;
  const upright = await sharp({
    create: { width: 400, height: 600, channels: 3, background: 'blue' },
  })
    .composite([{ input: await sharp(half('red')).png().toBuffer(), top: 0, left: 0 }])
    .png()
    .toBuffer();
  return sharp(await sharp(upright).rotate(-90).png().toBuffer())
    .withExif({
      IFD0: { Make: 'Camera', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
};

/** An animated GIF. Each frame has another colour. */
export async function gif(frames: number, width = 60, height = 40) {
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      plain(width, height, { r: (index * 50) % 255, g: index % 255, b: 0, alpha: 1 })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(pages, { join: { animated: true } })
    .gif()
    .toBuffer();
}

// Videos with only the boxes that `detectFile` reads ----------------------------------------------

const box = (name: string, ...content: Buffer[]): Buffer => {
  const inside = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(inside.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, inside]);
};

/** An MP4 or QuickTime file of `size` bytes. Its only track has this codec; its index comes last. */
export function video({ codec = 'avc1', brand = 'isom', size = 10_000 } = {}): Buffer {
  const handler = box('hdlr', Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(12));
  const described = box('stsd', Buffer.alloc(8), box(codec, Buffer.alloc(78)));
  const moov = box(
    'moov',
    box('mvhd', Buffer.alloc(100)),
    box('trak', box('mdia', handler, box('minf', box('stbl', described)))),
  );
  const start = box('ftyp', Buffer.from(brand), Buffer.alloc(4), Buffer.from(brand));
  const rest = size - start.length - moov.length - 8;
  return Buffer.concat([start, box('mdat', Buffer.alloc(Math.max(0, rest), 7)), moov]);
}

const ebml = (docType: string) =>
  Buffer.concat([
    Buffer.from('1a45dfa3', 'hex'),
    Buffer.from([0x80 | (docType.length + 3), 0x42, 0x82, 0x80 | docType.length]),
    Buffer.from(docType),
    Buffer.alloc(500),
  ]);
/** The first bytes of a WebM file. */
export const webm = () => ebml('webm');
/** The first bytes of an AVI file, which browsers do not play. */
export const avi = () => Buffer.concat([Buffer.from('RIFF\0\x10\0\0AVI LIST'), Buffer.alloc(500)]);

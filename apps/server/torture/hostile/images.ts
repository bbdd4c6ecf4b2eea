import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { rawZip } from '../../test/cartridges/raw-zip.ts';
import type { SeededRandom } from '../random.ts';
import { family, mutations, patched, type Content } from './kind.ts';

const plain = (width = 60, height = 40) =>
  sharp({
    create: { width, height, channels: 4, background: { r: 20, g: 90, b: 200, alpha: 0.5 } },
    limitInputPixels: false,
  });

// PNG by hand -------------------------------------------------------------------------------------

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
function chunk(
  type: string,
  data: Buffer,
  { length = data.length, crc }: { length?: number; crc?: number } = {},
) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc ?? crc32(named));
  return Buffer.concat([head, named, tail]);
}
const header = (width: number, height: number, rest = '0806000000') =>
  chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from(rest, 'hex')]));
function uint32(value: number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
const pixels = chunk('IDAT', deflateSync(Buffer.alloc(41 * 241)));
const end = chunk('IEND', Buffer.alloc(0));
const bomb = () => deflateSync(Buffer.alloc(200_000_000), { level: 1 });
const pngOf = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, header(60, 40), ...chunks, end]);

const pngs = (): Record<string, Content> => ({
  'of no pixels': Buffer.concat([SIGNATURE, header(0, 0), pixels, end]),
  'of 65,535 times 65,535 pixels': Buffer.concat([SIGNATURE, header(65_535, 65_535), pixels, end]),
  'of 2^31 times 2^31 pixels': Buffer.concat([
    SIGNATURE,
    header(2 ** 31 - 1, 2 ** 31 - 1),
    pixels,
    end,
  ]),
  'of one times 40,000,000 pixels': Buffer.concat([SIGNATURE, header(1, 40_000_000), pixels, end]),
  'of an unknown colour type': Buffer.concat([
    SIGNATURE,
    header(60, 40, '0809000000'),
    pixels,
    end,
  ]),
  'of three bits': Buffer.concat([SIGNATURE, header(60, 40, '0306000000'), pixels, end]),
  'with a palette that is missing': Buffer.concat([
    SIGNATURE,
    header(60, 40, '0803000000'),
    pixels,
    end,
  ]),
  'interlaced by an unknown way': Buffer.concat([
    SIGNATURE,
    header(60, 40, '0806000009'),
    pixels,
    end,
  ]),
  'whose pixels are a bomb': () => pngOf(chunk('IDAT', bomb())),
  'whose profile is a bomb': () =>
    pngOf(chunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), bomb()])), pixels),
  'whose text is a bomb': () =>
    pngOf(chunk('zTXt', Buffer.concat([Buffer.from('t\0\0'), bomb()])), pixels),
  'whose text is a bomb in many languages': () =>
    pngOf(chunk('iTXt', Buffer.concat([Buffer.from('t\0\x01\0\0\0'), bomb()])), pixels),
  'with 50,000 texts': pngOf(
    ...Array.from({ length: 50_000 }, () => chunk('tEXt', Buffer.from('t\0x'))),
    pixels,
  ),
  'with 20,000 empty pieces': pngOf(
    ...Array.from({ length: 20_000 }, () => chunk('IDAT', Buffer.alloc(0))),
    pixels,
  ),
  'with a piece of 4 GiB': pngOf(chunk('IDAT', Buffer.alloc(10), { length: 0xffffffff }), pixels),
  'with a wrong sum': pngOf(chunk('IDAT', deflateSync(Buffer.alloc(41 * 241)), { crc: 1 })),
  'without pixels': pngOf(),
  'with two headers': pngOf(header(2_000, 2_000), pixels),
  'with an unknown needed piece': pngOf(chunk('ABCD', Buffer.from('x')), pixels),
  'with a profile of no sense': pngOf(
    chunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.from('no profile'))])),
    pixels,
  ),
  'with Exif of no sense': pngOf(
    chunk('eXIf', Buffer.from('MM\0*\xff\xff\xff\xff', 'latin1')),
    pixels,
  ),
  'that says it has 2^31 frames': pngOf(
    chunk('acTL', Buffer.concat([uint32(2 ** 31 - 1), uint32(0)])),
    pixels,
  ),
  'with background, chromaticities and gamma of no sense': pngOf(
    chunk('gAMA', uint32(0)),
    chunk('cHRM', Buffer.alloc(32, 255)),
    chunk('bKGD', Buffer.alloc(6, 255)),
    pixels,
  ),
});

// JPEG --------------------------------------------------------------------------------------------

const segment = (marker: string, data: Buffer, length = data.length + 2) => {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(length & 0xffff);
  return Buffer.concat([Buffer.from(`ff${marker}`, 'hex'), size, data]);
};
const afterStart = (good: Buffer, ...more: Buffer[]) =>
  Buffer.concat([good.subarray(0, 2), ...more, good.subarray(2)]);
const exif = (tiff: string) =>
  segment('e1', Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(tiff, 'hex')]));
const profile = (data: Buffer, number = 1, of = 1) =>
  segment('e2', Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([number, of]), data]));

function jpegs(good: Buffer, progressive: Buffer): Record<string, Buffer> {
  const frame = good.indexOf('ffc0', 0, 'hex');
  const scan = progressive.lastIndexOf('ffda', undefined, 'hex');
  const scans = Array.from({ length: 3_000 }, () => progressive.subarray(scan, -2));
  return {
    'of 65,535 times 65,535 pixels': patched(good, frame + 5, 'ffffffff'),
    'of no pixels': patched(good, frame + 5, '00000000'),
    'of no lines': patched(good, frame + 5, '0000'),
    'of 255 components': patched(good, frame + 9, 'ff'),
    'of no components': patched(good, frame + 9, '00'),
    'with sampling of 15 by 15': patched(good, frame + 11, 'ff'),
    'of 12 bits': patched(good, frame + 4, '0c'),
    lossless: patched(good, frame, 'ffc3'),
    arithmetic: patched(good, frame, 'ffc9'),
    'with 3,000 scans': Buffer.concat([
      progressive.subarray(0, -2),
      ...scans,
      progressive.subarray(-2),
    ]),
    'with a segment of no length': afterStart(good, segment('e0', Buffer.alloc(0), 0)),
    'with a segment longer than itself': afterStart(good, segment('e0', Buffer.from('x'), 0xffff)),
    'with 20,000 comments': afterStart(
      good,
      ...Array.from({ length: 20_000 }, () => segment('fe', Buffer.from('x'))),
    ),
    'with Exif that leads to itself': afterStart(
      good,
      exif('4d4d002a000000080001876900040000000100000008'.padEnd(60, '0')),
    ),
    'with Exif that leads outside': afterStart(good, exif('4d4d002affffffff')),
    'with Exif of 65,535 fields': afterStart(good, exif('4d4d002a00000008ffff')),
    'with Exif turned 255 times': afterStart(
      good,
      exif('4d4d002a000000080001011200030000000100ff000000000000'),
    ),
    'with Exif of a thumbnail elsewhere': afterStart(
      good,
      exif('4d4d002a0000000800010201000400000001ffffffff00000000'),
    ),
    'with a profile of no sense': afterStart(good, profile(Buffer.from('no profile'.repeat(100)))),
    'with a profile of 255 parts, of which one is here': afterStart(
      good,
      profile(Buffer.alloc(200), 1, 255),
    ),
    'with a profile of no parts': afterStart(good, profile(Buffer.alloc(200), 0, 0)),
    'with a profile that states 4 GiB': afterStart(
      good,
      profile(Buffer.concat([Buffer.from('ffffffff', 'hex'), Buffer.alloc(200)])),
    ),
    'without an end': good.subarray(0, -2),
    'that is only an end': Buffer.from('ffd8ffd9', 'hex'),
    'with Huffman tables of no sense': patched(
      good,
      good.indexOf('ffc4', 0, 'hex') + 5,
      'ff'.repeat(16),
    ),
    'with a table that is missing': patched(good, good.indexOf('ffdb', 0, 'hex') + 4, '03'),
  };
}

const svg = (inside: string, before = '') =>
  `<?xml version="1.0"?>${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="60" height="40">${inside}</svg>`;

const svgs = {
  'with a script': svg('<script>alert(1)</script>'),
  'with a handler': svg('<rect width="9" height="9" onload="alert(1)"/>'),
  'with an entity of a file': svg(
    '<text>&x;</text>',
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
  ),
  'with entities that grow': svg(
    '<text>&c;</text>',
    '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>',
  ),
  'with an image of a file': svg('<image xlink:href="file:///etc/passwd" width="9" height="9"/>'),
  'with an image of this machine': svg(
    '<image xlink:href="http://127.0.0.1:3000/" width="9" height="9"/>',
  ),
  'that uses itself': svg('<g id="a"><use xlink:href="#a"/><use xlink:href="#a"/></g>'),
  'with a page inside': svg(
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>1</script></body></foreignObject>',
  ),
  'of 2^31 pixels': svg('').replace('width="60"', 'width="2147483647"'),
  'packed like .svgz': deflateSync(svg('')),
};

function others(good: {
  png: Buffer;
  jpeg: Buffer;
  gif: Buffer;
  webp: Buffer;
}): Record<string, Buffer | string> {
  const html = '<html><script>alert(1)</script></html>';
  return {
    'PNG with a page behind it': Buffer.concat([good.png, Buffer.from(html)]),
    'JPEG with a page in its comment': afterStart(good.jpeg, segment('fe', Buffer.from(html))),
    'JPEG and archive in one': Buffer.concat([good.jpeg, rawZip([{ name: 'a', data: 'x' }])]),
    'GIF and script in one': Buffer.concat([
      Buffer.from('GIF89a/*'),
      good.gif.subarray(8),
      Buffer.from('*/=1;alert(1)'),
    ]),
    'PDF and JPEG in one': Buffer.concat([Buffer.from('%PDF-1.4\n'), good.jpeg]),
    'PNG that says it is a JPEG': Buffer.concat([Buffer.from('ffd8ff', 'hex'), good.png]),
    'WebP that states 4 GiB': patched(good.webp, 4, 'ffffffff'),
    'WebP that states no bytes': patched(good.webp, 4, '00000000'),
    'WebP with a piece of 4 GiB': patched(good.webp, 16, 'ffffffff'),
    'WebP of 16,384 times 16,384 pixels': Buffer.concat([
      Buffer.from('RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0', 'latin1'),
      Buffer.from('10000000ff3f00ff3f00', 'hex'),
      Buffer.from('VP8 \0\0\0\0', 'latin1'),
    ]),
    'GIF of 65,535 times 65,535 pixels': patched(good.gif, 6, 'ffffffff'),
    'GIF of no pixels': patched(good.gif, 6, '00000000'),
    'GIF without images': Buffer.concat([good.gif.subarray(0, 13), Buffer.from(';')]),
    'GIF of 50,000 empty pieces': Buffer.concat([
      good.gif.subarray(0, -1),
      Buffer.from('21f9040000000000'.repeat(50_000), 'hex'),
      Buffer.from(';'),
    ]),
    'GIF with a code length of 255': patched(
      good.gif,
      good.gif.indexOf('2c', 13, 'hex') + 10,
      'ff',
    ),
    'BMP of 2^31 pixels': Buffer.concat([
      Buffer.from('BM'),
      Buffer.alloc(12),
      Buffer.from('28000000ffffff7fffffff7f', 'hex'),
      Buffer.alloc(100),
    ]),
    'TIFF that leads to itself': Buffer.from(
      '49492a0008000000000008000000'.padEnd(200, '0'),
      'hex',
    ),
    'ICO of 255 images': Buffer.concat([
      Buffer.from('00000100ff00', 'hex'),
      Buffer.alloc(4_000, 255),
    ]),
    'PSD of 30,000 pixels': Buffer.concat([
      Buffer.from('8BPS\0\x01'),
      Buffer.alloc(6),
      Buffer.from('000300007530000075300008', 'hex'),
    ]),
    'JPEG XL': Buffer.concat([Buffer.from('ff0a', 'hex'), Buffer.alloc(100)]),
    'JPEG 2000': Buffer.concat([Buffer.from('0000000c6a5020200d0a870a', 'hex'), Buffer.alloc(100)]),
    'EPS that runs a program': '%!PS-Adobe-3.0 EPSF-3.0\n(%pipe%id) (w) file\n',
    'an ImageMagick script':
      'push graphic-context\nfill \'url(https://127.0.0.1/x.jpg"|id")\'\npop graphic-context\n',
  };
}

/** Hostile and broken images. `media` is the folder of the good ones. */
export async function images(random: SeededRandom, media: string) {
  const good = {
    png: await plain().png().toBuffer(),
    jpeg: await plain().flatten().jpeg().toBuffer(),
    webp: await plain().webp().toBuffer(),
    gif: await plain().gif().toBuffer(),
    avif: await plain().avif({ effort: 0 }).toBuffer(),
    tiff: await plain().tiff().toBuffer(),
    heic: await readFile(`${media}/photo.heic`),
  };
  const progressive = await plain().flatten().jpeg({ progressive: true }).toBuffer();
  const frames = async (count: number) =>
    sharp(await Promise.all(Array.from({ length: count }, () => plain(8, 8).png().toBuffer())), {
      join: { animated: true },
    });
  return [
    ...family('image, PNG', 'foto.png', pngs()),
    ...family('image, JPEG', 'foto.jpg', jpegs(good.jpeg, progressive)),
    ...family('image, SVG', 'foto.svg', svgs),
    ...family('image', 'foto.png', others(good)),
    ...family('image', 'foto.jpg', {
      'JPEG of four inks': await plain().flatten().toColourspace('cmyk').jpeg().toBuffer(),
      'PNG of 16 bits': await plain().toColourspace('rgb16').png().toBuffer(),
      'grey PNG with transparency': await plain().greyscale().png().toBuffer(),
      'GIF of 201 frames': async () => (await frames(201)).gif().toBuffer(),
      'GIF of 200 frames': async () => (await frames(200)).gif().toBuffer(),
      'WebP of 201 frames': async () => (await frames(201)).webp().toBuffer(),
      'JPEG of 41 megapixels': () => plain(8_200, 5_000).flatten().jpeg().toBuffer(),
      'PNG of 1 times 30,000 pixels': await plain(1, 30_000).png().toBuffer(),
      'PNG of 30,000 times 1 pixels': await plain(30_000, 1).png().toBuffer(),
      'PNG of one pixel': await plain(1, 1).png().toBuffer(),
      'HEIC of 4 GiB of pixels': patched(
        good.heic,
        good.heic.indexOf('ispe') + 8,
        'ffffffffffffffff',
      ),
      'HEIC that leads outside': patched(
        good.heic,
        good.heic.indexOf('iloc') + 16,
        'ffffffffffffffff',
      ),
      'HEIC that says it is mp4': patched(good.heic, 8, Buffer.from('isom').toString('hex')),
    }),
    ...Object.entries(good).flatMap(([format, bytes]) =>
      family(`image, ${format}`, `foto.${format}`, mutations(bytes, random, 3)),
    ),
  ];
}

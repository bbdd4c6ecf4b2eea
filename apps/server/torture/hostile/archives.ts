import { rawZip, type RawEntry } from '../../test/cartridges/raw-zip.ts';
import type { SeededRandom } from '../random.ts';
import { family, mutations, patched } from './kind.ts';

const MEBIBYTE = 1_048_576;

const item = (title: string, resource: string, inside = '') =>
  `<item identifier="i_${resource}" identifierref="${resource}"><title>${title}</title>${inside}</item>`;
const resource = (id: string, href: string, type = 'webcontent') =>
  `<resource identifier="${id}" type="${type}" href="${href}"><file href="${href}"/></resource>`;

/** A manifest of one module with these items. */
export const manifestOf = (items: string, resources: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1">
  <organizations><organization identifier="o"><item identifier="root"><item identifier="m"><title>Módulo</title>
  ${items}</item></item></organization></organizations><resources>${resources}</resources></manifest>`;

const page: RawEntry = { name: 'p.html', data: '<html><body><p>Luz</p></body></html>' };
const manifest: RawEntry = {
  name: 'imsmanifest.xml',
  data: manifestOf(item('Aula', 'p'), resource('p', 'p.html')),
};
const plain = [manifest, page];

/** A cartridge with these entries beside a good page. */
const cartridge = (...more: RawEntry[]) => rawZip([...plain, ...more]);
/** A cartridge whose lesson opens `content`. */
export const cartridgeWith = (href: string, type: string, content: string | Buffer) =>
  rawZip([
    {
      ...manifest,
      data: manifestOf(
        item('Aula', 'p') + item('Alvo', 'q'),
        resource('p', 'p.html') + resource('q', href, type),
      ),
    },
    page,
    { name: href, data: content },
  ]);

const names: Record<string, string | Buffer> = {
  'above the folder': '../../../../tmp/torture-slip',
  'above, with backslashes': '..\\..\\..\\torture-slip',
  'above, inside a path': 'a/b/../../../../tmp/torture-slip',
  'above, in percents': '%2e%2e/%2e%2e/tmp/torture-slip',
  absolute: '/tmp/torture-slip',
  'of another drive': 'C:\\torture-slip',
  'a share': '\\\\host\\share\\torture-slip',
  'a device': 'CON',
  'a device with an ending': 'nul.html',
  'a stream': 'p.html::$DATA',
  'an empty one': '',
  'a dot': '.',
  'two dots': '..',
  'only slashes': '////',
  'a NUL byte': 'p\0.html',
  'a line break': 'p\n.html',
  'no UTF-8': Buffer.from([0x70, 0xff, 0xfe, 0xc0, 0xaf]),
  'overlong UTF-8': Buffer.from([0xc0, 0xae, 0xc0, 0xae, 0x2f, 0x78]),
  'turned round': '\u202Elmth.exe',
  'of 60,000 characters': `${'a'.repeat(60_000)}.html`,
  'of 20,000 folders': `${'a/'.repeat(20_000)}p.html`,
  'below a file': 'p.html/child.html',
  'the manifest as a folder': 'imsmanifest.xml/',
  'another case of the manifest': 'IMSMANIFEST.XML',
  'the manifest again': 'imsmanifest.xml',
  'the page again': 'p.html',
  'composed differently': 'p\u0301.html',
  'a home': '~/.ssh/authorized_keys',
  __proto__: '__proto__',
};

const modes = {
  'a symlink': 0o120777,
  'a block device': 0o060666,
  'a character device': 0o020666,
  'a pipe': 0o010666,
  'a socket': 0o140666,
  'a program with setuid': 0o104755,
};
const methods = [1, 6, 9, 12, 14, 93, 95, 96, 98, 99, 65_535];
const sizes = {
  0: 0,
  1: 1,
  'one more': 36,
  'two GiB': 0x7fffffff,
  'almost four GiB': 0xfffffffe,
  'of zip64': 0xffffffff,
};

/** Writes the end of a zip64 with chosen numbers, instead of the plain one. */
function zip64End(
  good: Buffer,
  { entries, size, offset, at }: { entries: bigint; size?: bigint; offset?: bigint; at?: bigint },
) {
  const end = good.subarray(-22);
  const body = good.subarray(0, -22);
  const record = Buffer.alloc(56);
  record.write('504b0606', 'hex');
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(entries, 24);
  record.writeBigUInt64LE(entries, 32);
  record.writeBigUInt64LE(size ?? BigInt(end.readUInt32LE(12)), 40);
  record.writeBigUInt64LE(offset ?? BigInt(end.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.write('504b0607', 'hex');
  locator.writeBigUInt64LE(at ?? BigInt(body.length), 8);
  locator.writeUInt32LE(1, 16);
  const short = patched(patched(end, 8, 'ffffffff'), 12, 'ffffffffffffffff');
  return Buffer.concat([body, record, locator, short]);
}

const nested = (depth: number): Buffer => {
  const data = depth ? nested(depth - 1) : Buffer.alloc(10 * MEBIBYTE);
  return rawZip(
    Array.from({ length: 10 }, (_, at) => ({
      name: `${at}.zip`,
      data,
      store: at > 0 && depth > 0,
    })),
  );
};

/** Hostile and broken archives, by their names, sizes, counts or damaged bytes. */
export function archives(random: SeededRandom) {
  const good = cartridge();
  const directory = good.readUInt32LE(good.length - 6);
  const many = () => Array.from({ length: 100_000 }, (_, at) => ({ name: `f${at}`, store: true }));
  return [
    ...family(
      'archive, an entry named',
      'curso.imscc',
      Object.fromEntries(
        Object.entries(names).map(([kind, name]) => [kind, cartridge({ name, data: 'x' })]),
      ),
    ),
    ...family(
      'archive, a lesson opens',
      'curso.imscc',
      Object.fromEntries(
        Object.entries(names)
          .filter(([, name]) => typeof name === 'string' && !/[\0&<\u202E]/.test(name))
          .map(([kind, name]) => [
            `a path that is ${kind}`,
            cartridgeWith(name as string, 'webcontent', '<p>x</p>'),
          ]),
      ),
    ),
    ...family(
      'archive, an entry is',
      'curso.imscc',
      Object.fromEntries(
        Object.entries(modes).map(([kind, mode]) => [
          kind,
          cartridge({ name: 'q.html', data: '/etc/passwd', mode }),
        ]),
      ),
    ),
    ...family(
      'archive, packed by',
      'curso.imscc',
      Object.fromEntries(
        methods.map((method) => [`method ${method}`, rawZip([manifest, { ...page, method }])]),
      ),
    ),
    ...family(
      'archive, a size of',
      'curso.imscc',
      Object.fromEntries(
        Object.entries(sizes).flatMap(([kind, size]) => [
          [`${kind}, packed`, rawZip([manifest, { ...page, size }])],
          [`${kind}, stored`, rawZip([manifest, { ...page, size, store: true }])],
        ]),
      ),
    ),
    ...family('archive', 'curso.imscc', {
      'a wrong sum': rawZip([manifest, { ...page, crc: 1 }]),
      'a password': rawZip([manifest, { ...page, flags: 0x801 }]),
      'strong encryption': rawZip([manifest, { ...page, flags: 0x841 }]),
      'an encrypted directory': cartridge({ name: 'q', flags: 0x2800 }),
      'sizes behind the data': rawZip([manifest, { ...page, flags: 0x808 }]),
      'a bomb in the page': () =>
        rawZip([manifest, { ...page, data: Buffer.alloc(200 * MEBIBYTE, 'a') }]),
      'a bomb in the manifest': () =>
        rawZip([{ ...manifest, data: Buffer.alloc(100 * MEBIBYTE, ' ') }, page]),
      'a bomb that states 10 bytes': () =>
        rawZip([manifest, { ...page, data: Buffer.alloc(100 * MEBIBYTE), size: 10 }]),
      'a bomb of bombs': () => nested(2),
      'entries that share their bytes': () =>
        cartridge(
          { name: 'q', data: Buffer.alloc(10 * MEBIBYTE) },
          ...Array.from({ length: 2_000 }, (_, at) => ({
            name: `q${at}`,
            data: Buffer.alloc(10),
            size: 10 * MEBIBYTE,
            same_as: 2,
          })),
        ),
      '65,534 entries': () => rawZip([...plain, ...many().slice(0, 65_532)]),
      '100,000 entries': () => zip64End(rawZip([...plain, ...many()]), { entries: 100_002n }),
      'zip64 that tells the truth': zip64End(good, { entries: 2n }),
      'zip64 of 2^63 entries': zip64End(good, { entries: 2n ** 63n }),
      'zip64 of no entries': zip64End(good, { entries: 0n }),
      'zip64 with a directory of 2^64 bytes': zip64End(good, { entries: 2n, size: 2n ** 64n - 1n }),
      'zip64 with a directory at 2^64': zip64End(good, { entries: 2n, offset: 2n ** 64n - 1n }),
      'zip64 with its end elsewhere': zip64End(good, { entries: 2n, at: 2n ** 40n }),
      'zip64 with its end at itself': zip64End(good, { entries: 2n, at: BigInt(good.length) }),
      'zip64 without its end': patched(good, -14, 'ffffffffffffffffffffffff'),
      'more entries than there are': patched(good, -14, 'ff0fff0f'),
      'fewer entries than there are': patched(good, -14, '01000100'),
      'a directory behind the end': patched(good, -6, 'ffffff7f'),
      'a directory at the beginning': patched(good, -6, '00000000'),
      'a directory without end': patched(good, -10, 'ffffff7f'),
      'another disk': patched(good, -18, '0500'),
      'a comment longer than the file': patched(good, -2, 'ffff'),
      'an end in its comment': rawZip(plain, 'PK\x05\x06' + '\0'.repeat(18)),
      'two ends': Buffer.concat([good, good.subarray(-22)]),
      'two archives': Buffer.concat([good, cartridge({ name: 'q' })]),
      'a program before it': Buffer.concat([Buffer.from('MZ'.padEnd(3_000, '\0')), good]),
      'another local name': patched(good, 30, '78'.repeat(15)),
      'a directory that is broken': patched(good, directory, '00000000'),
      'a name longer than the directory': patched(good, directory + 28, 'ffff'),
      'an extra field longer than the directory': patched(good, directory + 30, 'ffff'),
      'an entry that begins behind the end': patched(good, directory + 42, 'ffffff7f'),
      'only an end': good.subarray(-22),
      'no manifest': rawZip([page]),
      'an empty manifest': rawZip([{ ...manifest, data: '' }, page]),
      'a manifest that is an image': rawZip([{ ...manifest, data: '\x89PNG\r\n\x1a\n' }, page]),
    }),
    ...family('archive', 'curso.imscc', mutations(good, random, 8)),
  ];
}

import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

/** The beginning of a gzip file that is compressed once and sent with many an end. */
export interface GzipStart {
  bytes: Buffer;
  crc: number;
  size: number;
}

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const deflate = promisify(deflateRaw);

export function gzipStart(text: string): GzipStart {
  const open = { level: 9, finishFlush: constants.Z_FULL_FLUSH };
  return {
    bytes: Buffer.concat([header, deflateRawSync(text, open)]),
    crc: crc32(text),
    size: Buffer.byteLength(text),
  };
}

/** What comes behind it, and with it makes the file whole. */
export async function gzipEnd({ crc, size }: GzipStart, text: string): Promise<Buffer> {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(text, crc), 0);
  trailer.writeUInt32LE((size + Buffer.byteLength(text)) % 2 ** 32, 4);
  return Buffer.concat([await deflate(text, { level: 4 }), trailer]);
}

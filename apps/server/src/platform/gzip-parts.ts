import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

/** Text that is compressed once and copied into many gzip files. */
export interface PrecompressedText {
  bytes: Buffer;
  /** Ends on a byte and refers to nothing before it, so that it fits anywhere in a gzip file. */
  deflated: Buffer;
  crc: number;
}

/** A part of a page: shared and precompressed, or written for one viewer. */
export type PageText = string | PrecompressedText;

/** Whether the client accepts gzip. `gzip;q=0` refuses it. */
export const acceptsGzip = ({ headers }: { headers: IncomingHttpHeaders }) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(headers['accept-encoding']));

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const finalBlock = Buffer.from([3, 0]);
const deflate = promisify(deflateRaw);
const fullFlush = { finishFlush: constants.Z_FULL_FLUSH };

/** Compresses a text quickly. `compressWell` makes it smaller, in a thread. */
export function precompress(text: string): PrecompressedText {
  const bytes = Buffer.from(text);
  return {
    bytes,
    deflated: copyBytes(deflateRawSync(bytes, { level: 1, ...fullFlush })),
    crc: crc32(bytes),
  };
}

/** Compresses a text at the highest level, for text that is sent often. */
export async function compressWell(text: PrecompressedText) {
  text.deflated = copyBytes(await deflate(text.bytes, { level: 9, ...fullFlush }));
}

/** Copies bytes that are kept: zlib's result is a view of a buffer of 16 KB or more. */
export function copyBytes(view: Buffer) {
  const copy = Buffer.allocUnsafeSlow(view.length);
  view.copy(copy);
  return copy;
}

/** Joins the parts without compression. */
export const plainText = (parts: readonly PageText[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.bytes.toString())).join('');

/**
 * Shorter texts are not compressed: zlib takes 25 to 40 µs to begin, and it would save less than
 * one network packet.
 */
const MIN_COMPRESSED_BYTES = 1_400;
/** Longer texts are compressed in a thread, so that other requests do not wait. */
const MAX_SYNC_BYTES = 64 * 1024;

/**
 * Options for short texts: zlib allocates 24 KB for each, not 270. It frees them at once, but V8
 * collects the whole heap more often for larger ones. That took a quarter of a page's CPU time.
 */
const smallOptions = { level: 1, windowBits: 12, memLevel: 5, chunkSize: 2048, ...fullFlush };
const largeOptions = { level: 1, ...fullFlush };
const SMALL_BYTES = 8 * 1024;

/** Returns the whole gzip file. Adjacent texts are compressed as one. */
export async function gzipOf(parts: readonly PageText[]): Promise<Buffer> {
  const pieces: Buffer[] = [gzipHeader];
  let crc = 0;
  let size = 0;
  for (const part of joinTexts(parts)) {
    const isPlain = typeof part === 'string';
    const bytes = isPlain ? Buffer.from(part) : part.bytes;
    crc = isPlain || size > 0 ? crc32(bytes, crc) : part.crc;
    size += bytes.length;
    if (!isPlain) pieces.push(part.deflated);
    else if (bytes.length < MIN_COMPRESSED_BYTES) pieces.push(storedHeader(bytes.length), bytes);
    // Measured for 13 KB: a thread takes 100 µs to receive it; compressing it here takes 35 to 70.
    else if (bytes.length > MAX_SYNC_BYTES) pieces.push(await deflate(bytes, largeOptions));
    else
      pieces.push(deflateRawSync(bytes, bytes.length > SMALL_BYTES ? largeOptions : smallOptions));
  }
  const trailer = Buffer.allocUnsafe(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  pieces.push(finalBlock, trailer);
  return Buffer.concat(pieces);
}

/** The header of an uncompressed block (RFC 1951, 3.2.4). */
function storedHeader(length: number) {
  const block = Buffer.allocUnsafe(5);
  block[0] = 0;
  block.writeUInt16LE(length, 1);
  block.writeUInt16LE(length ^ 0xffff, 3);
  return block;
}

function joinTexts(parts: readonly PageText[]): PageText[] {
  const joined: PageText[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string')
      joined[joined.length - 1] = last + part;
    else if (part !== '') joined.push(part);
  }
  return joined;
}

import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

/** Text that is compressed once, and stands as it is in many gzip files. */
export interface ReadyText {
  bytes: Buffer;
  /** Ends on a byte and refers to nothing before it, so that it may stand anywhere. */
  deflated: Buffer;
  crc: number;
}

/** A part of a page: ready, or somebody's own. */
export type PageText = string | ReadyText;

export const acceptsGzip = ({ headers }: { headers: IncomingHttpHeaders }) =>
  /\bgzip\b/.test(String(headers['accept-encoding']));

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const end = Buffer.from([3, 0]);
const deflate = promisify(deflateRaw);
const standsAnywhere = { finishFlush: constants.Z_FULL_FLUSH };

/** Compressed quickly; `compressWell` makes the same smaller, in a thread. */
export function readyText(text: string): ReadyText {
  const bytes = Buffer.from(text);
  return {
    bytes,
    deflated: ownBytes(deflateRawSync(bytes, { level: 1, ...standsAnywhere })),
    crc: crc32(bytes),
  };
}

export async function compressWell(ready: ReadyText) {
  ready.deflated = ownBytes(await deflate(ready.bytes, { level: 9, ...standsAnywhere }));
}

/** For what is kept: zlib's result is a view of 16 KB or more, however short it is. */
export function ownBytes(view: Buffer) {
  const own = Buffer.allocUnsafeSlow(view.length);
  view.copy(own);
  return own;
}

export const plainText = (parts: readonly PageText[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.bytes.toString())).join('');

/**
 * Shorter texts are sent as they are: zlib takes 25 to 40 µs to begin, and what it saves fits into
 * one packet of the network.
 */
const MIN_COMPRESSED_BYTES = 1_400;
/** Longer texts are compressed in a thread: nobody waits for them. */
const MAX_SYNC_BYTES = 64 * 1024;

/**
 * Of short texts: memory of 24 KB for each, not of 270. It is given back at once, but V8 collects the
 * whole heap more often for it: a quarter of a page's processor went there.
 */
const small = { level: 1, windowBits: 12, memLevel: 5, chunkSize: 2048, ...standsAnywhere };
const large = { level: 1, ...standsAnywhere };
const SMALL_BYTES = 8 * 1024;

/** The whole file. Texts that follow each other are compressed as one. */
export async function gzipOf(parts: readonly PageText[]): Promise<Buffer> {
  const pieces: Buffer[] = [header];
  let crc = 0;
  let size = 0;
  for (const part of joined(parts)) {
    const own = typeof part === 'string';
    const bytes = own ? Buffer.from(part) : part.bytes;
    crc = own || size > 0 ? crc32(bytes, crc) : part.crc;
    size += bytes.length;
    if (!own) pieces.push(part.deflated);
    else if (bytes.length < MIN_COMPRESSED_BYTES) pieces.push(storedHeader(bytes.length), bytes);
    // Measured: to hand 13 KB to a thread costs 100 µs, to compress it here 35 to 70.
    else if (bytes.length > MAX_SYNC_BYTES) pieces.push(await deflate(bytes, large));
    else pieces.push(deflateRawSync(bytes, bytes.length > SMALL_BYTES ? large : small));
  }
  const trailer = Buffer.allocUnsafe(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  pieces.push(end, trailer);
  return Buffer.concat(pieces);
}

/** What begins a block that is not compressed (RFC 1951, 3.2.4). */
function storedHeader(length: number) {
  const block = Buffer.allocUnsafe(5);
  block[0] = 0;
  block.writeUInt16LE(length, 1);
  block.writeUInt16LE(length ^ 0xffff, 3);
  return block;
}

function joined(parts: readonly PageText[]): PageText[] {
  const all: PageText[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part;
    else if (part !== '') all.push(part);
  }
  return all;
}

import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from './object-store.ts';

/** Reads at most `length` bytes from `start`, from a disk or from the object store. */
type ReadSlice = (start: number, length: number) => Promise<Uint8Array>;

/** The type of a file, by its content alone. Browsers play a `playable` video unchanged. */
export interface DetectedFile {
  type: string;
  video: 'playable' | 'convertible' | null;
  /** The name of ffmpeg's demuxer for it. */
  demuxer: string | null;
}

const demuxers = new Map([
  ['avi', 'avi'],
  ['mpg', 'mpeg'],
  ['mkv', 'matroska'],
  ['flv', 'flv'],
]);

/** file-type reads no further than a tar header. */
const HEAD_BYTES = 4_100;

export async function detectFile(read: ReadSlice, size: number): Promise<DetectedFile> {
  const { fileTypeFromBuffer } = await import('file-type'); // loads forty files, so not at the start
  const found = await fileTypeFromBuffer(await read(0, Math.min(HEAD_BYTES, size)));
  const type = found?.mime ?? 'application/octet-stream';
  const demuxer = demuxers.get(found?.ext ?? '') ?? null;
  if (found?.ext === 'webm') return { type, video: 'playable', demuxer: null };
  if (demuxer) return { type, video: 'convertible', demuxer };
  if (found?.ext === 'mp4' || found?.ext === 'm4v' || found?.ext === 'mov') {
    const codec = await mp4Codec(read, size);
    if (!codec) return { type, video: null, demuxer };
    // Every browser plays these codecs under this type, even in a .mov file.
    const video = playedCodecs.has(codec) ? 'playable' : 'convertible';
    return { type: 'video/mp4', video, demuxer: 'mov' };
  }
  return { type, video: null, demuxer };
}

/** Runs `work` with a reader of a local file. */
export async function withFileReader<T>(
  path: string,
  work: (read: ReadSlice) => Promise<T>,
): Promise<T> {
  const file = await open(path);
  try {
    return await work(async (start, length) => {
      const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
      return bytes.subarray(0, bytesRead);
    });
  } finally {
    await file.close();
  }
}

/** A reader of an object of the object store. */
export const objectReader =
  (objects: ObjectStore, key: string): ReadSlice =>
  async (start, length) => {
    const found = length ? await objects.get(key, { start, end: start + length - 1 }) : null;
    return found ? buffer(found.stream) : Buffer.alloc(0);
  };

// MP4 and QuickTime: boxes of size, name, content. `moov` holds the codec's name ------------------

const playedCodecs = new Set(['avc1', 'avc3', 'av01', 'vp08', 'vp09']);
const MAX_INDEX_BYTES = 32 * 1_048_576;
const MAX_BOXES = 1_000;

/** The codec of the first video track; null without one, or if the file is truncated. */
async function mp4Codec(read: ReadSlice, size: number): Promise<string | null> {
  let at = 0;
  for (let seen = 0; seen < MAX_BOXES && at + 8 <= size; seen += 1) {
    const box = boxAt(Buffer.from(await read(at, 16)), 0, size - at);
    if (!box || at + box.size > size) return null;
    if (box.name === 'moov') {
      if (box.size > MAX_INDEX_BYTES) return null;
      return trackCodec(Buffer.from(await read(at + box.header, box.size - box.header)));
    }
    at += box.size;
  }
  return null;
}

function trackCodec(moov: Buffer): string | null {
  for (const trak of boxes(moov, 'trak')) {
    const [media] = boxes(trak, 'mdia');
    const [handler] = media ? boxes(media, 'hdlr') : [];
    if (handler?.toString('latin1', 8, 12) !== 'vide') continue;
    const [info] = boxes(media!, 'minf');
    const [table] = info ? boxes(info, 'stbl') : [];
    const [described] = table ? boxes(table, 'stsd') : [];
    if (described && described.length >= 16) return described.toString('latin1', 12, 16);
  }
  return null;
}

function boxes(within: Buffer, name: string): Buffer[] {
  const found = [];
  for (let at = 0; at + 8 <= within.length;) {
    const box = boxAt(within, at, within.length - at);
    if (!box || at + box.size > within.length) break;
    if (box.name === name) found.push(within.subarray(at + box.header, at + box.size));
    at += box.size;
  }
  return found;
}

function boxAt(bytes: Buffer, at: number, rest: number) {
  if (bytes.length < at + 8) return null;
  const short = bytes.readUInt32BE(at);
  const name = bytes.toString('latin1', at + 4, at + 8);
  const long = short === 1;
  if (long && bytes.length < at + 16) return null;
  const size = long ? Number(bytes.readBigUInt64BE(at + 8)) : short || rest;
  const header = long ? 16 : 8;
  return size < header ? null : { name, size, header };
}

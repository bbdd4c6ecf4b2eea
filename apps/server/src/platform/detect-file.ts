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

/** Detects type and video format from the content. The name of the file does not count. */
export async function detectFile(read: ReadSlice, size: number): Promise<DetectedFile> {
  const { fileTypeFromBuffer } = await import('file-type'); // loads forty files, so not at the start
  const fileType = await fileTypeFromBuffer(await read(0, Math.min(HEAD_BYTES, size)));
  const type = fileType?.mime ?? 'application/octet-stream';
  const demuxer = demuxers.get(fileType?.ext ?? '') ?? null;
  if (fileType?.ext === 'webm') return { type, video: 'playable', demuxer: null };
  if (demuxer) return { type, video: 'convertible', demuxer };
  if (fileType?.ext === 'mp4' || fileType?.ext === 'm4v' || fileType?.ext === 'mov') {
    const codec = await mp4Codec(read, size);
    if (!codec) return { type, video: null, demuxer };
    // Every browser plays these codecs under this type, even in a .mov file.
    const video = playableCodecs.has(codec) ? 'playable' : 'convertible';
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
    const object = length ? await objects.get(key, { start, end: start + length - 1 }) : null;
    return object ? buffer(object.stream) : Buffer.alloc(0);
  };

// MP4 and QuickTime: boxes of size, name, content. `moov` holds the codec's name ------------------

const playableCodecs = new Set(['avc1', 'avc3', 'av01', 'vp08', 'vp09']);
const MAX_INDEX_BYTES = 32 * 1_048_576;
const MAX_BOXES = 1_000;

/** The codec of the first video track; null without one, or if the file is truncated. */
async function mp4Codec(read: ReadSlice, size: number): Promise<string | null> {
  let offset = 0;
  for (let boxCount = 0; boxCount < MAX_BOXES && offset + 8 <= size; boxCount += 1) {
    const box = boxAt(Buffer.from(await read(offset, 16)), 0, size - offset);
    if (!box || offset + box.size > size) return null;
    if (box.name === 'moov') {
      if (box.size > MAX_INDEX_BYTES) return null;
      return trackCodec(Buffer.from(await read(offset + box.header, box.size - box.header)));
    }
    offset += box.size;
  }
  return null;
}

function trackCodec(moov: Buffer): string | null {
  for (const trak of boxes(moov, 'trak')) {
    const [media] = boxes(trak, 'mdia');
    const [handler] = media ? boxes(media, 'hdlr') : [];
    if (handler?.toString('latin1', 8, 12) !== 'vide') continue;
    const [mediaInfo] = boxes(media!, 'minf');
    const [sampleTable] = mediaInfo ? boxes(mediaInfo, 'stbl') : [];
    const [sampleDescription] = sampleTable ? boxes(sampleTable, 'stsd') : [];
    if (sampleDescription && sampleDescription.length >= 16)
      return sampleDescription.toString('latin1', 12, 16);
  }
  return null;
}

function boxes(parent: Buffer, name: string): Buffer[] {
  const matches = [];
  for (let offset = 0; offset + 8 <= parent.length;) {
    const box = boxAt(parent, offset, parent.length - offset);
    if (!box || offset + box.size > parent.length) break;
    if (box.name === name) matches.push(parent.subarray(offset + box.header, offset + box.size));
    offset += box.size;
  }
  return matches;
}

function boxAt(bytes: Buffer, offset: number, remaining: number) {
  if (bytes.length < offset + 8) return null;
  const size32 = bytes.readUInt32BE(offset);
  const name = bytes.toString('latin1', offset + 4, offset + 8);
  const has64BitSize = size32 === 1;
  if (has64BitSize && bytes.length < offset + 16) return null;
  const size = has64BitSize ? Number(bytes.readBigUInt64BE(offset + 8)) : size32 || remaining;
  const header = has64BitSize ? 16 : 8;
  return size < header ? null : { name, size, header };
}

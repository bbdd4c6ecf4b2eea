import { open as openFd } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { CartridgeError, PartError } from './errors.ts';
import type { CartridgeLimits } from './limits.ts';
import { normalisePath, decodePercent } from './paths.ts';

/** A file of the archive. `size` is in bytes, unpacked. */
export interface ArchiveFile {
  path: string;
  size: number;
}

/** Zip access that verifies every claim of the archive. It never unpacks to disk. */
export interface Archive {
  files: ArchiveFile[];
  /**
   * Finds a path as written, percent-decoded, without `?…` and `#…`, and in either Unicode normal
   * form.
   */
  find(path: string): ArchiveFile | null;
  /** Fails with a PartError; with a CartridgeError when the archive lies about its sizes. */
  read(file: ArchiveFile): Promise<Buffer>;
  open(file: ArchiveFile): Promise<Readable>;
  close(): Promise<void>;
}

interface ArchiveEntry extends ArchiveFile {
  entry: yauzl.Entry;
}

/** Opens a zip, and checks its entries against the limits. Throws a CartridgeError. */
export async function openArchive(path: string, limits: CartridgeLimits): Promise<Archive> {
  const zip = await openZip(path);
  try {
    return archiveOf(zip, await list(zip, limits), limits);
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function openZip(path: string): Promise<yauzl.ZipFile> {
  const looksLikeZip = await startsLikeZip(path);
  try {
    return await yauzl.openPromise(path, {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: false,
    });
  } catch (error) {
    throw new CartridgeError(looksLikeZip ? 'damaged' : 'not_zip', error);
  }
}

/** A file that begins like a zip but has no readable directory at its end was cut off. */
async function startsLikeZip(path: string): Promise<boolean> {
  const file = await openFd(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && ['504b0304', '504b0506', '504b0708'].includes(buffer.toString('hex'));
  } finally {
    await file.close();
  }
}

async function list(
  zip: yauzl.ZipFile,
  limits: CartridgeLimits,
): Promise<Map<string, ArchiveEntry>> {
  if (zip.entryCount > limits.entries) throw new CartridgeError('too_large');
  const files = new Map<string, ArchiveEntry>();
  let unpackedBytes = 0;
  let packedBytes = 0;
  for await (const entry of entriesOf(zip)) {
    const name = nameOfEntry(entry);
    const path = normalisePath(name);
    if (path === null || isSpecial(entry)) throw new CartridgeError('unsafe_path');
    if (entry.isEncrypted()) throw new CartridgeError('encrypted');

    unpackedBytes += entry.uncompressedSize;
    packedBytes += entry.compressedSize;
    if (unpackedBytes > limits.total_bytes || isBomb(entry, limits))
      throw new CartridgeError('too_large');

    const key = path.normalize('NFC');
    if (path === '' || /[\\/]$/.test(name) || files.has(key)) continue;
    files.set(key, { path, size: entry.uncompressedSize, entry });
  }
  // Entries that share their compressed bytes multiply a small file without a high ratio.
  if (packedBytes > zip.fileSize) throw new CartridgeError('too_large');
  return files;
}

async function* entriesOf(zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  try {
    yield* zip.eachEntry();
  } catch (error) {
    const isEncrypted = error instanceof Error && /encrypt/i.test(error.message);
    throw new CartridgeError(isEncrypted ? 'encrypted' : 'damaged', error);
  }
}

/** Many tools write UTF-8 names without the flag. Other names are read as CP437. */
function nameOfEntry(entry: yauzl.Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(entry.fileNameRaw);
  } catch {
    return yauzl.getFileNameLowLevel(
      entry.generalPurposeBitFlag,
      entry.fileNameRaw,
      entry.extraFields,
      true,
    );
  }
}

/** True for links, devices and pipes. The upper half of the attributes may hold a Unix mode. */
function isSpecial(entry: yauzl.Entry): boolean {
  const type = (entry.externalFileAttributes >>> 16) & 0o170000;
  return ![0, 0o100000, 0o040000].includes(type);
}

function isBomb(entry: yauzl.Entry, limits: CartridgeLimits): boolean {
  return (
    entry.uncompressedSize > limits.ratio_from_bytes &&
    entry.uncompressedSize > entry.compressedSize * limits.ratio
  );
}

function archiveOf(
  zip: yauzl.ZipFile,
  files: Map<string, ArchiveEntry>,
  limits: CartridgeLimits,
): Archive {
  const storedOf = (file: ArchiveFile): ArchiveEntry => {
    const archiveFile = files.get(file.path.normalize('NFC'));
    if (archiveFile === undefined) throw new PartError('missing');
    return archiveFile;
  };
  const open = async (file: ArchiveFile): Promise<Readable> => {
    const { entry } = storedOf(file);
    try {
      return checked(await zip.openReadStreamPromise(entry), entry);
    } catch (error) {
      throw new CartridgeError('damaged', error);
    }
  };
  const find = (path: string): ArchiveFile | null => {
    const pathWithoutQuery = path.replace(/[?#].*$/s, '');
    for (const spelling of [
      path,
      decodePercent(path),
      pathWithoutQuery,
      decodePercent(pathWithoutQuery),
    ]) {
      const normalised = normalisePath(spelling);
      const file = normalised === null ? undefined : files.get(normalised.normalize('NFC'));
      if (file !== undefined) return { path: file.path, size: file.size };
    }
    return null;
  };
  return {
    files: [...files.values()].map(({ path, size }) => ({ path, size })),
    find,
    open,
    async read(file) {
      if (storedOf(file).size > limits.text_bytes) throw new PartError('too_big');
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of await open(file)) chunks.push(chunk as Buffer);
      } catch (error) {
        if (error instanceof CartridgeError && error.code === 'too_large') throw error;
        throw new PartError('damaged', error);
      }
      return Buffer.concat(chunks);
    },
    async close() {
      zip.close();
    },
  };
}

/** Adds the checksum and our error to yauzl's stream, which ends at the stated size. */
function checked(unpacked: Readable, entry: yauzl.Entry): Readable {
  let sum = 0;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      done(sum === entry.crc32 ? null : new CartridgeError('damaged'));
    },
  });
  unpacked.on('error', (error) => {
    check.destroy(
      new CartridgeError(/too many bytes/.test(error.message) ? 'too_large' : 'damaged', error),
    );
  });
  check.on('close', () => unpacked.destroy());
  return unpacked.pipe(check);
}

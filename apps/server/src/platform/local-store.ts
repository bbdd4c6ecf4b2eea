import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertKey, type ObjectStore } from './object-store.ts';

/**
 * Files under `files/` of the data folder. A file appears there in one step, when all of it is on
 * disk: a server killed at any moment leaves either the whole or nothing. The type is not kept
 * here; the table `files` has it.
 */
export function openLocalStore(dataDir: string): ObjectStore {
  const home = join(dataDir, 'files');
  const place = (key: string) => join(home, assertKey(key));
  const type = 'application/octet-stream';

  return {
    origin: null,

    async put(key, file, ofType) {
      const target = place(key);
      await flush(file.path);
      if (await mkdir(dirname(target), { recursive: true })) await flush(home);
      await move(file.path, target);
      await flush(dirname(target));
      return { size: file.size, type: ofType, etag: '' };
    },

    async get(key, range) {
      const handle = await open(place(key)).catch(absent);
      if (!handle) return null;
      const { size } = await handle.stat();
      // Owns the handle from here on: closed with the stream, read or not.
      const stream = createReadStream('', { fd: handle, ...range });
      return { size, type, etag: '', stream };
    },

    async head(key) {
      const handle = await open(place(key)).catch(absent);
      if (!handle) return null;
      const { size } = await handle.stat().finally(() => handle.close());
      return { size, type, etag: '' };
    },

    async delete(key) {
      await rm(place(key), { force: true });
      await rm(draftOf(place(key)), { force: true });
    },

    presignPut: async () => null,
  };
}

/** Where `files/` is a disk of its own the bytes are copied beside their place first. */
async function move(from: string, to: string) {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, draftOf(to));
    await flush(draftOf(to));
    await rename(draftOf(to), to);
    await rm(from, { force: true });
  }
}

const draftOf = (target: string) => `${target}.draft`;

/** Onto the disk itself: a file's content, or a folder's entries. */
async function flush(path: string) {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}

function absent(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return null;
  throw error;
}

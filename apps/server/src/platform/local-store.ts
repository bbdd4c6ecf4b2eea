import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flush } from './disk.ts';
import { assertKey, type ObjectStore } from './object-store.ts';

/**
 * Stores files under `files/` of the data folder. A file is renamed to its place after it was
 * flushed, so a killed server leaves the whole file or none. The table `files` holds the type.
 */
export function openLocalStore(dataDir: string): ObjectStore {
  const filesFolder = join(dataDir, 'files');
  const pathOf = (key: string) => join(filesFolder, assertKey(key));
  const type = 'application/octet-stream';

  return {
    origin: null,

    async put(key, file, type) {
      const target = pathOf(key);
      await chmod(file.path, 0o600); // the libraries that made the file set no mode
      await flush(file.path);
      if (await mkdir(dirname(target), { recursive: true, mode: 0o700 })) await flush(filesFolder);
      await move(file.path, target);
      await flush(dirname(target));
      return { size: file.size, type, etag: '' };
    },

    async get(key, range) {
      const handle = await open(pathOf(key)).catch(nullIfMissing);
      if (!handle) return null;
      const { size } = await handle.stat();
      // The stream closes the handle, even if nobody reads it.
      const stream = createReadStream('', { fd: handle, ...range });
      return { size, type, etag: '', stream };
    },

    async head(key) {
      const handle = await open(pathOf(key)).catch(nullIfMissing);
      if (!handle) return null;
      const { size } = await handle.stat().finally(() => handle.close());
      return { size, type, etag: '' };
    },

    async delete(key) {
      await rm(pathOf(key), { force: true });
      await rm(draftOf(pathOf(key)), { force: true });
    },

    deleteRest: (tenantId) =>
      rm(join(filesFolder, String(tenantId)), { recursive: true, force: true }),

    presignPut: async () => null,
  };
}

/** If `files/` is another disk, rename fails: the file is copied beside its place, then renamed. */
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

function nullIfMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return null;
  throw error;
}

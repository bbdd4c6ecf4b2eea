import * as fs from 'node:fs/promises';
import { join } from 'node:path';

const STICKY = 0o1000;

/**
 * Creates the data directory if it is missing. Closes it and its entries to other users. Returns
 * its real path.
 */
export async function openDataDir(path: string): Promise<string> {
  await fs.mkdir(path, { recursive: true, mode: 0o700 });
  const realPath = await fs.realpath(path);
  if ((await fs.stat(realPath)).mode & STICKY)
    throw new Error(`DATA_DIR must be a folder of its own: ${realPath} is shared by all users.`);
  await closeToOthers(realPath, 0o700);
  // Earlier versions left files here that others could read. Closed folders protect deeper files.
  for (const entry of await fs.readdir(realPath, { withFileTypes: true })) {
    if (entry.isDirectory()) await closeToOthers(join(realPath, entry.name), 0o700);
    if (entry.isFile()) await closeToOthers(join(realPath, entry.name), 0o600);
  }
  return realPath;
}

/** Ignores a refusal: a mounted folder may belong to another user, who alone can set its mode. */
async function closeToOthers(path: string, mode: number): Promise<void> {
  await fs.chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (!['EPERM', 'ENOENT', 'EROFS', 'ENOTSUP'].includes(error.code!)) throw error;
  });
}

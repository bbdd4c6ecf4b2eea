import * as fs from 'node:fs/promises';
import { join } from 'node:path';

const STICKY = 0o1000;

/**
 * Creates the data directory if it is missing. Closes it and its entries to other users. Returns
 * its real path.
 */
export async function openDataDir(path: string): Promise<string> {
  await fs.mkdir(path, { recursive: true, mode: 0o700 });
  const home = await fs.realpath(path);
  if ((await fs.stat(home)).mode & STICKY)
    throw new Error(`DATA_DIR must be a folder of its own: ${home} is shared by all users.`);
  await close(home, 0o700);
  // Earlier versions left files here that others could read. Closed folders protect deeper files.
  for (const entry of await fs.readdir(home, { withFileTypes: true })) {
    if (entry.isDirectory()) await close(join(home, entry.name), 0o700);
    if (entry.isFile()) await close(join(home, entry.name), 0o600);
  }
  return home;
}

/** Ignores a refusal: a mounted folder may belong to another user, who alone can set its mode. */
async function close(path: string, mode: number): Promise<void> {
  await fs.chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (!['EPERM', 'ENOENT', 'EROFS', 'ENOTSUP'].includes(error.code!)) throw error;
  });
}

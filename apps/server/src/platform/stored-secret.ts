import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Reads a secret of the data folder, or creates it at the first start. Only its owner may read the
 * file. The file is complete or missing, never partial.
 */
export async function storedSecret(
  dataDir: string,
  name: string,
  make: () => string,
): Promise<string> {
  const path = join(dataDir, name);
  const existing = await readFile(path, 'utf8').catch(() => '');
  if (existing) return existing;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(make());
    await file.sync();
  } finally {
    await file.close();
  }
  // link() never overwrites: two servers that start at once both read the first one's secret.
  await link(draft, path).catch(ignoreExisting);
  await rm(draft, { force: true });
  return readFile(path, 'utf8');
}

function ignoreExisting(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error;
}

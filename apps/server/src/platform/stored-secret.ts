import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Reads a secret of the data folder, or makes it at the first start. Only its owner may read the file,
 * and it is there whole or not at all.
 */
export async function storedSecret(
  dataDir: string,
  name: string,
  make: () => string,
): Promise<string> {
  const kept = join(dataDir, name);
  const known = await readFile(kept, 'utf8').catch(() => '');
  if (known) return known;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${kept}.${randomUUID()}`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(make());
    await file.sync();
  } finally {
    await file.close();
  }
  // link() never overwrites: two servers that start at once both read the first one's secret.
  await link(draft, kept).catch(taken);
  await rm(draft, { force: true });
  return readFile(kept, 'utf8');
}

function taken(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error;
}

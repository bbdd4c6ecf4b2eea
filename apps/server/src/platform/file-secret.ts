import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

/**
 * The key that signs the URLs of files. It is the operator's `FILES_SECRET`, which several servers
 * share, or one that the first start stores in the data folder.
 */
export async function fileSecret({ filesSecret, dataDir }: Config): Promise<string> {
  if (filesSecret) return filesSecret;
  const kept = join(dataDir, 'files.secret');
  const known = await readFile(kept, 'utf8').catch(() => '');
  if (known) return known;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${kept}.${process.pid}`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(randomBytes(32).toString('base64url'));
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

import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';

/**
 * What the signatures of file addresses are made with: the operator's, so that several servers
 * agree, else one that the data folder keeps from its first start on.
 */
export async function fileSecret({ filesSecret, dataDir }: Config): Promise<string> {
  if (filesSecret) return filesSecret;
  const kept = join(dataDir, 'files.secret');
  const known = await readFile(kept, 'utf8').catch(() => '');
  if (known) return known;
  await mkdir(dataDir, { recursive: true });
  const draft = `${kept}.${process.pid}`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(randomBytes(32).toString('base64url'));
    await file.sync();
  } finally {
    await file.close();
  }
  // A link never replaces: of two starts at once both read what the first one made.
  await link(draft, kept).catch(taken);
  await rm(draft, { force: true });
  return readFile(kept, 'utf8');
}

function taken(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error;
}

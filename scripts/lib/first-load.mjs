import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './run.mjs';

const dist = join(root, 'apps/web/dist');

/** The most JavaScript that a student's page may need before it runs, in gzipped bytes. */
export const MAX_FIRST_LOAD = 132_000;

/** The files of the build, by the name of their source. */
export const readManifest = () =>
  JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

/** The JavaScript that a student's page needs before it runs, each file with its gzipped bytes. */
export function firstLoad() {
  const manifest = readManifest();
  const chunks = new Set(['src/main.tsx']);
  for (const key of chunks) for (const needed of manifest[key].imports ?? []) chunks.add(needed);
  const files = [...chunks].map((key) => {
    const { file } = manifest[key];
    return { file, bytes: gzipSync(readFileSync(join(dist, file))).length };
  });
  return { files, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

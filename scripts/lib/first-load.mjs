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

/** The sources of the pages of students that have a chunk of their own. */
export const studentPages = () =>
  Array.from(
    readFileSync(join(root, 'apps/web/src/app/page-files.ts'), 'utf8').matchAll(
      /'(src\/.+\.tsx)'/g,
    ),
    ([, source]) => source,
  );

/** The chunk and all that it imports statically. */
function chunksOf(manifest, entry) {
  const chunks = new Set([entry]);
  for (const key of chunks) for (const needed of manifest[key].imports ?? []) chunks.add(needed);
  return [...chunks];
}

/** True if the code of `entry` needs a chunk of this name before it runs. */
export const needs = (manifest, entry, name) =>
  chunksOf(manifest, entry).some((key) => name.test(key));

/** The JavaScript that a student's page needs before it runs, each file with its gzipped bytes. */
export function firstLoad() {
  const manifest = readManifest();
  const files = chunksOf(manifest, 'src/main.tsx').map((key) => {
    const { file } = manifest[key];
    return { file, bytes: gzipSync(readFileSync(join(dist, file))).length };
  });
  return { files, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

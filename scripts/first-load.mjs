// npm run first-load: measures the gzipped JavaScript that a student loads before the home page
// shows. It fails above 133 KB. It needs a build.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './lib/run.mjs';

const MAX_BYTES = 133_000;
const dist = join(root, 'apps/web/dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

const chunks = new Set(['src/main.tsx']);
for (const key of chunks) for (const needed of manifest[key].imports ?? []) chunks.add(needed);

let sum = 0;
for (const key of chunks) {
  const { file } = manifest[key];
  const bytes = gzipSync(readFileSync(join(dist, file))).length;
  sum += bytes;
  console.log(`${(bytes / 1000).toFixed(1).padStart(7)} KB  ${file}`);
}
console.log(`${(sum / 1000).toFixed(1).padStart(7)} KB of ${MAX_BYTES / 1000}`);
process.exitCode = sum > MAX_BYTES ? 1 : 0;

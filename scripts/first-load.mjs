// npm run first-load: measures the gzipped JavaScript that a student loads before the home page
// shows. It fails above 133 KB, or if what pages share needs zod. It needs a build.
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

// One shape among the plain values of the contract is enough (apps/web/lean-contract.ts).
const isShared = (key) => /^_(first|alerts|shared)-/.test(key);
const needsZod = (key) => manifest[key].imports?.some((needed) => needed.startsWith('_zod-'));
const withZod = Object.keys(manifest).filter((key) => isShared(key) && needsZod(key));
for (const key of withZod) console.log(`${manifest[key].file} needs zod`);
process.exitCode = sum > MAX_BYTES || withZod.length > 0 ? 1 : 0;

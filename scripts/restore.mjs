// npm run restore -- <folder>: restores a backup into an empty DATA_DIR, or an empty DATABASE_URL
import { runInPlace, main, pinnedNode } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await main(async () => {
  await ensureInstalled();
  return runInPlace(pinnedNode(), ['apps/server/src/restore.ts', ...process.argv.slice(2)]);
});

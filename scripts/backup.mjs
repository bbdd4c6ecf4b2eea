// npm run backup -- <folder>: writes the current database and files into a new folder
import { runInPlace, main, pinnedNode } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await main(async () => {
  await ensureInstalled();
  return runInPlace(pinnedNode(), ['apps/server/src/backup.ts', ...process.argv.slice(2)]);
});

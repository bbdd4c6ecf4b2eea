// npm run backup -- <folder>: writes the current database and files into a new folder
import { become, main, pinnedNode } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await main(async () => {
  await ensureInstalled();
  return become(pinnedNode(), ['apps/server/src/backup.ts', ...process.argv.slice(2)]);
});

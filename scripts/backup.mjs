// npm run backup -- <folder>: a new folder with the database and files of this moment
import { become, main, pinnedNode } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await main(async () => {
  await ensureInstalled();
  return become(pinnedNode(), ['apps/server/src/backup.ts', ...process.argv.slice(2)]);
});

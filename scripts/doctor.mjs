// npm run doctor: checks settings, disk, database, mail, files and DNS, and says what to fix.
import { become, main, pinnedNode } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await main(async () => {
  await ensureInstalled();
  return become(pinnedNode(), ['apps/server/src/doctor.ts', ...process.argv.slice(2)]);
});

// npm run doctor: checks settings, disk, database, mail, files and DNS, and says what to fix.
import { runInPlace, main, pinnedNode } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await main(async () => {
  await ensureInstalled();
  return runInPlace(pinnedNode(), ['apps/server/src/doctor.ts', ...process.argv.slice(2)]);
});

// npm run school -- create; link; domain; quota; export; import; remove: makes, changes and removes schools.
// Without an argument it prints how each is called.
import { runInPlace, main, pinnedNode } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await main(async () => {
  await ensureInstalled();
  return runInPlace(pinnedNode(), ['apps/server/src/school.ts', ...process.argv.slice(2)]);
});

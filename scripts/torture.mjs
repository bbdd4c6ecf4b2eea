// npm run torture -- kills [--count N] [--seed N]: kill -9 and SIGTERM at random moments, under load.
// npm run torture -- database: the database restarted, read-only, full, frozen, locked.
import { become, main, pinnedNode } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await main(async () => {
  await ensureInstalled();
  return become(pinnedNode(), ['apps/server/torture/run.ts', ...process.argv.slice(2)]);
});

// npm run torture -- kills [--count N] [--seed N]: kill -9 and SIGTERM at random moments, under load.
// npm run torture -- database: the database restarted, read-only, full, frozen, slow, locked.
// npm run torture -- away: the database frozen for 30 seconds.
// npm run torture -- clock: the servers' clock forward and back.
// npm run torture -- disk: the disk full; needs the right to mount one.
// npm run torture -- store: an object store that fails, is slow, cut, gone.
// npm run torture -- mails: a mail server that refuses, is cut, gone, silent.
// npm run torture -- replica: the database lost, and its synchronous replica promoted.
// npm run torture -- fuzz: requests of the contract's shapes, and of what parsers hate, over every call.
import { become, main, pinnedNode } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await main(async () => {
  await ensureInstalled();
  return become(pinnedNode(), ['apps/server/torture/run.ts', ...process.argv.slice(2)]);
});

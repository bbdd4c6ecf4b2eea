// npm run torture -- kills [--count N] [--seed N] [--only FAULT]: kill -9 and SIGTERM at random moments, under load.
// npm run torture -- database: restarts the database, makes it read-only, full, frozen, slow, locked.
// npm run torture -- outage: freezes the database for 30 seconds.
// npm run torture -- clock: moves the servers' clock forward and back.
// npm run torture -- disk: fills the disk; needs the right to mount one.
// npm run torture -- store: an object store that fails, is slow, breaks connections, is unreachable.
// npm run torture -- mails: a mail server that refuses, breaks connections, is unreachable, is silent.
// npm run torture -- jobs: kill -9 during ranking counts, mails, imports of members and season
// resets.
// npm run torture -- replica: loses the database and promotes its synchronous replica.
// npm run torture -- files: sends hostile files to every call that takes a file.
// npm run torture -- fuzz: sends requests of the contract's shapes, and hostile input, to every call.
import { runInPlace, main, pinnedNode } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await main(async () => {
  await ensureInstalled();
  return runInPlace(pinnedNode(), ['apps/server/torture/run.ts', ...process.argv.slice(2)]);
});

// npm run torture -- <part>: injects faults into an installation under load. --help lists the parts,
// and docs/operations.md describes them.
import { runInPlace, main, pinnedNode } from './lib/run.mjs';
import { ensureInstalled } from './lib/setup.mjs';

await main(async () => {
  await ensureInstalled();
  return runInPlace(pinnedNode(), ['apps/server/torture/run.ts', ...process.argv.slice(2)]);
});

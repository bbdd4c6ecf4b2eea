// npm run bench: the workloads of bench/, against the server as it is built.
import { become, main, pinnedNode } from './lib/run.mjs';
import { ensureBuilt } from './lib/setup.mjs';

await main(async () => {
  await ensureBuilt();
  return become(pinnedNode(), ['bench/run.ts', ...process.argv.slice(2)]);
});

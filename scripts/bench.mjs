// npm run bench: the workloads of bench/, against the server as it is built.
// npm run bench -- paints: how soon its pages are seen; paints home lesson: of these alone.
import { ensureChromium } from './lib/chromium.mjs';
import { become, main, pinnedNode } from './lib/run.mjs';
import { ensureBuilt } from './lib/setup.mjs';

await main(async () => {
  await ensureBuilt();
  const [what, ...rest] = process.argv.slice(2);
  if (what === 'paints') await ensureChromium();
  const args = what === 'paints' ? ['bench/paints.ts', ...rest] : ['bench/run.ts'];
  return become(pinnedNode(), args);
});

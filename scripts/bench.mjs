// npm run bench: what calls, pages and writes cost, on the server as it is built, beside a control.
// npm run bench -- calls; pages; writes: of these alone. With --short a minute or two.
// npm run bench -- memory: what the server holds after a million pages, or BENCH_ANSWERS of them.
// npm run bench -- bodies: how long the worst bodies of every call hold the event loop.
// npm run bench -- paints: how soon its pages are seen; paints home lesson: of these alone.
// npm run bench -- quizzes: starting, answering and handing in, in a school with a million attempts.
// npm run bench -- communities: a community of 100,000 members.
// npm run bench -- streams: 5,000 event streams, or BENCH_STREAMS: a new post, and a message in a live.
// npm run bench -- ranking: the ranking of 1,000,000 scores beside one of 1,000.
// BENCH_SECONDS and BENCH_ROUNDS say how long it measures.
import { ensureChromium } from './lib/chromium.mjs';
import { become, main, pinnedNode, Problem } from './lib/run.mjs';
import { ensureBuilt } from './lib/setup.mjs';

const parts = ['calls', 'pages', 'writes', '--short'];

await main(async () => {
  const [what, ...rest] = process.argv.slice(2);
  const alone = [
    ...['paints', 'memory', 'bodies', 'quizzes', 'communities', 'streams', 'ranking'],
  ].includes(what);
  const unknown = alone ? undefined : process.argv.slice(2).find((word) => !parts.includes(word));
  if (unknown)
    throw new Problem(
      `There is no part “${unknown}”: calls, pages, writes, memory, bodies, paints, quizzes, communities, streams or ranking.`,
    );
  await ensureBuilt();
  if (what === 'paints') await ensureChromium();
  const args = alone ? [`bench/${what}.ts`, ...rest] : ['bench/run.ts', ...process.argv.slice(2)];
  return become(pinnedNode(), args);
});

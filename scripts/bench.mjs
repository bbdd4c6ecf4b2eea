// npm run bench: what calls, pages and writes cost, on the server as it is built, beside a control.
// npm run bench -- calls; pages; writes: of these alone. With --short a minute or two.
// npm run bench -- memory: what the server holds after a million pages, or BENCH_ANSWERS of them.
// npm run bench -- bodies: how long the worst bodies of every call hold the event loop.
// npm run bench -- paints: how soon its pages are seen; paints home lesson: of these alone.
// npm run bench -- quizzes: starting, answering and handing in, in a school with a million attempts.
// npm run bench -- communities: a community of 100,000 members.
// npm run bench -- streams: 5,000 event streams, or BENCH_STREAMS: a new post, and a message in a live.
// npm run bench -- ranking: the ranking of 1,000,000 scores beside one of 1,000.
// npm run bench -- storms: what a neighbour waits while two other schools do much at once.
// npm run bench -- search: words of every frequency among 100,000 lessons and 1,000,000 posts.
// npm run bench -- bell: the bell of members with 100,000 notifications beside that of others.
// npm run bench -- seed --schools N --members M: an installation of many schools, kept in BENCH_DATA.
// npm run bench -- size: what a small school in it pays for its neighbours, beside one that is alone.
// BENCH_SECONDS and BENCH_ROUNDS say how long it measures.
import { ensureChromium } from './lib/chromium.mjs';
import { become, main, pinnedNode, Problem } from './lib/run.mjs';
import { ensureBuilt } from './lib/setup.mjs';

const parts = ['calls', 'pages', 'writes', '--short'];
const partsAlone = [
  'paints',
  'memory',
  'bodies',
  'quizzes',
  'communities',
  'streams',
  'ranking',
  'storms',
  'search',
  'bell',
  'seed',
  'size',
];

await main(async () => {
  const [what, ...rest] = process.argv.slice(2);
  const alone = partsAlone.includes(what);
  const unknown = alone ? undefined : process.argv.slice(2).find((word) => !parts.includes(word));
  if (unknown)
    throw new Problem(`There is no part “${unknown}”: ${[...parts, ...partsAlone].join(', ')}.`);
  await ensureBuilt();
  if (what === 'paints') await ensureChromium();
  const file = what === 'seed' ? 'seed-schools' : what;
  const args = alone ? [`bench/${file}.ts`, ...rest] : ['bench/run.ts', ...process.argv.slice(2)];
  return become(pinnedNode(), args);
});

// npm run bench: measures calls, pages and writes of the built server, beside a control.
// npm run bench -- calls; pages; writes: only these. --short takes a minute or two.
// npm run bench -- memory: the server's memory after a million pages, or BENCH_ANSWERS of them.
// npm run bench -- bodies: how long the worst body of each call blocks the event loop.
// npm run bench -- paints: the time until pages are visible; paints home lesson: only these.
// npm run bench -- quizzes: starting, answering and handing in, in a school with a million attempts.
// npm run bench -- communities: a community of 100,000 members.
// npm run bench -- streams: 5,000 event streams, or BENCH_STREAMS: a new post, and a message in a live.
// npm run bench -- ranking: the ranking of 1,000,000 scores beside one of 1,000.
// npm run bench -- storms: the latency of a school while two other schools send heavy work.
// npm run bench -- overload: five times the capacity of a server, one flooding school, and slow
// clients.
// npm run bench -- search: words of every frequency among 100,000 lessons and 1,000,000 posts.
// npm run bench -- bell: the bell of members with 100,000 notifications beside that of others.
// npm run bench -- seed --schools N --members M: seeds an installation of many schools in BENCH_DATA.
// npm run bench -- size: the cost of a small school in that installation, beside one that is alone.
// BENCH_SECONDS and BENCH_ROUNDS set how long it measures.
import { ensureChromium } from './lib/chromium.mjs';
import { runInPlace, main, pinnedNode, Problem } from './lib/run.mjs';
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
  'overload',
  'search',
  'bell',
  'seed',
  'size',
];

await main(async () => {
  const [name, ...rest] = process.argv.slice(2);
  const runsAlone = partsAlone.includes(name);
  const unknown = runsAlone
    ? undefined
    : process.argv.slice(2).find((word) => !parts.includes(word));
  if (unknown)
    throw new Problem(`There is no part “${unknown}”: ${[...parts, ...partsAlone].join(', ')}.`);
  await ensureBuilt();
  if (name === 'paints') await ensureChromium();
  const file = name === 'seed' ? 'seed-schools' : name;
  const args = runsAlone
    ? [`bench/${file}.ts`, ...rest]
    : ['bench/run.ts', ...process.argv.slice(2)];
  return runInPlace(pinnedNode(), args);
});

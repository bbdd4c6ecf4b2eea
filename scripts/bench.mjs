// npm run bench: measures the built server. `npm run bench -- --help` lists the parts.
import { ensureChromium } from './lib/chromium.mjs';
import { runInPlace, main, pinnedNode, Problem } from './lib/run.mjs';
import { ensureBuilt } from './lib/setup.mjs';

/** Words of bench/run.ts. Without one it measures all three parts. */
const words = ['calls', 'pages', 'writes', '--short'];

/** Parts with a file of their own. The words after the name belong to the part. */
const separateParts = {
  memory: "the server's memory after a million pages, or BENCH_ANSWERS of them",
  bodies: 'how long the worst body of each call blocks the event loop',
  paints: 'time until pages are visible, on slow 4G and a slow phone',
  quizzes: 'starting, answering and handing in, among a million attempts',
  communities: 'a community of 100,000 members',
  streams: '5,000 event streams, or BENCH_STREAMS: memory, a new post, a message in a live',
  ranking: 'the ranking of 1,000,000 scores beside one of 1,000',
  storms: 'the latency of a school while two other schools send heavy work',
  overload: 'five times the capacity of a server, one flooding school, and slow clients',
  search: 'words of every frequency among 1,100,000 lessons and posts',
  bell: 'the bell of members with 100,000 notifications beside that of others',
  seed: 'fills BENCH_DATA for the next part: --schools 1000 --members 100000 (of all schools)',
  size: 'the cost of a small school among them, beside one that is alone',
};

const usage = [
  'npm run bench [-- calls pages writes --short]',
  '    the cost of calls, pages and writes beside a control; --short takes a minute or two',
  ...Object.entries(separateParts).map(
    ([name, text]) => `npm run bench -- ${name.padEnd(12)} ${text}`,
  ),
  'After bodies, paints, storms and overload, words choose what is measured: paints home lesson.',
  'BENCH_SECONDS and BENCH_ROUNDS set how long it measures.',
].join('\n');

await main(async () => {
  const args = process.argv.slice(2);
  const [part] = args;
  const isSeparate = Object.hasOwn(separateParts, part ?? '');
  const unknown = isSeparate ? undefined : args.find((word) => !words.includes(word));
  if (unknown) throw new Problem(`Cannot measure “${args.join(' ')}”.\n${usage}`);
  await ensureBuilt();
  if (part === 'paints') await ensureChromium();
  return runInPlace(
    pinnedNode(),
    isSeparate ? [fileOf(part), ...args.slice(1)] : ['bench/run.ts', ...args],
  );
}, usage);

/** bench/seed.ts fills the schools of every part, so the part `seed` has another name. */
function fileOf(part) {
  return `bench/${part === 'seed' ? 'seed-schools' : part}.ts`;
}

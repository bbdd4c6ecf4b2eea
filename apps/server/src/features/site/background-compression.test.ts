import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { backgroundCompression } from './background-compression.ts';

const always = () => true;

test('compresses one page at a time for each school, and schools in parallel', async () => {
  const inBackground = backgroundCompression();
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const page = (name: string) => () =>
    new Promise<void>((end) => {
      running.push(name);
      ends.push(end);
    });
  inBackground(1, always, page('a'));
  inBackground(1, always, page('b'));
  inBackground(2, always, page('c'));
  await turn();
  expect(running).toEqual(['a', 'c']);
  ends[0]!();
  await turn();
  expect(running).toEqual(['a', 'c', 'b']);
});

test('skips evicted pages, and continues after a failure', async () => {
  const inBackground = backgroundCompression();
  const done: string[] = [];
  inBackground(1, always, async () => {
    throw new Error('out of memory');
  });
  inBackground(
    1,
    () => false,
    async () => void done.push('old'),
  );
  inBackground(1, always, async () => void done.push('new'));
  await turn();
  expect(done).toEqual(['new']);
});

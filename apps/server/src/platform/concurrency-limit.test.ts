import { expect, test } from 'vitest';
import { concurrencyLimit } from './concurrency-limit.ts';

/** Work that runs until `endNext` is called, and records that it has begun. */
function blockedTask() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (name: number) => () => {
    begun.push(name);
    return new Promise<number>((resolve) => ends.push(() => resolve(name)));
  };
  return { begun, work, endNext: () => ends.shift()!() };
}

test('runs a limited number at once, queues the rest in order, and answers 503 when the queue is full', async () => {
  const limit = concurrencyLimit({ concurrency: 2, maxQueued: 3 });
  const { begun, work, endNext } = blockedTask();
  const runs = [1, 2, 3, 4, 5].map((name) => limit(work(name)));
  await expect(limit(work(6))).rejects.toMatchObject({ status: 503 });
  expect(begun).toEqual([1, 2]);
  for (const name of [3, 4, 5]) {
    endNext();
    await expect.poll(() => begun).toContain(name);
    expect(begun).toHaveLength(name);
  }
  endNext();
  endNext();
  expect(await Promise.all(runs)).toEqual([1, 2, 3, 4, 5]);
});

test('failed work frees its slot', async () => {
  const limit = concurrencyLimit({ concurrency: 1, maxQueued: 1 });
  const failed = limit(() => Promise.reject(new Error('no')));
  const next = limit(() => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await limit(() => Promise.resolve('again'))).toBe('again');
});

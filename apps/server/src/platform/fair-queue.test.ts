import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fairQueue, type Owner } from './fair-queue.ts';

const limits = {
  concurrency: 1,
  maxQueued: 100,
  maxQueuedPerSchool: 20,
  maxQueuedPerAccount: 10,
};

/** Runs the work in order of turn. The first work holds the only slot until all others are queued. */
async function orderOf(owners: (Owner & { name: string })[]) {
  const run = fairQueue(limits);
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const holding = run({ tenantId: 0, account: 0 }, () => first.promise);
  const all = owners.map(({ name, ...owner }) => run(owner, async () => void order.push(name)));
  first.resolve();
  await Promise.all([holding, ...all]);
  return order.join(' ');
}

test('schools take turns, and within a school accounts', async () => {
  const order = await orderOf([
    { tenantId: 1, account: 'ana', name: 'a1' },
    { tenantId: 1, account: 'ana', name: 'a2' },
    { tenantId: 1, account: 'ana', name: 'a3' },
    { tenantId: 1, account: 'bia', name: 'b1' },
    { tenantId: 2, account: 'caio', name: 'c1' },
  ]);
  expect(order).toBe('a1 c1 b1 a2 a3');
});

test('background work runs after work that a person waits for', async () => {
  const order = await orderOf([
    { tenantId: 1, account: 'import', background: true, name: 'import' },
    { tenantId: 1, account: 'ana', name: 'ana' },
    { tenantId: 2, account: 'bia', name: 'bia' },
  ]);
  expect(order).toBe('ana bia import');
});

test('the queue limits an account, a school and all schools together', async () => {
  const run = fairQueue({ ...limits, maxQueued: 5, maxQueuedPerSchool: 4, maxQueuedPerAccount: 2 });
  const hold = Promise.withResolvers<void>();
  const outcome = (tenantId: number, account: string) =>
    run({ tenantId, account }, () => hold.promise).then(
      () => 'done',
      (error: { status: number }) => error.status,
    );
  const outcomes = [
    outcome(0, 'x'), // runs at once
    outcome(1, 'ana'),
    outcome(1, 'ana'),
    outcome(1, 'ana'), // the account's share is used up
    outcome(1, 'bia'),
    outcome(1, 'bia'),
    outcome(1, 'caio'), // the school's share is used up
    outcome(2, 'davi'),
    outcome(3, 'eva'), // the queue is full
  ];
  hold.resolve();
  expect(await Promise.all(outcomes)).toEqual([
    'done',
    'done',
    'done',
    503,
    'done',
    'done',
    503,
    'done',
    503,
  ]);
});

test('failed work frees its slot', async () => {
  const run = fairQueue(limits);
  const owner = { tenantId: 1, account: 1 };
  const failed = run(owner, () => Promise.reject(new Error('no')));
  const next = run(owner, async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});

/** A queue whose work ends when it is told to. */
function queueOf(options: typeof limits) {
  const run = fairQueue(options);
  const held: (() => void)[] = [];
  const outcome = (owner: Partial<Owner> = {}) =>
    run(
      { tenantId: 1, account: 'ana', ...owner },
      () => new Promise<void>((done) => void held.push(done)),
    ).then(
      () => 'done',
      (error: { status: number }) => error.status,
    );
  /** Ends what runs now, so that the next work begins. */
  const step = async () => {
    for (const done of held.splice(0)) done();
    await setImmediate();
  };
  const finish = async (all: Promise<unknown>[]) => {
    const results = Promise.all(all);
    for (const _ of all) await step();
    return results;
  };
  return { run, outcome, step, finish };
}

test('a queue that was full takes as much again once it is empty, of the same account', async () => {
  const { run, outcome, finish } = queueOf({ ...limits, maxQueuedPerAccount: 2 });
  for (const _ of [1, 2, 3]) {
    const all = [outcome(), outcome(), outcome(), outcome()];
    expect(run.queued()).toBe(2);
    expect(run.isFull({ tenantId: 1, account: 'ana' })).toBe(true);
    expect(run.isFull({ tenantId: 1, account: 'bia' })).toBe(false);
    expect(await finish(all)).toEqual(['done', 'done', 'done', 503]);
    expect(run.queued()).toBe(0);
    expect(run.isFull({ tenantId: 1, account: 'ana' })).toBe(false);
  }
});

test('a slot that nobody waits for is free again', async () => {
  const { outcome, finish } = queueOf({ ...limits, concurrency: 2 });
  for (const _ of [1, 2, 3]) expect(await finish([outcome(), outcome()])).toEqual(['done', 'done']);
});

test('reserved work has places of its own, and takes none of the others', async () => {
  const { run, outcome, finish } = queueOf({ ...limits, maxQueuedPerSchool: 1 });
  const all = [
    outcome(), // runs at once
    outcome(),
    outcome(), // the usual places of the school are used up
    outcome({ reserved: true }),
    outcome({ reserved: true }),
  ];
  expect(run.isFull({ tenantId: 1, account: 'bia' })).toBe(true);
  expect(run.isFull({ tenantId: 2, account: 'bia' })).toBe(false);
  expect(run.queued()).toBe(2);
  expect(await finish(all)).toEqual(['done', 'done', 503, 'done', 503]);
  expect(run.isFull({ tenantId: 1, account: 'ana', reserved: true })).toBe(false);
});

test('an account may queue again once its work runs, while others of the school wait', async () => {
  const { run, outcome, step, finish } = queueOf({ ...limits, maxQueuedPerAccount: 1 });
  const all = [outcome({ account: 'caio' }), outcome(), outcome({ account: 'bia' })];
  const isFull = (account: string) => run.isFull({ tenantId: 1, account });
  expect([isFull('ana'), isFull('bia'), isFull('caio')]).toEqual([true, true, false]);
  await step();
  expect([isFull('ana'), isFull('bia'), isFull('caio')]).toEqual([false, true, false]);
  expect(await finish([...all, outcome()])).toEqual(['done', 'done', 'done', 'done']);
});

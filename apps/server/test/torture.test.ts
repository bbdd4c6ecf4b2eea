import { expect, test, vi } from 'vitest';
import { mailFaults } from '../torture/fake-smtp.ts';
import { parts, type Part } from '../torture/faults.ts';
import { mayMount } from '../torture/installation.ts';
import { interruptedWorks } from '../torture/interrupted-works.ts';
import { runJobs } from '../torture/run-jobs.ts';
import { runMails } from '../torture/run-mails.ts';
import { primaryFailures, runReplica } from '../torture/run-replica.ts';
import { runStore, storeFaults } from '../torture/run-store.ts';
import { torture } from '../torture/torture.ts';

/** Tests each fault once. `npm run torture` repeats them any number of times. */
vi.setConfig({ testTimeout: 180_000 });

const mounts = await mayMount();

test.for((Object.keys(parts) as Part[]).filter((part) => part !== 'outage'))(
  '%s: every acknowledged write is there once, and the server recovers by itself',
  async (part, { skip }) => {
    skip(part === 'disk' && !mounts, 'this process may not mount a disk');
    const count = Object.keys(parts[part]).length;
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const { passed, failures } = await torture(part, { seed: 16, count, print });
    expect(failures, lines.join('\n')).toEqual([]);
    expect(passed).toBeGreaterThan(count * 5);
  },
);

test('a stopped run checks what was written until then', async () => {
  const stop = new AbortController();
  const lines: string[] = [];
  const print = (line: string) => {
    lines.push(line);
    stop.abort();
  };
  const options = { seed: 16, count: 50, only: 'a worker', signal: stop.signal, print };
  const { passed, failures } = await torture('kills', options);
  expect(failures).toEqual([]);
  expect(passed).toBeGreaterThan(5);
  expect(lines).toEqual([
    expect.stringMatching(/^1\. a worker: \d+ writes so far$/),
    expect.stringMatching(/^\d+ acknowledged writes found once/),
  ]);
});

test('a job that was cut ends with the same result', { timeout: 300_000 }, async () => {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const { passed, failures } = await runJobs({ seed: 16, count: interruptedWorks.length, print });
  expect(failures, lines.join('\n')).toEqual([]);
  expect(passed).toBe(interruptedWorks.length);
});

test.for([
  { part: 'store', run: runStore, count: storeFaults.length },
  { part: 'mails', run: runMails, count: mailFaults.length },
  { part: 'replica', run: runReplica, count: primaryFailures.length },
])(
  '$part: every acknowledged write is kept, and no other request waits',
  async ({ run, count }) => {
    const lines: string[] = [];
    const { passed, failures } = await run({
      seed: 16,
      count,
      print: (line) => void lines.push(line),
    });
    expect(failures, lines.join('\n')).toEqual([]);
    expect(passed).toBeGreaterThan(count * 5);
  },
);

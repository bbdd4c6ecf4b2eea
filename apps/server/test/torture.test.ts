import { expect, test, vi } from 'vitest';
import { parts, type Part } from '../torture/faults.ts';
import { mayMount } from '../torture/installation.ts';
import { mailFaults, runMails } from '../torture/run-mails.ts';
import { losses, runReplica } from '../torture/run-replica.ts';
import { runStore, storeFaults } from '../torture/run-store.ts';
import { torture } from '../torture/torture.ts';

/** Tests each fault once. `npm run torture` repeats them any number of times. */
vi.setConfig({ testTimeout: 180_000 });

const mounts = await mayMount();

test.for((Object.keys(parts) as Part[]).filter((part) => part !== 'away'))(
  '%s: every acknowledged write is there once, and no hand is needed',
  async (part, { skip }) => {
    skip(part === 'disk' && !mounts, 'this process may not mount a disk');
    const count = Object.keys(parts[part]).length;
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    const { held, broken } = await torture(part, { seed: 16, count, say });
    expect(broken, lines.join('\n')).toEqual([]);
    expect(held).toBeGreaterThan(count * 5);
  },
);

test.for([
  { part: 'store', run: runStore, count: storeFaults.length },
  { part: 'mails', run: runMails, count: mailFaults.length },
  { part: 'replica', run: runReplica, count: losses.length },
])('$part: what was acknowledged is there, and nothing else waits', async ({ run, count }) => {
  const lines: string[] = [];
  const { held, broken } = await run({ seed: 16, count, say: (line) => void lines.push(line) });
  expect(broken, lines.join('\n')).toEqual([]);
  expect(held).toBeGreaterThan(count * 5);
});

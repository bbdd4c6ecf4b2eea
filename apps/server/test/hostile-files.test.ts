import { expect, test, vi } from 'vitest';
import { fileCalls, untriedCalls } from '../torture/file-calls.ts';
import { hostileFiles } from '../torture/hostile/hostile-files.ts';
import { runFiles } from '../torture/run-files.ts';

/** The short form of `npm run torture -- files`. */
vi.setConfig({ testTimeout: 180_000 });

test('there are hundreds of kinds of hostile files, for every call that takes a file', async () => {
  const kinds = (await hostileFiles(16)).map(({ kind }) => kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(kinds.length).toBeGreaterThan(500);
  expect(untriedCalls).toEqual([]);
  expect(fileCalls.length).toBeGreaterThan(40);
});

test('a hostile file is refused or kept, holds up no neighbour, and leaves nothing behind', async () => {
  const lines: string[] = [];
  const { held, broken } = await runFiles({
    seed: 16,
    count: 50,
    say: (line) => void lines.push(line),
  });
  expect(broken, lines.join('\n')).toEqual([]);
  expect(held).toBe(50);
});

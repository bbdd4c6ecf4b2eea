import { expect, test, vi } from 'vitest';
import { fileCalls, uncoveredCalls } from '../torture/file-calls.ts';
import { hostileFiles } from '../torture/hostile/hostile-files.ts';
import { runFiles } from '../torture/run-files.ts';

/** The short form of `npm run torture -- files`. */
vi.setConfig({ testTimeout: 180_000 });

test('there are hundreds of kinds of hostile files, for every call that takes a file', async () => {
  const kinds = (await hostileFiles(16)).map(({ kind }) => kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(kinds.length).toBeGreaterThan(500);
  expect(uncoveredCalls).toEqual([]);
  expect(fileCalls.length).toBeGreaterThan(40);
});

test('a hostile file is refused or stored, delays no neighbour, and leaves nothing behind', async () => {
  const lines: string[] = [];
  const { passed, failures } = await runFiles({
    seed: 16,
    count: 50,
    print: (line) => void lines.push(line),
  });
  expect(failures, lines.join('\n')).toEqual([]);
  expect(passed).toBe(50);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalisePath, resolvePath } from './paths.ts';

test.each([
  ['a/b.html', 'a/b.html'],
  ['./a//b.html', 'a/b.html'],
  ['a/../b.html', 'b.html'],
  ['a\\b.html', 'a/b.html'],
  ['', ''],
  ['...', '...'],
])('%j stays inside as %j', (path, expected) => {
  expect(normalisePath(path)).toBe(expected);
});

test.each([
  '/etc/passwd',
  '\\\\host\\share',
  'C:\\x',
  'c:x',
  './c:x',
  '../x',
  'a/../../x',
  '..\\x',
  'a\\..\\..\\x',
  'a\0b',
])('%j leaves the archive', (path) => {
  expect(normalisePath(path)).toBeNull();
});

const segment = fc.oneof(
  fc.constantFrom('..', '.', '', 'a', 'b c', 'ç', '..a', 'x:y'),
  fc.string({ maxLength: 8 }),
);
const anyPath = fc
  .array(fc.tuple(segment, fc.constantFrom('/', '\\', '//')), { maxLength: 12 })
  .map((parts) => parts.flat().join(''));

test('a normalised path has only plain segments and is its own normal form', () => {
  fc.assert(
    fc.property(fc.oneof(anyPath, fc.string(), fc.string({ unit: 'binary' })), (path) => {
      const inside = normalisePath(path);
      if (inside === null || inside === '') return;
      for (const part of inside.split('/')) expect(['', '.', '..']).not.toContain(part);
      expect(inside).not.toMatch(/[\\\0]/);
      expect(normalisePath(inside)).toBe(inside);
    }),
    { numRuns: 2000 },
  );
});

test('a path leaves exactly when a walk through its segments does', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('..', '.', 'a', 'b'), { maxLength: 20 }), (segments) => {
      const steps: Record<string, number> = { '..': -1, '.': 0 };
      let depth = 0;
      const leaves = segments.some((one) => (depth += steps[one] ?? 1) < 0);
      expect(normalisePath(segments.join('/')) === null).toBe(leaves);
      expect(resolvePath('x', segments.join('/')) === null).toBe(
        normalisePath(['x', ...segments].join('/')) === null,
      );
    }),
    { numRuns: 2000 },
  );
});

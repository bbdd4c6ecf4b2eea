import { expect, test } from 'vitest';
import { installsAll } from '../../../scripts/lib/setup.mjs';

// The first start runs under any Node. Programs in native code support 20.19, 22.13 and 24 or later.
test.each([
  ['18.20.8', false],
  ['20.9.0', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.3', false],
  ['22.9.0', false],
  ['22.12.0', false],
  ['22.13.0', true],
  ['23.11.1', false],
  ['24.0.0', true],
  ['26.1.0', true],
])('a start under Node %s installs every dependency with it: %s', (version, expected) => {
  expect(installsAll(version)).toBe(expected);
});

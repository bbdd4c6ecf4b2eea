import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { acceptsGzip, compressWell, gzipOf, plainText, precompress } from './gzip-parts.ts';

const beginning = '<!doctype html><title>Escola da Conceição</title>'.repeat(40);
const ends = [
  '',
  'x',
  '<p>Olá, João</p>',
  'ã'.repeat(150),
  'ã'.repeat(2_000),
  'não '.repeat(9_000),
  'ã'.repeat(70_000),
];

test('precompressed and personal texts make one valid gzip file in any order', async () => {
  const [start, middle] = [precompress(beginning), precompress('<p>Aulas de luz</p>'.repeat(9))];
  await compressWell(middle);
  for (const own of ends)
    for (const parts of [
      [start, own],
      [own, start],
      [own, start, own, own, middle, start, own],
      [start, middle],
      [own],
      [],
    ])
      expect(gunzipSync(await gzipOf(parts)).toString()).toBe(plainText(parts));
});

test.each([
  ['gzip', true],
  ['br, gzip;q=0.8', true],
  ['gzip;q=0.001, br', true],
  ['GZIP', true],
  ['gzip;q=0', false],
  ['br, gzip ; q=0.000, *', false],
  ['identity', false],
  [undefined, false],
])('a client that accepts “%s” gets gzip: %s', (encoding, expected) => {
  expect(acceptsGzip({ headers: { 'accept-encoding': encoding } })).toBe(expected);
});

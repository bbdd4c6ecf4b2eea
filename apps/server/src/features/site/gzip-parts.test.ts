import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gzipStart, gzipStartWell, gzipWith } from './gzip-parts.ts';

test('one beginning makes a whole file with each end', async () => {
  const beginning = '<!doctype html><title>Escola da Conceição</title>'.repeat(40);
  for (const start of [gzipStart(beginning), await gzipStartWell(beginning)])
    for (const end of ['', '<p>Olá, João</p>', 'ã'.repeat(70_000)])
      expect(gunzipSync(await gzipWith(start, end)).toString()).toBe(beginning + end);
});

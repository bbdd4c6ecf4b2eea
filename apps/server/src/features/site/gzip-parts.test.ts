import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gzipEnd, gzipStart } from './gzip-parts.ts';

test('one beginning makes a whole file with each end', async () => {
  const beginning = '<!doctype html><title>Escola da Conceição</title>'.repeat(40);
  const start = gzipStart(beginning);
  for (const end of ['', '<p>Olá, João</p>', 'ã'.repeat(70_000)]) {
    const whole = Buffer.concat([start.bytes, await gzipEnd(start, end)]);
    expect(gunzipSync(whole).toString()).toBe(beginning + end);
  }
});

import { expect, test } from 'vitest';
import { openWorld } from '../../../test/harness.ts';
import { isBuilt } from './web-build.ts';

const world = await openWorld();

test.skipIf(!isBuilt())(
  'a range beyond the end of a public file is 416, and says how long the file is',
  async () => {
    const { host } = await world.school();
    const ask = async (range: string) =>
      world.app.inject({ url: '/sounds/estrela.mp3', headers: { host, range } });
    const part = await ask('bytes=0-9');
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 10]);
    const size = String(part.headers['content-range']).split('/')[1];
    const beyond = await ask(`bytes=${size}-`);
    expect([beyond.statusCode, beyond.body, beyond.headers['content-range']]).toEqual([
      416,
      '',
      `bytes */${size}`,
    ]);
  },
);

import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { openS3 } from '../../test/s3.ts';
import { openLocalStore } from './local-store.ts';
import { openS3Store } from './s3-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'vitrine-objects-'));
const settings = await openS3();
const s3 = openS3Store(settings);
const local = openLocalStore(folder);

afterAll(() => rm(folder, { recursive: true }));

let drafts = 0;
async function draft(content: Uint8Array) {
  const path = join(folder, `draft-${(drafts += 1)}`);
  await writeFile(path, content);
  return { path, size: content.length };
}

test('the data folder keeps files closed to other users', async () => {
  const file = await draft(Buffer.from('of a school'));
  await chmod(file.path, 0o644);
  await local.put('9/closed.bin', file, 'video/mp4');
  const modeOf = async (path: string) => (await stat(join(folder, path))).mode & 0o777;
  expect([await modeOf('files'), await modeOf('files/9')]).toEqual([0o700, 0o700]);
  expect(await modeOf('files/9/closed.bin')).toBe(0o600);
});

describe.each([
  ['the data folder', () => local],
  ['an S3 store', () => s3],
])('%s', (_name, store) => {
  const content = randomBytes(300_000);
  const read = async (key: string, range?: { start: number; end: number }) => {
    const found = await store().get(key, range);
    return found && { size: found.size, bytes: await buffer(found.stream) };
  };

  test('returns the stored bytes, and moves the draft file', async () => {
    const file = await draft(content);
    expect(await store().put('7/whole.mp4', file, 'video/mp4')).toMatchObject({ size: 300_000 });
    expect((await read('7/whole.mp4'))!.bytes.equals(content)).toBe(true);
    expect(await stat(file.path).catch(() => 'gone')).toBe('gone');
  });

  test('returns a range, and the size of the whole object', async () => {
    await store().put('7/part.mp4', await draft(content), 'video/mp4');
    const part = await read('7/part.mp4', { start: 1000, end: 1999 });
    expect(part!.size).toBe(300_000);
    expect(part!.bytes.equals(content.subarray(1000, 2000))).toBe(true);
  });

  test('replaces the whole object', async () => {
    await store().put('7/again.bin', await draft(content), 'video/mp4');
    await store().put('7/again.bin', await draft(Buffer.from('short')), 'video/mp4');
    expect((await read('7/again.bin'))!.bytes.toString()).toBe('short');
  });

  test('returns null for a missing object', async () => {
    expect(await store().get('7/nothing.bin')).toBeNull();
    expect(await store().head('7/nothing.bin')).toBeNull();
    await store().delete('7/nothing.bin');
  });

  test('deletes an object', async () => {
    await store().put('7/gone.bin', await draft(content), 'video/mp4');
    expect(await store().head('7/gone.bin')).toMatchObject({ size: 300_000 });
    await store().delete('7/gone.bin');
    expect(await store().head('7/gone.bin')).toBeNull();
  });

  test.each(['../secret', '7/../8/a.bin', '/etc/passwd', '7/a/b', '7/..', 'x/a.bin', '7/a\0b'])(
    'refuses a path as a key: %s',
    async (key) => {
      await expect(async () => store().get(key)).rejects.toThrow('no object key');
      const file = await draft(content);
      await expect(async () => store().put(key, file, 'a/b')).rejects.toThrow('no object key');
    },
  );
});

test('the data folder holds whole files only', async () => {
  expect((await readdir(join(folder, 'files', '7'))).sort()).toEqual([
    'again.bin',
    'part.mp4',
    'whole.mp4',
  ]);
  expect(await local.presignPut({ key: '7/a', type: 'a/b', bytes: 1, seconds: 1 })).toBeNull();
});

test.each([
  ['has no room now', 429, { status: 503, code: 'busy' }],
  ['is in trouble', 500, { status: 503, code: 'busy' }],
  // Only the operator can give the right.
  [
    'refuses the key',
    403,
    { message: 'The object store refuses with 403: check the S3 settings.' },
  ],
])(
  'an S3 store that %s is told apart from one in which nothing lies',
  async (_how, status, error) => {
    const server = createServer((_request, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const store = openS3Store({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      bucket: 'school',
      accessKey: 'key',
      secretKey: 'secret',
      timeoutMs: 10_000,
    });
    for (const call of [
      () => store.get('7/a.png'),
      () => store.head('7/a.png'),
      () => store.delete('7/a.png'),
    ])
      await expect(call()).rejects.toMatchObject(error);
  },
);

test.each([
  ['a key that it does not know', { accessKey: 'other' }, 'correct S3_ACCESS_KEY'],
  ['a wrong secret', { secretKey: 'other' }, 'correct S3_ACCESS_KEY and S3_SECRET_KEY'],
  ['a bucket that it does not have', { bucket: 'other' }, 'correct S3_BUCKET'],
])('an S3 store with %s says what the operator corrects', async (_what, wrong, remedy) => {
  const store = openS3Store({ ...settings, ...wrong });
  const refusal = { message: expect.stringContaining(remedy) };
  const file = await draft(Buffer.from('photograph'));
  await expect(store.put('7/a.png', file, 'image/png')).rejects.toMatchObject(refusal);
  // Not null: nobody may take its objects for lost.
  await expect(store.get('7/a.png')).rejects.toMatchObject(refusal);
  await expect(store.head('7/a.png')).rejects.toMatchObject(refusal);
  await expect(store.delete('7/a.png')).rejects.toMatchObject(refusal);
});

describe('an upload address', () => {
  const put = (url: string, content: string, type = 'video/mp4') =>
    fetch(url, { method: 'PUT', body: content, headers: { 'content-type': type } });
  const address = (key: string, bytes: number | null, seconds = 600) =>
    s3.presignPut({ key, type: 'video/mp4', bytes, seconds }) as Promise<string>;

  test('accepts the announced object', async () => {
    expect((await put(await address('7/sent.mp4', 5), 'hello')).status).toBe(200);
    expect(await s3.head('7/sent.mp4')).toMatchObject({ size: 5, type: 'video/mp4' });
  });

  test.each([
    ['a longer file', 'hello!', 'video/mp4'],
    ['another type', 'hello', 'text/html'],
  ])('refuses %s', async (_what, content, type) => {
    expect((await put(await address('7/refused.mp4', 5), content, type)).status).toBe(403);
    expect(await s3.head('7/refused.mp4')).toBeNull();
  });

  test('refuses another key', async () => {
    const url = (await address('7/mine.mp4', 5)).replace('/7/mine.mp4', '/8/theirs.mp4');
    expect((await put(url, 'hello')).status).toBe(403);
  });

  test('accepts any length if none was announced', async () => {
    expect((await put(await address('7/any.mp4', null), 'whatever')).status).toBe(200);
  });
});

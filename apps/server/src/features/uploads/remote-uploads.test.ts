import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import * as media from '../../../test/media.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { openS3 } from '../../../test/s3.ts';
import { claimFile } from '../../kit/files/claim-files.ts';

/**
 * With an object store, browsers upload directly to it. The server checks a file when something
 * claims it.
 */
const s3 = await openS3();
// Its own database: in a shared one, another file's worker takes the jobs and finds none of the files.
const databaseUrl = await ownDatabase();
const world = await openWorld(
  {
    DATA_DIR: join(inject('dataDir'), `remote-${process.pid}`),
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
  },
  databaseUrl,
);
const ffmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

async function announce(size: number, use = 'lesson_video') {
  const { body } = await school.owner.post('/api/v1/uploads', { filename: 'a.mp4', size, use });
  return body.data as { path: string; url: string; type: string };
}
const put = (url: string, content: Uint8Array, type: string) =>
  fetch(url, {
    method: 'PUT',
    body: content as Uint8Array<ArrayBuffer>,
    headers: { 'content-type': type },
  });
const claim = (path: string) =>
  world.platform.database
    .transaction(school.id, (tx) => claimFile(tx, path, 'lesson_video'))
    .catch((error) => error.status as number);
const open = (path: string, headers: Record<string, string> = {}) =>
  world.app.inject({
    url: world.platform.files.signedUrl(path, 5),
    headers: { host: school.host, ...headers },
  });

describe('a video that went to the store', () => {
  test('is served only after its check, whole or in ranges', async () => {
    const content = media.video();
    const { path, url, type } = await announce(content.length);
    expect(url).toMatch(s3.endpoint);
    expect((await put(url, content, type)).status).toBe(200);
    expect((await open(path)).statusCode).toBe(404);
    expect(await claim(path)).toMatchObject({ path, state: 'ready', type: 'video/mp4' });
    expect((await open(path)).rawPayload.equals(content)).toBe(true);
    const part = await open(path, { range: 'bytes=100-199' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 100-199/10000']);
    expect(part.rawPayload.equals(content.subarray(100, 200))).toBe(true);
  });

  test('shows its state', async () => {
    const { path, url, type } = await announce(10_000);
    const status = async () =>
      (await school.owner.get(`/api/v1/uploads?path=${encodeURIComponent(path)}`)).body.data.state;
    expect(await status()).toBe('pending');
    await put(url, media.video(), type);
    expect(await status()).toBe('ready');
  });

  test('is refused if it is no video, or never arrived', async () => {
    const wrong = await announce(10_000);
    await put(wrong.url, Buffer.alloc(10_000, '<html>'), wrong.type);
    expect(await claim(wrong.path)).toBe(415);
    expect(await claim((await announce(10_000)).path)).toBe(422);
    expect((await open(wrong.path)).statusCode).toBe(404);
  });

  test.runIf(ffmpeg)('that no browser plays is converted after its check', async () => {
    const content = media.avi();
    const { path, url, type } = await announce(content.length);
    await put(url, content, type);
    expect(await claim(path)).toMatchObject({ path, state: 'converting' });
    await world.platform.jobs.runAll();
    const { body } = await school.owner.get(`/api/v1/uploads?path=${encodeURIComponent(path)}`);
    expect(body.data.state).toBe('refused'); // it has no pictures
  });

  test('cannot be replaced after its check', async () => {
    const { path, url, type } = await announce(10_000);
    await put(url, media.video(), type);
    await claim(path);
    expect((await put(url, Buffer.alloc(10_000, '<html>'), type)).status).toBe(200);
    expect((await open(path)).statusCode).toBe(404);
  });

  test('of a banner has 25 MB at most', async () => {
    const { body } = await school.owner.post(
      '/api/auth/config/plataforma/bannersCustom/upload-video/create-link-upload-video',
      { filename: 'a.mp4' },
    );
    await put(body.url, media.video({ size: 25 * 1_048_576 + 1 }), 'application/octet-stream');
    const claimed = await world.platform.database
      .transaction(school.id, (tx) => claimFile(tx, body.path, 'banner_video'))
      .catch((error) => [error.status, error.message]);
    expect(claimed).toEqual([413, 'O tamanho limite para esse video é 25mb']);
  });
});

test('captions are sent through the server, and stored as WebVTT', async () => {
  const srt = Buffer.from('1\r\n00:00:01,000 --> 00:00:02,500\r\nLuz\r\n');
  const { path, url, type } = await announce(srt.length, 'lesson_captions');
  expect(new URL(url).host).toBe(school.host);
  const headers = { 'content-type': type };
  const sent = await school.owner.send('PUT', new URL(url).pathname, srt, { headers });
  expect(sent.body.data.state).toBe('ready');
  expect((await open(path)).body).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nLuz\n');
});

test('an image is sent through the server, re-encoded, and stored', async () => {
  const form = new FormData();
  form.set('file', new Blob([(await media.jpeg()) as Uint8Array<ArrayBuffer>]), 'foto.jpg');
  const { body } = await school.owner.send('POST', '/api/v1/uploads/image', form);
  for (const url of [body.data.path, `${body.data.path}?w=640`])
    expect((await world.app.inject({ url, headers: { host: school.host } })).statusCode).toBe(200);
});

describe('a store that does not answer', () => {
  /** Requests that wait for the store, until `answer` is called. */
  const silence = (call: 'head' | 'get' | 'put') => {
    const { objects } = world.platform.files;
    const original = objects[call].bind(objects) as (...args: unknown[]) => Promise<never>;
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    const asked = vi.spyOn(objects, call).mockImplementation(async (...args: unknown[]) => {
      await promise;
      return original(...args);
    });
    onTestFinished(() => {
      answer();
      asked.mockRestore();
    });
    return { asked, answer };
  };
  const CLAIMS = 10; // more than the pool has connections
  const uploaded = async () => {
    const { path, url, type } = await announce(10_000, 'banner_video');
    await put(url, media.video(), type);
    return path;
  };
  const saveBanner = (path: string) =>
    school.owner.post('/api/auth/config/plataforma/bannersCustom/create', {
      tenant_id: school.id,
      url_video: path,
    });

  test.each(['head', 'get'] as const)(
    'holds no connection while its files are claimed: neighbours are served (%s)',
    async (call) => {
      const paths = await Promise.all(Array.from({ length: CLAIMS }, uploaded));
      const neighbour = await world.school();
      const { asked, answer } = silence(call);
      const saved = Promise.all(paths.map(saveBanner));
      await expect.poll(() => asked.mock.calls.length).toBe(CLAIMS);
      const names = neighbour.owner.get('/api/v1/members');
      expect((await names).status).toBe(200);
      answer();
      expect((await saved).map(({ status }) => status)).toEqual(paths.map(() => 201));
      const banners = await school.transaction(({ db }) =>
        db.selectFrom('banners').select('url_video').execute(),
      );
      expect(new Set(banners.map(({ url_video }) => url_video))).toEqual(new Set(paths));
      expect(banners).toHaveLength(CLAIMS);
    },
  );

  test('holds no connection while states are read', async () => {
    const paths = await Promise.all(Array.from({ length: CLAIMS }, uploaded));
    const { asked, answer } = silence('head');
    const states = Promise.all(
      paths.map((path) => school.owner.get(`/api/v1/uploads?path=${encodeURIComponent(path)}`)),
    );
    await expect.poll(() => asked.mock.calls.length).toBe(CLAIMS);
    expect((await (await world.school()).owner.get('/api/v1/members')).status).toBe(200);
    answer();
    expect((await states).map(({ body }) => body.data.state)).toEqual(paths.map(() => 'ready'));
  });

  test('lets nobody complete a file that another request is storing', async () => {
    const { path, url, type } = await announce(10_000);
    await put(url, media.video(), type);
    const { id } = await school.transaction(({ db }) =>
      db.selectFrom('files').select('id').executeTakeFirstOrThrow(),
    );
    const check = silence('get');
    const state = school.owner.get(`/api/v1/uploads?path=${encodeURIComponent(path)}`);
    await expect.poll(() => check.asked.mock.calls.length).toBe(1);
    const store = silence('put');
    const content = media.video({ codec: 'av01' });
    const sent = school.owner.send('PUT', `/api/v1/uploads/${id}`, content, {
      headers: { 'content-type': 'video/mp4' },
    });
    await expect.poll(() => store.asked.mock.calls.length).toBe(1);
    check.answer();
    expect((await state).body.data.state).toBe('pending');
    store.answer();
    expect((await sent).status).toBe(200);
    expect((await open(path)).rawPayload.equals(content)).toBe(true);
  });
});

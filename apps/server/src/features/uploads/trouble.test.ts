import { limits, messages } from '@vitrine/contract/uploads';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import * as media from '../../../test/media.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { makeJobsDue } from '../../../test/sql.ts';
import { claimFile } from '../../kit/files/claim-files.ts';
import { enqueueRetentionIn } from '../../kit/privacy/retention-job.ts';
import { busy } from '../../platform/app-error.ts';
import { processImage } from '../../platform/images/process-image.ts';
import { StoreProblem } from '../../platform/s3-problem.ts';

const dataDir = join(inject('dataDir'), `trouble-${process.pid}`);
// Its own database: in a shared one, another file's worker takes the jobs and finds none of the files.
const databaseUrl = await ownDatabase();
const world = await openWorld({ DATA_DIR: dataDir }, databaseUrl);
const { objects } = world.platform.files;

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});
afterEach(() => vi.restoreAllMocks());

const list = (folder: string) => readdir(join(dataDir, folder)).catch(() => [] as string[]);
const stored = () => list(join('files', String(school.id)));
const announce = async (size: number, use = 'lesson_video') =>
  (await school.owner.post('/api/v1/uploads', { filename: 'a.mp4', size, use })).body.data as {
    path: string;
    url: string;
  };
const put = (url: string, content: Uint8Array) =>
  school.owner.send('PUT', new URL(url).pathname, content, {
    headers: { 'content-type': 'video/mp4' },
  });
const sendImage = (content: Uint8Array, use = 'image') => {
  const form = new FormData();
  form.set('use', use);
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), 'foto.jpg');
  return school.owner.send('POST', '/api/v1/uploads/image', form);
};
const until = async (holds: () => Promise<boolean>) => {
  await expect.poll(holds).toBe(true);
};

describe('an upload that is sent slowly', () => {
  let port: number;
  beforeAll(async () => {
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    port = (world.app.server.address() as AddressInfo).port;
  });

  /** Sends the first half of a file. */
  async function sendHalf(url: string, content: Uint8Array) {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `PUT ${new URL(url).pathname} HTTP/1.1\r\nhost: ${school.host}\r\ncookie: ${school.owner.cookie}\r\n` +
        `content-type: video/mp4\r\ncontent-length: ${content.length}\r\n\r\n`,
    );
    socket.write(content.subarray(0, content.length / 2));
    await until(async () => (await list('tmp')).length === 1);
    return socket;
  }

  test('and aborted leaves nothing, and may be sent again', async () => {
    const { path, url } = await announce(10_000);
    const socket = await sendHalf(url, media.video());
    socket.destroy();
    await until(async () => (await list('tmp')).length === 0);
    expect(await stored()).toEqual([]);
    expect((await put(url, media.video())).status).toBe(200);
    expect(await stored()).toEqual([path.split('/').at(-1)]);
  });

  test('is refused where another one was faster, whose sizes stay', async () => {
    const [large, small] = [await media.jpeg(1200, 800), Buffer.from(await media.jpeg(300, 200))];
    const sameLength = Buffer.concat([small, Buffer.alloc(large.length - small.length)]);
    const { url } = await announce(large.length, 'post_image');
    const socket = await sendHalf(url, sameLength);
    expect((await put(url, large)).status).toBe(200);
    const row = () =>
      school.transaction(({ db }) =>
        db.selectFrom('files').select(['widths', 'counted_bytes', 'state']).execute(),
      );
    const completed = await row();
    const [answer] = [once(socket, 'data'), socket.write(sameLength.subarray(large.length / 2))];
    expect(String(await answer)).toMatch(/^HTTP\/1.1 409/);
    socket.destroy();
    expect(await row()).toEqual(completed);
  });
});

describe('a full disk', () => {
  const full = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));

  test('answers with its own message, keeps nothing, and may be tried again', async () => {
    const { url } = await announce(10_000);
    vi.spyOn(objects, 'put').mockImplementationOnce(full);
    const answer = await put(url, media.video());
    expect(answer).toMatchObject({ status: 503, body: { message: messages.storageFull } });
    expect(answer.headers['retry-after']).toBeDefined();
    await until(async () => (await list('tmp')).length === 0);
    expect(await stored()).toEqual([]);
    expect((await put(url, media.video())).status).toBe(200);
  });

  test('leaves no half image', async () => {
    vi.spyOn(objects, 'put').mockImplementationOnce(full);
    expect((await sendImage(await media.jpeg())).status).toBe(503);
    expect(await stored()).toEqual([]);
    const ready = await school.transaction(({ db }) =>
      db.selectFrom('files').selectAll().where('state', '=', 'ready').execute(),
    );
    expect(ready).toEqual([]);
  });
});

describe('a decoder', () => {
  test.each([
    ['that takes too long', { seconds: 0, memoryBytes: 512 * 1_048_576 }],
    ['that takes too much memory', { seconds: 10, memoryBytes: 1_048_576 }],
  ])('%s is killed, and the next one works', async (_what, allowed) => {
    const { files } = world.platform;
    const { path: from } = await files.receive(Readable.from([await media.jpeg()]), limits.image);
    const box = { width: 800, height: 800 };
    const owner = { tenantId: 1, account: 1 };
    await expect(
      processImage(owner, from, await files.tempPath(), box, allowed),
    ).rejects.toMatchObject({
      status: 413,
      message: messages.tooHeavy,
    });
    expect(await processImage(owner, from, await files.tempPath(), box)).toMatchObject({
      width: 800,
    });
    await files.removeTempFiles();
    expect(await list('tmp')).toEqual([]);
  });
});

const ffmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

describe('a video that no browser plays', () => {
  const video = async (format: string, codec: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-video-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, `video.${format}`);
    const ffmpeg = spawn('ffmpeg', [
      ...'-v error -f lavfi -i testsrc=duration=1:size=321x241:rate=25 -c:v'.split(' '),
      codec,
      path,
    ]);
    await once(ffmpeg, 'exit');
    return readFile(path);
  };

  test.runIf(ffmpeg).each([
    ['avi', 'mpeg4'],
    ['mpg', 'mpeg1video'],
    ['mkv', 'libx264'],
    ['flv', 'flv1'],
    ['mov', 'mpeg4'],
  ])('%s is converted, under its address', async (format, codec) => {
    const content = await video(format, codec);
    const { path, url } = await announce(content.length);
    const sent = await put(url, content);
    expect(sent.body.data).toMatchObject({ path, state: 'converting', message: 'Convertendo' });
    const claimed = await school.transaction((tx) => claimFile(tx, path, 'lesson_video'));
    expect(claimed.state).toBe('converting');
    const signed = world.platform.files.signedUrl(path, 5);
    const open = () => world.app.inject({ url: signed, headers: { host: school.host } });
    expect((await open()).statusCode).toBe(404);
    await world.platform.jobs.runAll();
    const { statusCode, headers, rawPayload } = await open();
    expect([statusCode, headers['content-type']]).toEqual([200, 'video/mp4']);
    expect(rawPayload.toString('latin1', 4, 8)).toBe('ftyp');
    expect(await list('tmp')).toEqual([]);
  });

  test.runIf(ffmpeg)('and that cannot be read is finally refused', async () => {
    const { path, url } = await announce(media.avi().length);
    expect((await put(url, media.avi())).body.data.state).toBe('converting');
    await world.platform.jobs.runAll();
    const { body } = await school.owner.get(`/api/v1/uploads?path=${encodeURIComponent(path)}`);
    expect(body.data).toMatchObject({ state: 'refused', message: messages.notConvertible });
  });

  test.runIf(ffmpeg)('is converted whatever becomes of another one', async () => {
    const content = await video('avi', 'mpeg4');
    const paths: string[] = [];
    for (const bytes of [content, media.avi(), content]) {
      const { path, url } = await announce(bytes.length);
      await put(url, bytes);
      paths.push(path);
    }
    const opened = async () => {
      await world.platform.jobs.runAll();
      const urls = paths.map((path) => world.platform.files.signedUrl(path, 5));
      const answers = await Promise.all(
        urls.map((url) => world.app.inject({ url, headers: { host: school.host } })),
      );
      return answers.map(({ statusCode }) => statusCode);
    };
    await expect.poll(opened).toEqual([200, 404, 200]);
    const states = await school.transaction(({ db }) =>
      db.selectFrom('files').select('state').orderBy('id').execute(),
    );
    expect(states.map(({ state }) => state)).toEqual(['ready', 'refused', 'ready']);
  });

  test.runIf(ffmpeg)('is converted by the next try, if the store fails once', async () => {
    const content = await video('avi', 'mpeg4');
    const { path, url } = await announce(content.length);
    await put(url, content);
    vi.spyOn(objects, 'put').mockRejectedValueOnce(new Error('cut off'));
    const state = async () =>
      (await school.owner.get(`/api/v1/uploads?path=${encodeURIComponent(path)}`)).body.data.state;
    await world.platform.jobs.runAll();
    expect(await state()).toBe('converting');
    await makeJobsDue(databaseUrl);
    await world.platform.jobs.runAll();
    expect(await state()).toBe('ready');
  });

  test.runIf(ffmpeg).each([
    ['the store is away', busy()],
    [
      'the store refuses',
      new StoreProblem({ name: 'NoSuchBucket', $metadata: { httpStatusCode: 404 } }),
    ],
    ['the disk is full', Object.assign(new Error('no space left'), { code: 'ENOSPC' })],
  ])('waits as long as %s, and the daily job goes on', async (_what, trouble) => {
    const content = await video('avi', 'mpeg4');
    const { path, url } = await announce(content.length);
    await put(url, content);
    const state = async () =>
      (await school.owner.get(`/api/v1/uploads?path=${encodeURIComponent(path)}`)).body.data.state;
    const reads = vi.spyOn(objects, 'get').mockRejectedValue(trouble);
    for (let tries = 1; tries <= 9; tries += 1) {
      await world.platform.jobs.runAll();
      await makeJobsDue(databaseUrl, 'convert-video');
    }
    expect(reads).toHaveBeenCalledTimes(8);
    expect(await state()).toBe('converting');
    reads.mockRestore();
    await school.transaction((tx) => enqueueRetentionIn(tx, 0));
    await expect
      .poll(async () => {
        await world.platform.jobs.runAll();
        return state();
      })
      .toBe('ready');
  });

  test.runIf(ffmpeg)('leaves nothing in the store if it is removed meanwhile', async () => {
    const content = await video('avi', 'mpeg4');
    const { url } = await announce(content.length);
    await put(url, content);
    const { put: putObject } = objects;
    const stores = vi.spyOn(objects, 'put').mockImplementation(async (...args) => {
      await school.transaction(({ db }) => db.deleteFrom('files').execute());
      return putObject(...args);
    });
    await world.platform.jobs.runAll();
    expect(stores).toHaveBeenCalledOnce();
    expect(await stored()).toEqual([]);
  });
});

describe('videos that wait to be converted', () => {
  const send = async (target: TestSchool, person = target.owner) => {
    const content = media.avi();
    const announcement = { filename: 'a.avi', size: content.length, use: 'post_video' };
    const { path, url } = (await person.post('/api/v1/uploads', announcement)).body.data;
    await person.send('PUT', new URL(url).pathname, content, {
      headers: { 'content-type': 'video/mp4' },
    });
    return path as string;
  };
  /** The paths in the order in which their conversion began. */
  const converted = async (paths: string[]) => {
    const opened = vi.spyOn(objects, 'get');
    const began = () =>
      opened.mock.calls.flatMap(
        ([key]) => paths.find((path) => key.endsWith(path.split('/').at(-1)!)) ?? [],
      );
    // A turn that is added while another one ends may be for the next look at the queue.
    await until(async () => {
      await world.platform.jobs.runAll();
      return began().length >= paths.length;
    });
    return began();
  };

  test.runIf(ffmpeg)('take turns: no school waits for all videos of another', async () => {
    const neighbour = await world.school();
    const many = [await send(school), await send(school), await send(school)];
    const one = await send(neighbour);
    expect(await converted([...many, one])).toEqual([many[0], one, many[1], many[2]]);
  });

  test.runIf(ffmpeg)('keep the turn of their school when another video arrives', async () => {
    const neighbour = await world.school();
    const first = await send(school);
    const one = await send(neighbour);
    const second = await send(school);
    expect(await converted([first, one, second])).toEqual([first, one, second]);
  });

  test.runIf(ffmpeg)(
    'take turns within a school: no account waits for all videos of another',
    async () => {
      const student = await school.join();
      const many = [await send(school), await send(school), await send(school)];
      const one = await send(school, student);
      expect(await converted([...many, one])).toEqual([many[0], one, many[1], many[2]]);
    },
  );
});

describe('images and videos as cameras and editors make them', () => {
  test('a HEIC photo becomes a JPEG that every browser shows', async () => {
    const { status, body } = await sendImage(await media.recorded('photo.heic'));
    expect([status, body.data.width, body.data.height]).toEqual([201, 320, 240]);
    expect(body.data.path).toMatch(/\.jpg$/);
    const { rawPayload } = await world.app.inject({
      url: body.data.path,
      headers: { host: school.host },
    });
    // The drawn sun keeps its place and colour.
    const { data } = await sharp(rawPayload)
      .extract({ left: 90, top: 80, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([data[0]! > 225, data[1]! > 215, data[2]! > 150]).toEqual([true, true, true]);
  });

  test('a photo with orientation 6 is rotated upright, without its location', async () => {
    const original = await media.sideways();
    const before = await sharp(original).metadata();
    expect([before.orientation, before.exif?.includes('Camera')]).toEqual([6, true]);
    const { body } = await sendImage(original);
    expect([body.data.width, body.data.height]).toEqual([before.height, before.width]);
    const { rawPayload } = await world.app.inject({
      url: body.data.path,
      headers: { host: school.host },
    });
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
  });

  test.each(['with-sound.mp4', 'silent.mp4', 'film.webm'] as const)(
    '%s plays as it is',
    async (name) => {
      const content = await media.recorded(name);
      const { url } = await announce(content.length, 'banner_video');
      expect((await put(url, content)).body.data.state).toBe('ready');
    },
  );
});

describe('a slow store', () => {
  /** Files that wait at the store, and how they go on. */
  const waiting = () => {
    const { put: putObject } = objects;
    const files: { go: () => void; fail: (error: Error) => void }[] = [];
    vi.spyOn(objects, 'put').mockImplementation(async (...args) => {
      await new Promise<void>((go, fail) => files.push({ go, fail }));
      return putObject(...args);
    });
    onTestFinished(() => {
      for (const { go } of files) go();
    });
    return files;
  };
  const UPLOADS = 10; // more than the pool has connections

  test('holds no connection: ten uploads wait, and other requests are answered', async () => {
    const content = media.video();
    const places = await Promise.all(
      Array.from({ length: UPLOADS }, () => announce(content.length)),
    );
    const files = waiting();
    const sent = Promise.all(places.map(({ url }) => put(url, content)));
    await until(async () => files.length === UPLOADS);
    expect((await school.owner.get('/api/v1/members')).status).toBe(200);
    expect((await (await world.school()).owner.get('/api/v1/members')).status).toBe(200);
    for (const { go } of files) go();
    expect((await sent).map(({ status }) => status)).toEqual(places.map(() => 200));
    expect(new Set(await stored())).toEqual(
      new Set(places.map(({ path }) => path.split('/').at(-1))),
    );
  });

  test('reserves a slot for one upload, and frees it if that one fails', async () => {
    const { path, url } = await announce(10_000);
    const files = waiting();
    const first = put(url, media.video());
    await until(async () => files.length === 1);
    const second = put(url, media.video({ codec: 'av01' }));
    const status = () => school.owner.get(`/api/v1/uploads?path=${encodeURIComponent(path)}`);
    // Both have come here whole, and one alone has gone on to the store.
    await until(async () => (await list('tmp')).length === 2);
    for (let look = 0; look < 3; look += 1)
      expect((await status()).body.data.state).toBe('pending');
    expect(files).toHaveLength(1);
    files[0]!.fail(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    expect((await first).status).toBe(503);
    await until(async () => files.length === 2);
    files[1]!.go();
    expect((await second).status).toBe(200);
    expect((await status()).body.data.state).toBe('ready');
    expect(await stored()).toEqual([path.split('/').at(-1)]);
  });

  test('that fails one upload frees no slot of another one', async () => {
    const [kept, failing] = [await announce(10_000), await announce(10_000)];
    const files = waiting();
    const first = put(kept.url, media.video());
    await until(async () => files.length === 1);
    const failed = put(failing.url, media.video());
    await until(async () => files.length === 2);
    files[1]!.fail(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    expect((await failed).status).toBe(503);
    const second = put(kept.url, media.video({ codec: 'av01' }));
    await until(async () => (await list('tmp')).length === 2);
    for (let look = 0; look < 3; look += 1) await school.owner.get('/api/v1/members');
    expect(files).toHaveLength(2);
    files[0]!.go();
    expect([(await first).status, (await second).status]).toEqual([200, 409]);
  });

  test('keeps the slot of its upload, and lets that of a dead server expire', async () => {
    const paths = [await announce(10_000), await announce(10_000)].map(({ path, url }) => ({
      name: path.split('/').at(-1)!,
      url,
    }));
    const files = waiting();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const sent = put(paths[0]!.url, media.video());
    await until(async () => files.length === 1);
    await school.transaction(({ db }) =>
      db
        .updateTable('files')
        .set({ receiving_until: new Date(0) })
        .execute(),
    );
    vi.advanceTimersByTime(10_000);
    const held = () =>
      school.transaction(async ({ db }) =>
        (await db.selectFrom('files').select(['name', 'receiving_until']).execute()).flatMap(
          ({ name, receiving_until }) => (receiving_until! > new Date() ? name : []),
        ),
      );
    await expect.poll(held).toEqual([paths[0]!.name]);
    files[0]!.go();
    expect((await sent).status).toBe(200);
    const taken = put(paths[1]!.url, media.video());
    await until(async () => files.length === 2);
    files[1]!.go();
    expect((await taken).status).toBe(200);
  });
});

import { HOUR_MS } from '@vitrine/contract/durations';
import { filePath, imageSrcSet } from '@vitrine/contract/file-addresses';
import { limits, messages } from '@vitrine/contract/uploads';
import { sql } from 'kysely';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import * as media from '../../../test/media.ts';
import { claimFile, releaseFile } from '../../kit/files/claim-files.ts';
import { storeFile } from '../../kit/files/store-files.ts';
import { enqueue } from '../../platform/jobs.ts';

const dataDir = join(inject('dataDir'), `uploads-${process.pid}`);
const world = await openWorld({ DATA_DIR: dataDir });

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

function sendImage(
  content: Uint8Array,
  use?: string,
  person: Pick<Person, 'send'> = school.owner,
  name = 'foto.png',
) {
  const form = new FormData();
  if (use) form.set('use', use);
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), name);
  return person.send('POST', '/api/v1/uploads/image', form);
}

const announce = (body: object, person: Pick<Person, 'post'> = school.owner) =>
  person.post('/api/v1/uploads', {
    filename: 'aula.mp4',
    size: 10_000,
    use: 'lesson_video',
    ...body,
  });

/** Sends the PUT as a browser does: the session's cookie and the bytes. */
const put = (url: string, content: Uint8Array, person: Pick<Person, 'send'> = school.owner) =>
  person.send('PUT', new URL(url).pathname, content, {
    headers: { 'content-type': 'application/octet-stream' },
  });

async function upload(content: Uint8Array, body: object, person: Person = school.owner) {
  const { data } = (await announce({ size: content.length, ...body }, person)).body;
  return {
    path: data.path as string,
    url: data.url as string,
    sent: await put(data.url, content, person),
  };
}

const fetchFile = (
  path: string,
  headers: Record<string, string> = {},
  person: Pick<Person, 'send'> = school.visitor,
) =>
  world.app.inject({
    method: 'GET',
    url: path,
    headers: {
      host: school.host,
      ...headers,
      ...('cookie' in person && { cookie: person.cookie as string }),
    },
  });
const stored = (target = school) =>
  readdir(join(dataDir, 'files', String(target.id))).catch(() => []);
const drafts = () => readdir(join(dataDir, 'tmp')).catch(() => [] as string[]);
/** The answer is out before its request is swept. */
const noDrafts = async () => {
  await expect.poll(drafts).toEqual([]);
};
describe('an image', () => {
  test('is kept in the widths in which it is shown', async () => {
    const { status, body } = await sendImage(await media.jpeg(1200, 800));
    expect(status).toBe(201);
    const { path } = body.data;
    expect(body.data).toEqual({ path, url: path, width: 1200, height: 800 });
    expect(path).toMatch(new RegExp(`^/files/${school.id}/[\\w-]{22}-1200x800\\.jpg$`));
    expect(imageSrcSet(path)).toBe(
      [320, 640, 960, 1200].map((width) => `${path}?w=${width} ${width}w`).join(', '),
    );
    for (const [requestedWidth, width] of [
      [100, 320],
      [320, 320],
      [700, 960],
      [1200, 1200],
      [4000, 1200],
    ]) {
      const answer = await fetchFile(`${path}?w=${requestedWidth}`);
      expect(answer.headers['content-type']).toBe('image/webp');
      expect((await sharp(answer.rawPayload).metadata()).width).toBe(width);
    }
    const original = await fetchFile(path);
    expect(original.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    await noDrafts();
  });

  test('is rotated upright, without its location', async () => {
    const { body } = await sendImage(await media.sideways());
    expect(body.data).toMatchObject({ width: 400, height: 600 });
    const { rawPayload } = await fetchFile(body.data.path);
    const { exif, orientation } = await sharp(rawPayload).metadata();
    expect([exif, orientation]).toEqual([undefined, undefined]);
    const pixel = await sharp(rawPayload)
      .extract({ left: 200, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([pixel[0]! > 200, pixel[2]! < 50]).toEqual([true, true]);
  });

  test('is cut to the pixels of its use', async () => {
    for (const [use, width, height] of [
      ['banner', 1920, 1080],
      ['banner_vertical', 1080, 1920],
      ['photo', 400, 400],
    ])
      expect((await sendImage(await media.jpeg(800, 700), use as string)).body.data).toMatchObject({
        width,
        height,
      });
  });

  test('keeps its transparency', async () => {
    const { body } = await sendImage(await media.png(), 'logo');
    expect(body.data.path).toMatch(/-300x200\.png$/);
    const { rawPayload } = await fetchFile(body.data.path);
    expect((await sharp(rawPayload).stats()).isOpaque).toBe(false);
  });

  test('stays animated only for uses that allow it', async () => {
    const { body } = await sendImage(await media.gif(5), 'badge');
    expect(body.data).toMatchObject({ width: 400, height: 400 });
    const { rawPayload } = await fetchFile(`${body.data.path}?w=320`);
    expect((await sharp(rawPayload).metadata()).pages).toBe(5);
    expect((await sendImage(await media.gif(5), 'banner')).status).toBe(415);
  });

  test.each([
    [
      'a web page',
      async () => Buffer.from('<!doctype html><html><script>alert(1)</script></html>'),
      415,
      messages.wrongImage,
    ],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      415,
      messages.wrongImage,
    ],
    ['a video', async () => media.video(), 415, messages.wrongImage],
    ['a text', async () => Buffer.from('olá'), 415, messages.wrongImage],
    ['half an image', async () => (await media.jpeg()).subarray(0, 900), 415, messages.brokenImage],
    ['a bomb of 17,000 pixels square', bomb, 413, messages.tooManyPixels],
    ['a little more than 40 megapixels', () => media.jpeg(8000, 5001), 413, messages.tooManyPixels],
  ])('is not %s', async (_what, content, status, text) => {
    const answer = await sendImage(await content());
    expect(answer).toMatchObject({ status, body: { message: text } });
    expect(await stored()).toEqual([]);
    await noDrafts();
  });

  test('is no line of one pixel where it is cropped', async () => {
    const line = await media.png(1, 30_000);
    expect(await sendImage(line, 'community_cover')).toMatchObject({
      status: 415,
      body: { code: 'too_narrow', message: messages.tooNarrow },
    });
    expect((await sendImage(line, 'image')).status).toBe(201);
    expect((await sendImage(await media.png(10, 1_000), 'community_cover')).status).toBe(201);
    expect((await sendImage(await media.png(10, 1_001), 'community_cover')).status).toBe(415);
  });

  test('of a badge is a GIF, but no HEIC', async () => {
    const refused = async (content: Buffer) => {
      const { status, body } = await sendImage(content, 'badge');
      return [status, body.message];
    };
    expect(await refused(await media.recorded('photo.heic'))).toEqual([415, messages.wrongBadge]);
    expect(await refused(Buffer.from('olá'))).toEqual([415, messages.wrongBadge]);
    expect(await refused((await media.jpeg()).subarray(0, 900))).toEqual([
      415,
      messages.brokenBadge,
    ]);
  });

  test('has at most 200 frames', async () => {
    expect((await sendImage(await media.gif(200, 8, 8), 'badge')).status).toBe(201);
    expect(await sendImage(await media.gif(201, 8, 8), 'badge')).toMatchObject({
      status: 413,
      body: { message: messages.tooManyFrames },
    });
  });

  test('has 40 megapixels at most', async () => {
    expect((await sendImage(await media.jpeg(8000, 5000))).body.data).toMatchObject({
      width: 1920,
      height: 1200,
    });
  });

  test('has 15 MB at most, to the byte', async () => {
    const jpeg = await media.jpeg(100, 100);
    const filled = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
    expect((await sendImage(filled(limits.image))).status).toBe(201);
    expect(await sendImage(filled(limits.image + 1))).toMatchObject({
      status: 413,
      body: { message: 'O arquivo excede o tamanho máximo permitido.' },
    });
    await noDrafts();
  });

  test('of a badge has 1 MB at most', async () => {
    const jpeg = await media.jpeg(100, 100);
    const content = Buffer.concat([jpeg, Buffer.alloc(limits.badge)]);
    expect((await sendImage(content, 'badge')).status).toBe(413);
  });

  test('may have a name of any length, which is cut', async () => {
    const name = `${'a'.repeat(limits.filename)}.png`;
    expect((await sendImage(await media.png(), 'photo', school.owner, name)).status).toBe(201);
  });

  test('is read whatever becomes of the clock meanwhile, as after a pause of the machine', async () => {
    const now = Date.now.bind(Date);
    let calls = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + (calls += 1) * HOUR_MS);
    onTestFinished(() => void vi.restoreAllMocks());
    expect((await sendImage(await media.png())).status).toBe(201);
  });

  test('is required', async () => {
    const { status, body } = await school.owner.post('/api/v1/uploads/image', { use: 'logo' });
    expect([status, body.errors]).toEqual([422, { file: ['Campo obrigatório'] }]);
  });

  test('of the school is for admins, a photo for everybody', async () => {
    const student = await school.join();
    expect((await sendImage(await media.png(), 'logo', student)).status).toBe(403);
    expect((await sendImage(await media.png(), 'photo', student)).status).toBe(201);
    expect((await sendImage(await media.png(), 'photo', school.visitor)).status).toBe(401);
  });
});

/** 17,000 by 17,000 pixels in 850 KB: 867 MB when decoded. */
function bomb() {
  return sharp({
    create: { width: 17_000, height: 17_000, channels: 3, background: '#000' },
    limitInputPixels: false,
  })
    .png()
    .toBuffer();
}

describe('a file is announced and sent', () => {
  test('with the cookie alone, and is there at once', async () => {
    const content = media.video();
    const { path, url, sent } = await upload(content, {});
    expect(url).toBe(
      `http://${school.host}/api/v1/uploads/${new URL(url).pathname.split('/').at(-1)}`,
    );
    expect(sent).toMatchObject({ status: 200, body: { data: { path, state: 'ready' } } });
    const answer = await fetchFile(sent.body.data.url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('video/mp4');
    expect(answer.rawPayload.equals(content)).toBe(true);
  });

  test.each([
    ['mp4', media.video(), 'video/mp4'],
    ['mov', media.video({ brand: 'qt  ' }), 'video/mp4'],
    ['webm', media.webm(), 'video/webm'],
  ])('%s plays as it is', async (_name, content, type) => {
    const { sent } = await upload(content, {});
    expect(sent.body.data.state).toBe('ready');
    expect((await fetchFile(sent.body.data.url)).headers['content-type']).toBe(type);
  });

  test.each([
    ['a web page', async () => Buffer.from('<html><script>1</script></html>')],
    ['an image', () => media.jpeg()],
    ['a video without an image', async () => media.video().subarray(0, 9000)],
  ])('%s is no video, and may be followed by the right one', async (_what, make) => {
    const content = await make();
    const video = media.video({ size: content.length < 600 ? 600 : content.length });
    const wrong = Buffer.concat([content, Buffer.alloc(video.length - content.length)]);
    const { url, sent } = await upload(wrong, {});
    expect(sent).toMatchObject({ status: 415, body: { message: messages.wrongVideo } });
    expect(await stored()).toEqual([]);
    await noDrafts();
    expect((await put(url, video)).status).toBe(200);
  });

  test('answers path, url and type themselves, for who follows the contract to the letter', async () => {
    const student = await school.join();
    const { body } = await announce({ use: 'post_image', filename: 'luz.png' }, student);
    const { data, ...fields } = body;
    expect(fields).toEqual({
      path: expect.stringMatching(/^\/files\/\d+\/.+\.png$/),
      url: expect.stringContaining('/api/v1/uploads/'),
      type: 'application/octet-stream',
    });
    expect(data).toEqual(fields);
  });

  test('longer than announced is refused, and nothing of it is kept', async () => {
    const { data } = (await announce({ size: 10_000 })).body;
    expect((await put(data.url, media.video({ size: 10_001 }))).status).toBe(413);
    expect((await put(data.url, media.video({ size: 9_999 }))).status).toBe(422);
    expect((await put(data.url, Buffer.alloc(0))).status).toBe(422);
    expect(await stored()).toEqual([]);
    await noDrafts();
    expect((await put(data.url, media.video({ size: 10_000 }))).status).toBe(200);
  });

  test('a second time it is refused', async () => {
    const { path, url } = await upload(media.video(), {});
    expect((await put(url, media.video({ codec: 'av01' }))).status).toBe(409);
    const { rawPayload } = await fetchFile(world.platform.files.signedUrl(path, 5));
    expect(rawPayload.equals(media.video())).toBe(true);
  });

  test('at an address with the scheme of the page, whatever the proxy speaks with the server', async () => {
    const body = { filename: 'aula.mp4', size: 10_000, use: 'lesson_video' };
    for (const origin of [`https://${school.host}`, `http://${school.host}`]) {
      const headers = { origin };
      const { data } = (await school.owner.send('POST', '/api/v1/uploads', body, { headers })).body;
      expect(new URL(data.url).origin).toBe(origin);
    }
  });

  test('eight times at once it is accepted once', async () => {
    const { data } = (await announce({})).body;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => put(data.url, media.video())),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 7 });
    expect(await stored()).toHaveLength(1);
    await noDrafts();
  });

  test('each under its own address, the later one first', async () => {
    const files = [(await announce({})).body.data, (await announce({})).body.data];
    const states = async () =>
      Promise.all(
        files.map(
          async ({ path }) =>
            (await school.owner.get(`/api/v1/uploads?path=${encodeURIComponent(path)}`)).body.data
              .state,
        ),
      );
    const [first, second] = files;
    expect((await put(second.url, media.video())).body.data.path).toBe(second.path);
    expect(await states()).toEqual(['pending', 'ready']);
    expect((await put(first.url, media.video())).body.data.path).toBe(first.path);
    expect(await states()).toEqual(['ready', 'ready']);
  });

  test('after ten minutes its upload address has expired', async () => {
    const { data } = (await announce({})).body;
    await school.transaction(({ db }) =>
      db
        .updateTable('files')
        .set({ expires_at: new Date(Date.now() - 1) })
        .execute(),
    );
    expect(await put(data.url, media.video())).toMatchObject({
      status: 404,
      body: { code: 'expired' },
    });
  });

  test('only by whoever announced it', async () => {
    const { data } = (await announce({})).body;
    const admin = await school.join(['admin']);
    expect((await put(data.url, media.video(), admin)).status).toBe(404);
    expect((await put(data.url, media.video(), school.visitor)).status).toBe(401);
    expect((await put(data.url, media.video(), (await world.school()).owner)).status).toBe(404);
  });

  test('and its state is told to its uploader and to admins, nobody else', async () => {
    const student = await school.join();
    const { path } = (await announce({ use: 'post_video' }, student)).body.data;
    const status = async (person: Pick<Person, 'get'>) =>
      (await person.get(`/api/v1/uploads?path=${encodeURIComponent(path)}`)).status;
    expect([await status(student), await status(school.owner)]).toEqual([200, 200]);
    for (const roles of [['student'], ['instructor'], ['moderator']])
      expect(await status(await school.join(roles))).toBe(404);
    expect(await status((await world.school()).owner)).toBe(404);
  });

  test('too large it is refused before the first byte', async () => {
    expect((await announce({ size: limits.lessonVideo + 1 })).status).toBe(413);
    expect((await announce({ size: limits.lessonVideo })).status).toBe(201);
    expect((await announce({ size: limits.file + 1, use: 'lesson_file' })).status).toBe(413);
  });

  test('of lessons by admins, of posts by members', async () => {
    const student = await school.join();
    expect((await announce({}, student)).status).toBe(403);
    expect((await announce({ use: 'post_video' }, student)).status).toBe(201);
    expect((await announce({}, school.visitor)).status).toBe(401);
  });

  test.each([{ filename: ' ' }, { size: 0 }, { size: 1.5 }, { use: 'other' }])(
    '%o is 422',
    async (wrong) => {
      expect((await announce(wrong)).status).toBe(422);
    },
  );

  test('has the announced type if that is one, and is bytes otherwise', async () => {
    const typeOf = async (type?: string) => (await announce({ type })).body.data.type;
    expect(await typeOf('video/x-matroska')).toBe('video/x-matroska');
    for (const none of [undefined, '', 'video', 'video/mp4; a=b', 'video/mp4\r\nx: y'])
      expect(await typeOf(none)).toBe('application/octet-stream');
  });

  test('an image is re-encoded, under the announced address', async () => {
    const student = await school.join();
    const { path, sent } = await upload(
      await media.sideways(),
      { use: 'post_image', filename: 'IMG.HEIC' },
      student,
    );
    expect(sent.body.data).toMatchObject({ path, state: 'ready' });
    const answer = await fetchFile(`${sent.body.data.url}&w=320`);
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(320);
  });
});

describe('the video of a banner', () => {
  const link = (filename = 'abertura.mp4', person: Pick<Person, 'post'> = school.owner) =>
    person.post('/api/auth/config/plataforma/bannersCustom/upload-video/create-link-upload-video', {
      filename,
    });

  test('is uploaded by the call of the specification', async () => {
    const { status, body } = await link();
    expect([status, Object.keys(body).sort()]).toEqual([200, ['path', 'url']]);
    // Its length was not announced. No bytes are no video.
    expect((await put(body.url, Buffer.alloc(0))).body.code).toBe('incomplete');
    expect((await put(body.url, media.video())).status).toBe(200);
    const claimed = await school.transaction((tx) => claimFile(tx, body.path, 'banner_video'));
    expect(claimed).toMatchObject({
      path: body.path,
      name: 'abertura.mp4',
      type: 'video/mp4',
      bytes: 10_000,
    });
    expect((await fetchFile(body.path)).statusCode).toBe(200);
  });

  test('has 25 MB at most, to the byte', async () => {
    const { body } = await link();
    expect(await put(body.url, media.video({ size: limits.bannerVideo + 1 }))).toMatchObject({
      status: 413,
      body: { message: 'O tamanho limite para esse video é 25mb' },
    });
    expect(await stored()).toEqual([]);
    await noDrafts();
    expect((await put(body.url, media.video({ size: limits.bannerVideo }))).status).toBe(200);
  });

  test('is for admins, and has a name', async () => {
    expect((await link('a.mp4', await school.join(['instructor']))).status).toBe(403);
    expect((await link('')).status).toBe(422);
  });
});

test('a file part of any call is stored as a download', async () => {
  const content = Buffer.from('%PDF-1.7 um certificado');
  const part = await world.platform.files.receive(Readable.from([content]), limits.file);
  const stored = await storeFile(
    world.platform,
    school.id,
    { ...part, name: 'Certificado.pdf' },
    { use: 'reward_file' },
  );
  expect(stored).toMatchObject({ name: 'Certificado.pdf', size: content.length });
  const { headers, rawPayload } = await fetchFile(stored.url);
  expect(rawPayload.equals(content)).toBe(true);
  expect(headers['content-disposition']).toContain('filename="Certificado.pdf"');
  expect((await fetchFile(stored.path)).statusCode).toBe(404);
});

describe('a file in use', () => {
  const claim = (path: string, use: Parameters<typeof claimFile>[2] = 'lesson_video') =>
    school
      .transaction((tx) => claimFile(tx, path, use, 'video_url'))
      .catch((error) => error.status);

  test('must be an upload of this school, of that use', async () => {
    const { path } = await upload(media.video(), {});
    const pending = (await announce({})).body.data.path;
    const neighbour = await world.school();
    const neighbourFile = await world.platform.database
      .transaction(neighbour.id, (tx) => claimFile(tx, path, 'lesson_video'))
      .catch((error) => error.status);
    expect([await claim(pending), await claim(path, 'banner_video'), neighbourFile]).toEqual([
      422, 422, 422,
    ]);
    for (const wrong of ['', 'https://example.com/a.mp4', '/files/1/../../etc/passwd'])
      expect(await claim(wrong)).toBe(422);
    expect(await claim(path)).toMatchObject({ path, state: 'ready' });
  });

  test('must not be about to be deleted', async () => {
    const { path } = await upload(media.video(), {});
    await school.transaction(({ db }) =>
      db.updateTable('files').set({ state: 'refused' }).execute(),
    );
    expect(await claim(path)).toBe(422);
  });

  test('may be sent back as the address that was answered', async () => {
    const { path, sent } = await upload(media.video(), {});
    expect(await claim(`http://${school.host}${sent.body.data.url}`)).toMatchObject({ path });
    expect(filePath(sent.body.data.url)).toBe(path);
  });

  test('stays; unused files are deleted after a day', async () => {
    const [claimed, given, never] = [
      await upload(media.video(), {}),
      await upload(media.video(), {}),
      await upload(media.video(), {}),
    ];
    const imagePath = (await sendImage(await media.jpeg())).body.data.path;
    for (const { path } of [claimed, given]) await claim(path);
    await school.transaction((tx) => releaseFile(tx, given.path));
    const sweep = async () => {
      await school.transaction((tx) => enqueueNow(tx));
      await world.platform.jobs.runAll();
    };
    await sweep();
    expect((await stored()).length).toBe(3 + 5);
    await school.transaction(({ db }) =>
      db
        .updateTable('files')
        .set({ unused_since: new Date(Date.now() - 25 * 3_600_000) })
        .where('unused_since', 'is not', null)
        .execute(),
    );
    await sweep();
    expect(await stored()).toEqual([claimed.path.split('/').at(-1)]);
    expect(await claim(never.path)).toBe(422);
    expect((await fetchFile(imagePath)).statusCode).toBe(404);
  });

  test('goes with all others of a removed course in one sweep, however many they are', async () => {
    await school.transaction(({ db }) =>
      sql`INSERT INTO files (name, use, kind, filename, type, state, bytes, counted_bytes, unused_since)
        SELECT 'sweep' || lpad(n::text, 17, '0') || '.bin', 'lesson_file', 'file', 'a.bin',
          'application/octet-stream', 'ready', 1, 1, now() - interval '25 hours'
        FROM generate_series(1, 501) AS n`.execute(db),
    );
    // Another feature holds one of them, so the first batch deletes fewer files.
    const held = 'sweep00000000000000001.bin';
    await school.transaction(({ db }) =>
      db
        .insertInto('levels')
        .values({ name: 'Olhar', img: `/files/${school.id}/${held}` })
        .execute(),
    );
    await school.transaction((tx) => enqueueNow(tx));
    await world.platform.jobs.runAll();
    const left = await school.transaction(({ db }) =>
      db.selectFrom('files').select('name').execute(),
    );
    expect(left).toEqual([{ name: held }]);
  });
});

const enqueueNow = async (tx: Parameters<typeof enqueue>[0]) => enqueue(tx, 'sweep-files', {});

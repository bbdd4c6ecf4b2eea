import { join } from 'node:path';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import * as media from '../../../test/media.ts';

const world = await openWorld({ DATA_DIR: join(inject('dataDir'), `served-${process.pid}`) });
const { files } = world.platform;

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

async function upload(content: Uint8Array, use: string, filename = 'aula.mp4') {
  const { body } = await school.owner.post('/api/v1/uploads', {
    filename,
    size: content.length,
    use,
  });
  const { data } = body;
  const sent = await school.owner.send('PUT', new URL(data.url).pathname, content, {
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(sent.status).toBe(200);
  return data.path as string;
}

interface RequestOptions {
  headers?: Record<string, string>;
  person?: Pick<Person, 'cookie'>;
  host?: string;
  method?: 'GET' | 'HEAD';
}
const open = (
  url: string,
  { headers, person, host = school.host, method = 'GET' }: RequestOptions = {},
) =>
  world.app.inject({
    method,
    url,
    headers: { host, ...(person?.cookie && { cookie: person.cookie }), ...headers },
  });

describe('a file of a lesson', () => {
  test('opens with its signature, and to staff', async () => {
    const path = await upload(media.video(), 'lesson_video');
    const [student, instructor] = [await school.join(), await school.join(['instructor'])];
    const status = async (url: string, person?: Pick<Person, 'cookie'>) =>
      (await open(url, { ...(person && { person }) })).statusCode;
    expect([await status(path), await status(path, student)]).toEqual([404, 404]);
    expect([await status(path, instructor), await status(path, school.owner)]).toEqual([200, 200]);
    expect(await status(files.signedUrl(path, 5))).toBe(200);
  });

  test('is shown inline if it is a PDF and that is requested, and downloaded otherwise', async () => {
    const headersOf = async (content: string, filename: string) => {
      const path = await upload(Buffer.from(content), 'lesson_file', filename);
      const { headers } = await open(`${files.signedUrl(path, 5)}&view=1`);
      return [headers['content-disposition'], headers['content-security-policy']];
    };
    expect(await headersOf('%PDF-1.4 luz', 'Luz é tudo.pdf')).toEqual([
      `inline; filename="Luz _ tudo.pdf"; filename*=UTF-8''Luz%20%C3%A9%20tudo.pdf`,
      undefined,
    ]);
    expect(await headersOf('<script>alert(1)</script>', 'falso.pdf')).toEqual([
      expect.stringContaining('attachment'),
      expect.stringContaining('sandbox'),
    ]);
  });

  test('has a name that reads from left to right, whatever was sent', async () => {
    // U+202E turns what follows around: it would read "fatura exe.pdf".
    const path = await upload(Buffer.from('luz'), 'lesson_file', 'fatura \u202Efdp.exe');
    const { headers } = await open(files.signedUrl(path, 5));
    expect(headers['content-disposition']).toContain(`filename="fatura fdp.exe"`);
  });

  test('does not open with another signature, nor after its signature has expired', async () => {
    const [path, other] = [
      await upload(media.video(), 'lesson_video'),
      await upload(media.video(), 'lesson_video'),
    ];
    const signature = new URL(files.signedUrl(other, 5), 'http://school').search;
    const signedUrl = new URL(files.signedUrl(path, 5), 'http://school');
    const later = new URL(signedUrl);
    later.searchParams.set('e', String(Number(signedUrl.searchParams.get('e')) + 60));
    const over = files.signedUrl(path, -10);
    for (const url of [
      `${path}${signature}`,
      later.pathname + later.search,
      over,
      `${path}?s=&e=`,
      `${path}?s=1&s=2&e=9`,
    ])
      expect((await open(url)).statusCode).toBe(404);
  });

  describe('whose address has expired', () => {
    const lessonWithVideo = async () => {
      const product = await school.product();
      const course = await courseWith(school, { products: [product], lessons: [1] });
      const path = await upload(media.video(), 'lesson_video');
      const [id] = course.lessons;
      const saved = await school.owner.send('PATCH', `/api/v1/lessons/${id}`, { video_url: path });
      expect(saved.status).toBe(200);
      return { product, id: id!, path, over: files.signedUrl(path, -10, { lesson: id! }) };
    };
    const statusOf = async (url: string, person?: Pick<Person, 'cookie'>, host = school.host) =>
      (await open(url, { host, ...(person && { person }) })).statusCode;

    test('opens for members with access to the lesson, as an open page or a paused video requests it', async () => {
      const { product, id, over } = await lessonWithVideo();
      const [buyer, other] = [await school.join(['student'], [product]), await school.join()];
      const part = await open(over, { person: buyer, headers: { range: 'bytes=5000-5099' } });
      expect([part.statusCode, part.rawPayload.length]).toEqual([206, 100]);
      expect([await statusOf(over), await statusOf(over, other)]).toEqual([404, 404]);

      // The right ends at the next request, the page's own address with it.
      await school.transaction(({ db }) =>
        db.deleteFrom('member_products').where('member_id', '=', buyer.id).execute(),
      );
      expect(await statusOf(over, buyer)).toBe(404);
      const denied = await buyer.get(`/api/v1/lessons/${id}`);
      expect(denied.status).not.toBe(200);
    });

    test('opens for no other lesson that has the same file', async () => {
      const { path, id, over } = await lessonWithVideo();
      const product = await school.product();
      const { lessons } = await courseWith(school, { products: [product], lessons: [1] });
      const patch = { video_url: path };
      const saved = await school.owner.send('PATCH', `/api/v1/lessons/${lessons[0]}`, patch);
      expect(saved.status).toBe(200);
      const buyer = await school.join(['student'], [product]);
      const own = files.signedUrl(path, -10, { lesson: lessons[0]! });
      expect(await statusOf(own, buyer)).toBe(200);
      expect(await statusOf(over.replace(`l=${id}`, `l=${lessons[0]}`), buyer)).toBe(404);
    });

    test('opens for visitors of a sample lesson, while the showcase is open', async () => {
      const { id, over } = await lessonWithVideo();
      const setShowcase = (showcase: boolean) =>
        school.transaction(({ db }) =>
          db.updateTable('platform_settings').set({ showcase }).execute(),
        );
      const patch = (sample: number) =>
        school.owner.send('PATCH', `/api/v1/lessons/${id}`, { sample });
      const opens = async (result: number) => {
        await expect.poll(() => statusOf(over)).toBe(result);
      };
      await setShowcase(true);
      await opens(404);
      await patch(1);
      await opens(200);
      const ended = { cookie: 'vitrine=ended' };
      expect(await statusOf(over, ended)).toBe(200);
      expect(await statusOf(over.replace(`&l=${id}`, ''))).toBe(404);
      await setShowcase(false);
      await opens(404);
    });

    test('opens for no other lesson, path, school or age than it was signed for', async () => {
      const { product, id, path, over } = await lessonWithVideo();
      const buyer = await school.join(['student'], [product]);
      const free = await lessonWithVideo();
      const freeBuyer = await school.join(['student'], [free.product]);
      const neighbour = await world.school();
      const stranger = await neighbour.join(['student']);
      for (const [url, person] of [
        [over.replace(`l=${id}`, `l=${free.id}`), freeBuyer],
        [over.replace(path, free.path), freeBuyer],
        [over.replace(`&l=${id}`, ''), buyer],
        [files.signedUrl(path, -10), buyer],
        [`${path}?l=${id}`, buyer],
        [over.replace(/e=\d+/, `e=${Math.ceil(Date.now() / 1000) + 900}`), undefined],
        [`${over}&l=${id}`, buyer],
      ] as const)
        expect(await statusOf(url, person), url).toBe(404);
      expect(await statusOf(over, stranger, neighbour.host)).toBe(404);
      expect(await statusOf(over, buyer)).toBe(200);
    });

    test('opens no more once the lesson has another video, though both are still stored', async () => {
      const { product, id, path, over } = await lessonWithVideo();
      const buyer = await school.join(['student'], [product]);
      const saveVideo = async (video_url: string) =>
        (await school.owner.send('PATCH', `/api/v1/lessons/${id}`, { video_url })).status;
      expect(await saveVideo(await upload(media.video(), 'lesson_video'))).toBe(200);
      expect(await statusOf(over, buyer)).toBe(404);
      expect(await statusOf(path, school.owner)).toBe(200);
      expect(await saveVideo(path)).toBe(200);
      expect(await statusOf(over, buyer)).toBe(200);
    });

    test('opens for the images, captions and files that its lesson shows', async () => {
      const { product, id } = await lessonWithVideo();
      const buyer = await school.join(['student'], [product]);
      const image = await upload(await media.png(), 'lesson_image', 'luz.png');
      const file = await upload(Buffer.from('luz'), 'lesson_file', 'luz.txt');
      const content = `<p><img src="${image}" alt="Luz"> <a href="${file}">Notas</a></p>`;
      const saved = await school.owner.send('PATCH', `/api/v1/lessons/${id}`, { content });
      expect(saved.status).toBe(200);
      const status = (path: string) => statusOf(files.signedUrl(path, -10, { lesson: id }), buyer);
      expect([await status(image), await status(file)]).toEqual([200, 200]);
    });

    test('expires a quarter of an hour after the lesson was read', async () => {
      const { product, id } = await lessonWithVideo();
      const buyer = await school.join(['student'], [product]);
      const { video_url } = (await buyer.get(`/api/v1/lessons/${id}`)).body.data;
      const until = Number(new URL(video_url, 'http://school').searchParams.get('e'));
      expect(until).toBeLessThanOrEqual(Date.now() / 1000 + 900);
      expect(await statusOf(video_url)).toBe(200);
    });
  });

  test('is 404, like an unknown one', async () => {
    const path = await upload(media.video(), 'lesson_video');
    const nothing = `/files/${school.id}/${'x'.repeat(22)}.mp4`;
    const [hidden, absent] = [await open(path), await open(nothing)];
    expect(hidden.body).toBe(absent.body);
    expect(Object.keys(hidden.headers).sort()).toEqual(Object.keys(absent.headers).sort());
  });

  test('is sent as a download, under its own name', async () => {
    const page = Buffer.from('<!doctype html><html><script>alert(1)</script></html>');
    const path = await upload(page, 'lesson_file', 'C:\\aulas\\Lição "um".html');
    const { headers, rawPayload } = await open(path, { person: school.owner });
    expect(rawPayload.equals(page)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Li__o _um_.html"; filename*=UTF-8''Li%C3%A7%C3%A3o%20%22um%22.html`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
  });
});

test('a download has the neutral name that an erasure gave it, also where it was opened before', async () => {
  const path = await upload(Buffer.from('notas'), 'lesson_file', 'rosa-lima.txt');
  const nameOf = async () =>
    (await open(path, { person: school.owner })).headers['content-disposition'];
  expect(await nameOf()).toContain('rosa-lima.txt');
  await school.transaction(({ db }) =>
    db.updateTable('files').set({ filename: 'membro removido.txt' }).execute(),
  );
  expect(await nameOf()).toContain('filename="membro removido.txt"');
});

test('a file whose type a browser might run is sent as bytes', async () => {
  const drawing = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>';
  const path = await upload(Buffer.from(drawing), 'lesson_file', 'planta.svg');
  const { headers } = await open(path, { person: school.owner });
  expect(headers['content-type']).toBe('application/octet-stream');
});

describe('a range request', () => {
  const content = Buffer.from(media.video({ size: 1000 }));
  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=900-', 900, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=500-9999', 500, 999],
    ['bytes=0-0', 0, 0],
  ])('%s is that part', async (range, start, end) => {
    const path = await upload(content, 'banner_video');
    const { statusCode, headers, rawPayload } = await open(path, { headers: { range } });
    expect(statusCode).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/1000`);
    expect(headers['content-length']).toBe(String(end - start + 1));
    expect(rawPayload.equals(content.subarray(start, end + 1))).toBe(true);
  });

  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('%s lies outside', async (range) => {
    const path = await upload(content, 'banner_video');
    const { statusCode, headers } = await open(path, { headers: { range } });
    expect([statusCode, headers['content-range']]).toEqual([416, 'bytes */1000']);
  });

  test.each(['bytes=9-1', 'bytes=a-b', 'bytes=0-1,5-6', 'pages=1-2'])(
    '%s is no range: the whole file',
    async (range) => {
      const path = await upload(content, 'banner_video');
      const { statusCode, headers } = await open(path, { headers: { range } });
      expect([statusCode, headers['content-length']]).toEqual([200, '1000']);
    },
  );

  test('is 304 to a client that has it', async () => {
    const path = await upload(content, 'banner_video');
    const { headers } = await open(path);
    const again = await open(path, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const other = await open(path, { headers: { range: 'bytes=0-9', 'if-range': '"other"' } });
    expect(other.statusCode).toBe(200);
  });

  test('is that part to a client that has the rest of the same file', async () => {
    const path = await upload(content, 'banner_video');
    const etag = String((await open(path)).headers.etag);
    const rest = await open(path, { headers: { range: 'bytes=900-', 'if-range': etag } });
    expect([rest.statusCode, rest.rawPayload.equals(content.subarray(900))]).toEqual([206, true]);
  });

  test.each([undefined, 'bytes=0-99', 'bytes=5000-'])(
    'of a HEAD request is ignored: it tells of the whole file (%s)',
    async (range) => {
      const path = await upload(content, 'banner_video');
      const { statusCode, headers, body } = await open(path, {
        method: 'HEAD',
        ...(range && { headers: { range } }),
      });
      expect([statusCode, headers['content-length'], headers['content-type'], body]).toEqual([
        200,
        '1000',
        'video/mp4',
        '',
      ]);
      expect(headers).not.toHaveProperty('content-range');
    },
  );
});

test('a file is found at its own school only', async () => {
  const path = await upload(media.video(), 'banner_video');
  const neighbour = await world.school();
  const neighbourPath = path.replace(`/${school.id}/`, `/${neighbour.id}/`);
  expect((await open(path)).statusCode).toBe(200);
  for (const [url, host] of [
    [path, neighbour.host],
    [neighbourPath, neighbour.host],
    [neighbourPath, school.host],
    [path, 'nobody.localhost'],
  ])
    expect((await open(url!, { host: host! })).statusCode).toBe(404);
});

test.each(['..%2f..%2ffiles.secret', '%2e%2e', 'a.mp4%00', '..%5c..%5cfiles.secret', '%ff'])(
  'no name leads outside the folder: %s',
  async (name) => {
    const { statusCode } = await open(`/files/${school.id}/${name}`);
    expect([400, 404]).toContain(statusCode);
  },
);

test('a video is 404 during its upload', async () => {
  const { body } = await school.owner.post('/api/v1/uploads', {
    filename: 'a.mp4',
    size: 9,
    use: 'banner_video',
  });
  expect((await open(body.data.path)).statusCode).toBe(404);
});

test('a video is 404 until it is converted', async () => {
  const path = await upload(media.video(), 'banner_video');
  const become = (state: 'converting' | 'ready') =>
    school.transaction(({ db }) =>
      db.updateTable('files').set({ state }).where('name', '=', path.split('/')[3]!).execute(),
    );
  await become('converting');
  expect((await open(path)).statusCode).toBe(404);
  await become('ready');
  expect((await open(path)).statusCode).toBe(200);
});

describe('a file of a post whose address has expired', () => {
  const postWithFile = async (channel: number, author: Person) => {
    const file = Buffer.from('%PDF-1.4 luz');
    const announced = await author.post('/api/v1/uploads', {
      filename: 'luz.pdf',
      size: file.length,
      use: 'post_file',
    });
    const { path, url } = announced.body.data as { path: string; url: string };
    const headers = { 'content-type': 'application/octet-stream' };
    await author.send('PUT', new URL(url).pathname, file, { headers });
    const { id, attachments } = await publish(author, channel, '<p>Veja</p>', {
      attachments: [{ kind: 'file', path, name: 'luz.pdf' }],
    });
    expect(new URL(attachments[0]!.url, 'http://school').searchParams.get('p')).toBe(String(id));
    return { id, path, expired: files.signedUrl(path, -10, { post: id }) };
  };
  const statusOf = async (url: string, person?: Pick<Person, 'cookie'>, host = school.host) =>
    (await open(url, { host, ...(person && { person }) })).statusCode;

  test('opens for who may read the post, until the post or the right is gone', async () => {
    const product = await school.product();
    const { channels } = await communityWith(school, { products: [product] });
    const [author, reader] = [
      await school.join(['student'], [product]),
      await school.join(['student'], [product]),
    ];
    const stranger = await school.join();
    const post = await postWithFile(channels[0]!, author);
    expect([
      await statusOf(post.expired, reader),
      await statusOf(post.expired, stranger),
      await statusOf(post.expired),
    ]).toEqual([200, 404, 404]);

    await school.transaction(({ db }) =>
      db.deleteFrom('member_products').where('member_id', '=', reader.id).execute(),
    );
    expect(await statusOf(post.expired, reader)).toBe(404);
    expect(await statusOf(post.expired, author)).toBe(200);
    await school.owner.send('PUT', `/api/v1/posts/${post.id}/removal`, { reason: 'Fora do tema' });
    expect(await statusOf(post.expired, author)).toBe(404);
  });

  test('opens no more once its author has taken the file out of the post', async () => {
    const { channels } = await communityWith(school);
    const [author, reader] = [await school.join(), await school.join()];
    const post = await postWithFile(channels[0]!, author);
    expect(await statusOf(post.expired, reader)).toBe(200);
    const changed = { content: '<p>Sem arquivo</p>', attachments: [] };
    expect((await author.send('PATCH', `/api/v1/posts/${post.id}`, changed)).status).toBe(200);
    expect(await statusOf(post.expired, reader)).toBe(404);
  });

  test('opens for no other post, path or school than it was signed for', async () => {
    const { channels } = await communityWith(school);
    const author = await school.join();
    const [post, other] = [
      await postWithFile(channels[0]!, author),
      await postWithFile(channels[0]!, author),
    ];
    const neighbour = await world.school();
    for (const url of [
      post.expired.replace(`p=${post.id}`, `p=${other.id}`),
      post.expired.replace(`p=${post.id}`, `l=${post.id}`),
      post.expired.replace(post.path, other.path),
      post.expired.replace(`&p=${post.id}`, ''),
      `${post.path}?p=${post.id}`,
      `${post.expired}&p=${post.id}`,
    ])
      expect(await statusOf(url, author), url).toBe(404);
    expect(await statusOf(post.expired, await neighbour.join(), neighbour.host)).toBe(404);
    expect(await statusOf(post.expired, author)).toBe(200);
  });
});

test('a reward’s file opens to members who earned it, also after its address expired', async () => {
  const file = await upload(Buffer.from('%PDF-1.4'), 'reward_file', 'guia.pdf');
  const base = '/api/auth/ranking/rewards';
  const reward = { name: 'Guia', criteria: 'score', needed_score: 10, file };
  const { body } = await school.owner.post(`${base}/create`, reward);
  const [marina, joao] = [await school.join(), await school.join()];
  await school.owner.post(`/api/v1/members/${marina.id}/points`, { points: 10, reason: 'Ajudou' });
  const over = files.signedUrl(file, -10);
  const opens = async (person?: Person) =>
    (await open(over, { ...(person && { person }) })).statusCode;
  expect([await opens(marina), await opens(joao), await opens()]).toEqual([200, 404, 404]);
  // A removed reward stays with the member who earned it.
  await school.owner.send('DELETE', `${base}/delete/${body.id}/${school.id}`);
  expect(await opens(marina)).toBe(200);
});

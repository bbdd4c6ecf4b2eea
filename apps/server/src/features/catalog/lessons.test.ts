import { limits, messages } from '@vitrine/contract/catalog';
import { messages as common } from '@vitrine/contract/messages';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith, fileFor, claimedPaths, showBlockedContent } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { isBuilt } from '../site/web-build.ts';

const world = await openWorld();

let school: TestSchool;
let moduleId: number;
beforeEach(async () => {
  school = await world.school();
  moduleId = (await courseWith(school, { lessons: [0] })).modules[0]!.id;
});

const create = (fields: object, person: Person = school.owner) =>
  person.post(`/api/v1/modules/${moduleId}/lessons`, { title: 'Luz', ...fields });
const patch = (id: number, body: unknown) =>
  school.owner.send('PATCH', `/api/v1/lessons/${id}`, body);
const show = (id: number, person: Person = school.owner) => person.get(`/api/v1/lessons/${id}`);
const signed = (path: string) => new RegExp(`^${path}\\?e=\\d+&s=[\\w-]{43}&l=\\d+$`);
const storedContent = async (content: string) =>
  (await create({ content })).body.data.content as string;

describe('a lesson is made', () => {
  test('with all that its screen shows', async () => {
    const video = await fileFor(world, school, 'lesson_video');
    const captions = await fileFor(world, school, 'lesson_captions');
    const first = await fileFor(world, school, 'lesson_file');
    const second = await fileFor(world, school, 'lesson_file');
    const { status, body } = await create({
      content: '<h2>Luz</h2><p>natural</p>',
      cover: 'https://images.example.com/luz.jpg',
      video_url: video,
      embed: 'https://youtu.be/dQw4w9WgXcQ',
      link: 'https://luz.example.com/?a=1&b=2',
      duration_seconds: 754,
      captions: [{ language: 'pt-BR', path: captions }],
      files: [
        { name: 'Presets.zip', path: first, size: 1 },
        { name: 'Roteiro.pdf', path: second },
      ],
    });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(Number),
      title: 'Luz',
      content: '<h2>Luz</h2><p>natural</p>',
      content_html: null,
      cover: 'https://images.example.com/luz.jpg',
      video_url: expect.stringMatching(signed(video)),
      embed: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
      link: 'https://luz.example.com/?a=1&b=2',
      duration_seconds: 754,
      published: 1,
      sample: 0,
      quiz: null,
      upsell: null,
      captions: [{ language: 'pt-BR', url: expect.stringMatching(signed(captions)) }],
      files: [
        {
          id: expect.any(Number),
          name: 'Presets.zip',
          size: 1234,
          url: expect.stringMatching(signed(first)),
        },
        {
          id: expect.any(Number),
          name: 'Roteiro.pdf',
          size: 1234,
          url: expect.stringMatching(signed(second)),
        },
      ],
      seconds: 0,
      finished: false,
      likes: 0,
      liked: false,
      course: { id: expect.any(Number), title: 'Fotografia', progress: 0 },
      module: { id: moduleId, title: 'Módulo 1' },
      previous: null,
      next: null,
      modules: [
        {
          id: moduleId,
          title: 'Módulo 1',
          lessons: [
            {
              id: body.data.id,
              title: 'Luz',
              cover: 'https://images.example.com/luz.jpg',
              kind: 'video',
              quiz_open: null,
              empty: false,
              duration_seconds: 754,
              published: 1,
              sample: 0,
              locked: false,
              seconds: 0,
              finished: false,
            },
          ],
        },
      ],
      marquee: null,
      version: 1,
    });
    expect((await show(body.data.id)).body).toEqual(body);
  });

  test.each([
    ['a video that runs code', { video_url: 'javascript:alert(1)' }, 'video_url'],
    ['a video of another school', { video_url: '/files/999999/v.mp4' }, 'video_url'],
    ['a link that runs code behind blanks', { link: ' \tjava\nscript:alert(1)' }, 'link'],
    ['a link without its scheme', { link: 'luz.example.com' }, 'link'],
    ['a link to nowhere', { link: '//luz.example.com' }, 'link'],
    ['a link with a backslash', { link: '/\\luz.example.com' }, 'link'],
    ['a data address', { cover: 'data:text/html,<script>1</script>' }, 'cover'],
    ['a file of another school', { files: [{ name: 'a', path: '/files/1/a' }] }, 'files.0.path'],
    [
      'captions on the web',
      { captions: [{ language: 'pt', path: 'https://a.com/a' }] },
      'captions.0.path',
    ],
    ['a file on the web', { files: [{ name: 'a', path: 'https://a.com/a' }] }, 'files.0.path'],
    ['a player that is not listed', { embed: 'https://evil.example.com/embed/1' }, 'embed'],
    ['a player that only looks listed', { embed: 'https://youtube.com.evil.com/embed/x' }, 'embed'],
    ['a listed name before a foreign host', { embed: 'https://youtube.com@evil.com/' }, 'embed'],
    ['a frame of code', { embed: '<iframe src="javascript:alert(1)"></iframe>' }, 'embed'],
    ['a script as a player', { embed: '<script src="https://youtube.com/x"></script>' }, 'embed'],
  ])('but not with %s', async (_what, fields, field) => {
    const { status, body } = await create(fields);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      message: common.invalidLink,
      errors: { [field]: [common.invalidLink] },
    });
  });

  test('but not with a file path outside its school, or a file of another use', async () => {
    const foreign = await fileFor(world, await world.school(), 'lesson_file');
    const video = await fileFor(world, school, 'lesson_video');
    for (const path of [
      `/files/${school.id}/../1/a`,
      `/files/${school.id}/%2e%2e/1/a`,
      `/files/${school.id}/`,
      foreign,
      foreign.replace(/\d+/, String(school.id)),
      video,
    ]) {
      const { status, body } = await create({ files: [{ name: 'a', path }] });
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual(['files.0.path']);
    }
    const captions = [{ language: 'pt', path: foreign }];
    const { body } = await create({ files: [{ name: 'a', path: foreign }], captions });
    expect(body.errors).toEqual({
      'files.0.path': [common.invalidLink],
      'captions.0.path': [common.invalidLink],
    });
    expect((await create({ video_url: foreign })).status).toBe(422);
    expect((await create({ cover: video })).status).toBe(422);
  });

  test.each([
    ['a negative duration', { duration_seconds: -1 }],
    ['a duration of a fraction', { duration_seconds: 1.5 }],
    ['a duration beyond a hundred hours', { duration_seconds: limits.seconds + 1 }],
    ['a text for a list', { files: 'a' }],
    ['51 files', { files: Array.from({ length: 51 }, () => ({ name: 'a', path: '/files/1/a' })) }],
    ['no text as content', { content: 7 }],
  ])('nor with %s', async (_what, fields) => {
    expect((await create(fields)).status).toBe(422);
  });

  test('with content up to 1 MB of UTF-8', async () => {
    expect((await create({ content: 'é'.repeat(limits.content / 2) })).status).toBe(201);
    const { status, body } = await create({ content: `${'é'.repeat(limits.content / 2)}a` });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ content: [messages.contentTooLong] });
  });

  test('at the end, eight at once in eight positions', async () => {
    const answers = await Promise.all([...'ABCDEFGH'].map((title) => create({ title })));
    expect(statuses(answers)).toEqual({ 201: 8 });
    const rows = await school.transaction(({ db }) =>
      db.selectFrom('lessons').select('position').orderBy('position').execute(),
    );
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('by admins only', async () => {
    for (const roles of [['student'], ['instructor'], ['moderator']])
      expect((await create({}, await school.join(roles))).status).toBe(403);
  });
});

describe('a player is kept by its own address', () => {
  test.each([
    [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42',
    ],
    [
      '<iframe width="560" src="//www.youtube.com/embed/dQw4w9WgXcQ?si=x&amp;start=7" onload="alert(1)"></iframe><script>alert(1)</script>',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=7',
    ],
    [
      'https://youtube.com/shorts/dQw4w9WgXcQ',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    ],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    [
      'https://vimeo.com/76979871/8272103f6e',
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
    ],
    [
      '<div><iframe src="https://player.vimeo.com/video/76979871?h=8272103f6e&amp;badge=0"></iframe></div>',
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
    ],
    [
      'https://player-vz-7b6cf9e4-8bf.tv.pandavideo.com.br/embed/?v=2a4a6d2c-5f4e-4d0c-9a30-5c0b4b7f3c11',
      'https://player-vz-7b6cf9e4-8bf.tv.pandavideo.com.br/embed/?v=2a4a6d2c-5f4e-4d0c-9a30-5c0b4b7f3c11',
    ],
    [
      'https://school.wistia.com/medias/e4a27b971d',
      'https://fast.wistia.net/embed/iframe/e4a27b971d',
    ],
    [
      'https://iframe.mediadelivery.net/play/759/eb1c4f77-0cda-46be-b47d-1118ad7c2ffe',
      'https://iframe.mediadelivery.net/embed/759/eb1c4f77-0cda-46be-b47d-1118ad7c2ffe',
    ],
    ['https://www.loom.com/share/0281766f', 'https://www.loom.com/embed/0281766f'],
    [
      'https://open.spotify.com/intl-pt/episode/7mak',
      'https://open.spotify.com/embed/episode/7mak',
    ],
    ['https://drive.google.com/file/d/1AbC/view', 'https://drive.google.com/file/d/1AbC/preview'],
    [
      'https://docs.google.com/presentation/d/1AbC/edit#slide=1',
      'https://docs.google.com/presentation/d/1AbC/embed',
    ],
    ['', null],
  ])('%s', async (embed, player) => {
    expect((await create({ embed })).body.data.embed).toBe(player);
    expect((await create({ embed: player })).body.data.embed).toBe(player);
  });

  test("also where a provider's page was typed as the video's address", async () => {
    const video_url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    const player = {
      video_url: null,
      embed: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    };
    const { body } = await create({ video_url });
    expect(body.data).toMatchObject(player);
    const file = { video_url: 'https://cdn.exemplo.com/aula.mp4', embed: null };
    expect((await patch(body.data.id, file)).body.data).toMatchObject(file);
    expect((await patch(body.data.id, { video_url, embed: null })).body.data).toMatchObject(player);
  });

  test.skipIf(!isBuilt())('may be framed by the pages', async () => {
    const { headers } = await school.visitor.get('/entrar');
    expect(headers['content-security-policy']).toContain(
      'https://scripts.converteai.net https://www.loom.com',
    );
  });
});

describe('content is cleaned as it is written', () => {
  test('HTML of the editor stays', async () => {
    const html = [
      '<h2>Luz</h2><p>Um <strong>bom</strong> <em>dia</em> <u>de</u> <s>sol</s><br /></p>',
      '<ul><li>um</li></ul><ol start="3"><li>dois</li></ol><blockquote><p>x</p></blockquote>',
      '<pre><code>a &lt; b</code></pre>',
      '<table><tbody><tr><th colspan="2">a</th></tr><tr><td>b</td><td>c</td></tr></tbody></table>',
    ].join('');
    expect(await storedContent(html)).toBe(html);
  });

  test('links open in a new tab, and send no referrer', async () => {
    expect(await storedContent('<a href="https://a.com" onclick="x()" target="_top">a</a>')).toBe(
      '<a href="https://a.com" rel="noopener nofollow" target="_blank">a</a>',
    );
    // One within the school stays in its tab.
    const within = '<a href="/courses/7">a</a>';
    expect(await storedContent(within)).toBe(within);
  });

  test('links to files of this school open, links to files of other schools are removed', async () => {
    const own = await fileFor(world, school, 'lesson_file');
    const made = await storedContent(`<a href="${own}">a</a>`);
    expect(made).toMatch(/href="\/files\/[\w/.-]+\?e=\d+&amp;s=[\w-]{43}&amp;l=\d+"/);
    expect((await storedContent(made)).replace(/\?[^"]*/, '')).toBe(made.replace(/\?[^"]*/, ''));
    const foreign = own.replace(`/files/${school.id}/`, '/files/999999/');
    expect(await storedContent(`<a href="${foreign}">a</a>`)).not.toContain('/files/');
  });

  test('images are of this school or the web', async () => {
    const own = await fileFor(world, school, 'lesson_image');
    const made = await storedContent(
      `<img src="${own}" alt="Luz" width="320" onerror="alert(1)" />`,
    );
    const unsigned = (html: string) => html.replace(/\?e=\d+&amp;s=[\w-]{43}&amp;l=\d+/, '');
    expect(unsigned(made)).toBe(`<img alt="Luz" width="320" src="${own}" loading="lazy" />`);
    expect(unsigned(made)).not.toBe(made);
    expect(unsigned(await storedContent(made))).toBe(unsigned(made));
    const web = await storedContent('<img src="https://a.com/a.png" height="90%" srcset="x 2x" />');
    expect(web).toBe('<img src="https://a.com/a.png" loading="lazy" />');
    expect(await storedContent(web)).toBe(web);
    for (const src of [
      '/files/999999/a.png',
      `/files/${school.id}/../999999/a.png`,
      '/api/v1/session',
      '//a.com/a.png',
      'http://a.com/a.png',
      'data:image/svg+xml,<svg onload=alert(1)>',
    ])
      expect(await storedContent(`<img src="${src}" />`)).toBe('');
  });

  test('frames are of listed providers', async () => {
    const player = await storedContent(
      '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" onload="alert(1)" srcdoc="<script>1</script>"></iframe>',
    );
    expect(player).toContain('src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"');
    expect(player).not.toMatch(/onload|srcdoc|script/);
    expect(await storedContent(player)).toBe(player);
    for (const frame of [
      '<iframe src="https://evil.example.com"></iframe>',
      '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
      '<iframe src="javascript:alert(1)"></iframe>',
      '<iframe src="/api/v1/session"></iframe>',
    ])
      expect(await storedContent(frame)).toBe('');
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<p style="background:url(javascript:alert(1))" id="x" class="y">x</p>',
    '<style>*{display:none}</style><link rel=stylesheet href=//a.com>',
    '<form action=/api/v1/session><input name=a autofocus onfocus=alert(1)></form>',
    '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
    '<base href="https://evil.com"><meta http-equiv=refresh content="0;url=https://evil.com">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<textarea><script>alert(1)</script></textarea><template><script>alert(1)</script></template>',
    '<!--><script>alert(1)</script-->',
    '"><video src=x onerror=alert(1)><details open ontoggle=alert(1)>',
  ])('hostile HTML is removed: %s', async (html) => {
    expect(await storedContent(html)).not.toMatch(
      /<(script|style|svg|math|form|input|object|embed|base|meta|link|video|template|textarea)|\son\w+=|javascript:|style=|\sid=(?!"t-)|class=/i,
    );
  });

  const megabyte = (html: string) => html.repeat(Math.floor(limits.content / html.length));

  test.each(['<a href="', '<iframe src="', '<!--', 'src="/files/1/a ', '<img src="/files/'])(
    'a truncated megabyte of %s is cleaned',
    async (html) => {
      const { status, body } = await create({ content: megabyte(html) });
      expect([201, 422]).toContain(status);
      if (status === 201) expect(body.data.content.length).toBeLessThanOrEqual(limits.content);
    },
  );

  test.each(['<b>', '<ul><li>', '<b></i>', '<b><!--</b>-->'])(
    'tags that nest without end are refused: %s',
    async (html) => {
      const { status, body } = await create({ content: html.repeat(1_000) });
      expect(status).toBe(422);
      expect(body.errors).toEqual({ content: [common.invalid] });
    },
  );

  test.each([
    '<',
    '&',
    '&amp;',
    '</b>',
    '</p>',
    '<br>',
    '<!---->',
    '<p>a</p>',
    '<x></x>',
    '<a href="x">x</a>',
  ])('more pieces than an editor makes are refused: %s', async (html) => {
    const { status, body } = await create({ content: megabyte(html) });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ content: [common.tooManyTags] });
  });

  test('so are more attributes, more images, and more links', async () => {
    for (const content of [
      `<p ${megabyte('a=1 ')}>`,
      '<img src="https://a.com/a.png">'.repeat(501),
      '<iframe src="https://youtu.be/dQw4w9WgXcQ"></iframe>'.repeat(501),
      '<a href="https://a.com/a">a</a>'.repeat(1_501),
    ])
      expect((await create({ content: content.slice(0, limits.content) })).body.errors).toEqual({
        content: [common.tooManyTags],
      });
  });

  test.each([
    '<p>Um parágrafo como se escreve, com a luz da manhã.</p>'.repeat(10_000),
    '<p><a href="https://a.com/a">Uma fonte</a></p>'.repeat(1_500),
  ])('a book of ten thousand paragraphs stays, and so does a list of 1,500 links', async (book) => {
    expect((await create({ content: book })).status).toBe(201);
  });

  test('HTML that exceeds the limit after cleaning is refused', async () => {
    const { status, body } = await create({
      content: `<p>${'&'.repeat(90_000)}</p>${'a'.repeat(limits.content - 100_000)}`,
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ content: [messages.contentTooLong] });
  });

  test('a player with an overlong address is removed', async () => {
    const address = (length: number) =>
      `https://www.youtube.com/watch?v=dQw4w9WgXcQ&x=${'x'.repeat(length - 46)}`;
    expect(await storedContent(`<iframe src="${address(2_000)}"></iframe>`)).toContain(
      'youtube-nocookie',
    );
    expect(await storedContent(`<iframe src="${address(2_001)}"></iframe>`)).toBe('');
  });

  test('when it is changed too', async () => {
    const { body } = await create({});
    const changed = await patch(body.data.id, { content: '<p>a</p><script>alert(1)</script>' });
    expect(changed.body.data.content).toBe('<p>a</p>');
    expect((await patch(body.data.id, { embed: 'https://evil.com' })).status).toBe(422);
  });
});

describe('a lesson is changed', () => {
  test('in the sent fields only, and counts its versions', async () => {
    const { body } = await create({
      content: '<p>a</p>',
      link: 'https://a.com',
      files: [{ name: 'a', path: await fileFor(world, school, 'lesson_file') }],
    });
    const changed = await patch(body.data.id, { title: 'Sombra', version: 1 });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({
      title: 'Sombra',
      content: '<p>a</p>',
      link: 'https://a.com',
      files: [{ name: 'a' }],
      version: 2,
    });
    const [{ name, url: path }] = body.data.files;
    const again = await patch(body.data.id, { files: [{ name, path }], version: 2 });
    expect(again.body.data.files).toMatchObject([{ name: 'a', size: 1234 }]);
    const beside = await create({
      files: [{ name: 'b', path: await fileFor(world, school, 'lesson_file') }],
      captions: [{ language: 'pt-BR', path: await fileFor(world, school, 'lesson_captions') }],
    });
    const emptied = await patch(body.data.id, { link: null, files: [], captions: [] });
    expect(emptied.body.data).toMatchObject({ link: null, files: [], version: 4 });
    expect((await show(beside.body.data.id)).body.data).toMatchObject({
      title: 'Luz',
      files: [{ name: 'b' }],
      captions: [{ language: 'pt-BR' }],
    });
  });

  test('by one of eight concurrent changes of the same version', async () => {
    const { id } = (await create({})).body.data;
    const answers = await Promise.all(
      [...'ABCDEFGH'].map((title) => patch(id, { title, version: 1 })),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 7 });
    const stale = answers.find(({ status }) => status === 409)!.body;
    expect(stale).toMatchObject({ code: 'stale_version', data: { id, version: 2 } });
  });

  test('to the module that it is in: it keeps its position', async () => {
    const course = await courseWith(school, { lessons: [3] });
    const [first] = course.lessons as [number];
    const { status } = await patch(first, { title: 'Luz', module_id: course.modules[0]!.id });
    expect(status).toBe(200);
    const { body } = await school.owner.get(`/api/v1/courses/${course.id}`);
    expect(body.data.modules[0].lessons.map(({ id }: { id: number }) => id)).toEqual(
      course.lessons,
    );
  });

  test('to another module of its course, with the progress of everybody', async () => {
    const product = await school.product();
    const course = await courseWith(school, { products: [product], lessons: [2, 1] });
    const student = await school.join(['student'], [product]);
    const [first] = course.lessons as [number];
    const path = `/api/v1/lessons/${first}/progress`;
    await student.send('PUT', path, { seconds: 40, finished: true });
    const moved = await patch(first, { module_id: course.modules[1]!.id });
    expect(moved.body.data).toMatchObject({ module: { id: course.modules[1]!.id }, next: null });
    expect((await show(first, student)).body.data).toMatchObject({
      seconds: 40,
      finished: true,
      previous: { title: 'Aula 2.1' },
      course: { progress: 33 },
    });
    expect((await student.send('PUT', path, { seconds: 41 })).body.data).toEqual({
      seconds: 41,
      finished: true,
      course_progress: 33,
      completed: [],
    });
  });

  test('but not to a module of another course or school', async () => {
    const { id } = (await create({})).body.data;
    const other = await courseWith(school, { lessons: [0] });
    const foreign = await courseWith(await world.school(), { lessons: [0] });
    for (const course of [other, foreign]) {
      const { status } = await patch(id, { title: 'x', module_id: course.modules[0]!.id });
      expect(status).toBe(404);
    }
    expect((await show(id)).body.data).toMatchObject({ title: 'Luz', module: { id: moduleId } });
  });
});

test('staff are told which lessons have nothing for students', async () => {
  const product = await school.product();
  const course = await courseWith(school, { products: [product], lessons: [0] });
  const student = await school.join(['student'], [product]);
  const { id } = course.modules[0]!;
  const add = (title: string, fields: object = {}) =>
    school.owner.post(`/api/v1/modules/${id}/lessons`, { title, ...fields });
  await add('Oca');
  await add('Texto', { content: '<p>Luz</p>' });
  await add('Link', { link: 'https://luz.example.com' });
  await add('Vídeo', { embed: 'https://youtu.be/dQw4w9WgXcQ' });
  const path = await fileFor(world, school, 'lesson_file');
  await add('Arquivo', { files: [{ name: 'Roteiro.pdf', path }] });
  const empty = async (who: Person) => {
    const { modules } = (await who.get(`/api/v1/courses/${course.id}`)).body.data;
    return modules[0].lessons.map((one: { empty: boolean | null }) => one.empty);
  };
  expect(await empty(school.owner)).toEqual([true, false, false, false, false]);
  expect(await empty(student)).toEqual([null, null, null, null, null]);
});

describe('without access', () => {
  const closed = async () => {
    const product = await school.product('Plano Estúdio');
    const course = await courseWith(school, { products: [product], lessons: [2] });
    return { ...course, product, student: await school.join() };
  };
  const calls = (lesson: number) =>
    [
      ['GET', `/api/v1/lessons/${lesson}`],
      ['PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: 1 }],
      ['PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: -1 }],
      ['PUT', `/api/v1/lessons/${lesson}/like`],
      ['DELETE', `/api/v1/lessons/${lesson}/like`],
    ] as const;

  test('every call is 403 with the access offer, and nothing of the lesson', async () => {
    const { id, lessons, product, student } = await closed();
    for (const [method, path, body] of calls(lessons[0]!)) {
      const answer = await student.send(method, path, body);
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({
        message: messages.noAccess,
        code: 'no_access',
        data: {
          course: { id, title: 'Fotografia' },
          upsell: {
            text: '',
            link: null,
            price_text: '',
            button_text: '',
            products: [{ id: product, title: 'Plano Estúdio' }],
          },
        },
      });
    }
  });

  test('every call is 404 where blocked content is hidden, as if there were no lesson', async () => {
    const { lessons, student } = await closed();
    await showBlockedContent(world, school, false);
    const missing = calls(999_999);
    for (const [at, [method, path, body]] of calls(lessons[0]!).entries()) {
      const hidden = await student.send(method, path, body);
      expect(hidden.status).toBe(404);
      expect(hidden.text).toBe((await student.send(method, missing[at]![1], body)).text);
    }
  });

  test('every call is 404 in a course that no product opens', async () => {
    const { lessons } = await courseWith(school);
    const student = await school.join();
    for (const [method, path, body] of calls(lessons[0]!))
      expect((await student.send(method, path, body)).status).toBe(404);
  });

  test('staff enter every course', async () => {
    const { lessons } = await closed();
    await showBlockedContent(world, school, false);
    expect((await show(lessons[0]!, await school.join(['moderator']))).status).toBe(200);
  });

  test('a product taken away counts at the next request', async () => {
    const { lessons, product } = await closed();
    const student = await school.join(['student'], [product]);
    expect((await show(lessons[0]!, student)).status).toBe(200);
    await school.owner.send('PATCH', `/api/v1/members/${student.id}`, { product_ids: [] });
    expect((await show(lessons[0]!, student)).status).toBe(403);
  });
});

test('an uploaded file opens for members with the course, and not by a copied path', async () => {
  const product = await school.product();
  const { lessons } = await courseWith(school, { products: [product], lessons: [1] });
  const content = Buffer.from('%PDF-1.4 luz');
  const announced = await school.owner.post('/api/v1/uploads', {
    filename: 'luz.pdf',
    size: content.length,
    use: 'lesson_file',
  });
  const { path, url } = announced.body.data;
  await school.owner.send('PUT', new URL(url).pathname, content, {
    headers: { 'content-type': 'application/octet-stream' },
  });
  await patch(lessons[0]!, { files: [{ name: 'luz.pdf', path }] });
  const student = await school.join(['student'], [product]);
  const { files } = (await show(lessons[0]!, student)).body.data;
  expect((await student.get(files[0].url)).status).toBe(200);
  expect((await student.get(path)).status).toBe(404);
  expect(files[0].size).toBe(content.length);
});

test('an image that moves from one lesson to another stays, in eight moves at once', async () => {
  const { lessons } = await courseWith(school, { lessons: [16] });
  const [from, to] = [lessons.slice(0, 8), lessons.slice(8)];
  const images = await Promise.all(from.map(() => fileFor(world, school, 'lesson_image')));
  const holding = (id: number, image: string) => patch(id, { content: `<img src="${image}">` });
  for (const [at, id] of from.entries()) await holding(id, images[at]!);
  const answers = await Promise.all(
    images.flatMap((image, at) => [patch(from[at]!, { content: '' }), holding(to[at]!, image)]),
  );
  expect(statuses(answers)).toEqual({ 200: 16 });
  const files = await claimedPaths(world, school);
  expect(images.filter((image) => !files.has(image))).toEqual([]);
});

describe('the next lesson of a course', () => {
  test('continues in the next module', async () => {
    const { lessons } = await courseWith(school, { lessons: [2, 0, 1] });
    const [a, b, c] = lessons as [number, number, number];
    const around = async (id: number) => {
      const { previous, next } = (await show(id)).body.data;
      return [previous?.id ?? null, next?.id ?? null];
    };
    expect(await around(a)).toEqual([null, b]);
    expect(await around(b)).toEqual([a, c]);
    expect(await around(c)).toEqual([b, null]);
  });

  test('in a course of 1,200 lessons takes one statement, as in a course of two', async () => {
    const short = await courseWith(school, { lessons: [2] });
    const long = await courseWith(school, { lessons: Array.from({ length: 30 }, () => 0) });
    await school.transaction(async ({ db }) => {
      const rows = Array.from({ length: 1200 }, (_, at) => ({
        course_id: long.id,
        module_id: long.modules[at % 30]!.id,
        position: at,
        title: `Aula ${at}`,
      }));
      await db.insertInto('lessons').values(rows).execute();
    });
    const list = (await school.owner.get(`/api/v1/courses/${long.id}`)).body.data.modules;
    expect(list).toHaveLength(30);
    const last = list.at(-1).lessons.at(-1).id;

    await show(last); // what all share is kept from the first reader on
    await show(short.lessons[0]!);
    const statementCount = await countStatements(async () => {
      const { body } = await show(last);
      expect(body.data.modules.flatMap((module: { lessons: [] }) => module.lessons)).toHaveLength(
        1200,
      );
    });
    expect(statementCount).toBe(1);
    expect(await countStatements(() => show(short.lessons[0]!))).toBe(1);
    expect(await countStatements(() => school.owner.get(`/api/v1/courses/${long.id}`))).toBe(1);
  });
});

describe('likes', () => {
  test('count once for each person, in concurrent requests too', async () => {
    const product = await school.product();
    const { lessons } = await courseWith(school, { products: [product] });
    const student = await school.join(['student'], [product]);
    const path = `/api/v1/lessons/${lessons[0]}/like`;
    const answers = await Promise.all([...'ABCDEFGH'].map(() => student.send('PUT', path)));
    expect(statuses(answers)).toEqual({ 200: 8 });
    expect((await school.owner.send('PUT', path)).body).toEqual({
      data: { likes: 2, liked: true },
    });
    expect((await show(lessons[0]!, student)).body.data).toMatchObject({ likes: 2, liked: true });
    await student.send('PUT', `/api/v1/lessons/${lessons[1]}/like`);
    for (let time = 1; time <= 2; time += 1)
      expect((await student.send('DELETE', path)).body).toEqual({
        data: { likes: 1, liked: false },
      });
    expect((await show(lessons[0]!, student)).body.data).toMatchObject({ likes: 1, liked: false });
    expect((await show(lessons[1]!, student)).body.data).toMatchObject({ likes: 1, liked: true });
  });
});

/** Counts the statements about courses, modules and lessons. */
async function countStatements(work: () => Promise<unknown>) {
  const send = pg.Client.prototype.query as (...all: unknown[]) => unknown;
  let count = 0;
  pg.Client.prototype.query = function counted(this: unknown, ...all: unknown[]) {
    const [first] = all as [string | { text: string }];
    if (/\b(courses|modules|lessons)\b/.test(typeof first === 'string' ? first : first.text))
      count += 1;
    return send.apply(this, all);
  } as never;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = send as never;
  }
  return count;
}

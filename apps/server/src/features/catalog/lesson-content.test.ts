import { limits, messages } from '@vitrine/contract/catalog-limits';
import { messages as common } from '@vitrine/contract/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith, fileFor } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
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
const storedContent = async (content: string) =>
  (await create({ content })).body.data.content as string;

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

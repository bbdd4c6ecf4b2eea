import { pages } from '@vitrine/contract/pages';
import { describe, expect, test, vi } from 'vitest';
import { courseWith, fileFor } from '../../../test/catalog.ts';
import { communityWith } from '../../../test/communities.ts';
import { openWorld, type Person } from '../../../test/harness.ts';
import { pagesOf } from '../../../test/html-pages.ts';
import * as media from '../../../test/media.ts';
import { isBuilt } from './web-build.ts';

const world = await openWorld();

const { pageOf, plainPageOf } = pagesOf(world);

describe.skipIf(!isBuilt())('what a page may fetch', () => {
  const connectOf = async (person: Pick<Person, 'cookie'>, host: string, url = '/homepage') => {
    const { headers } = await world.app.inject({ url, headers: { host, cookie: person.cookie } });
    return /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))![1];
  };

  test('is the school’s own host, and other hosts only while a lesson of it plays a stream', async () => {
    const [school, neighbour] = [await world.school(), await world.school()];
    const student = await school.join();
    const connects = () => connectOf(student, school.host);
    expect(await connects()).toBe("'self'");

    const { lessons } = await courseWith(school, { lessons: [1] });
    expect(await connects()).toBe("'self'"); // an mp4 is no stream
    const [id] = lessons;
    const change = (video_url: string) =>
      school.owner.send('PATCH', `/api/v1/lessons/${id}`, { video_url });
    await change('https://videos.example.com/luz.M3U8?x=1');
    await expect.poll(connects).toBe("'self' https:");
    expect(await connectOf(neighbour.owner, neighbour.host)).toBe("'self'");
    for (const url of ['/entrar', '/termos', '/homepage'])
      expect(await connectOf({ cookie: '' }, school.host, url)).toBe("'self'");

    await change('https://videos.example.com/luz.mp4');
    await expect.poll(connects).toBe("'self'");
    await change('https://videos.example.com/luz.m3u8');
    await expect.poll(connects).toBe("'self' https:");
    await school.owner.send('DELETE', `/api/v1/lessons/${id}`);
    await expect.poll(connects).toBe("'self'");
  });

  test('is no plug-in, and no other site may embed it, take its forms or change its base', async () => {
    const school = await world.school();
    for (const [url, cookie] of [
      ['/entrar', ''],
      ['/termos', ''],
      ['/homepage', school.owner.cookie],
    ] as const) {
      const { headers } = await world.app.inject({ url, headers: { host: school.host, cookie } });
      expect(String(headers['content-security-policy']).split('; '), url).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "script-src 'self'",
          "object-src 'none'",
          "base-uri 'none'",
          "form-action 'self'",
          "frame-ancestors 'self'",
        ]),
      );
    }
  });
});

describe.skipIf(!isBuilt())('what a page fills in for its reader', () => {
  test('is the token of a mail in its form, and in no link of the school', async () => {
    const school = await world.school();
    const saved = await school.owner.post('/api/auth/config/plataforma/loginPage/update', {
      cta_login: 1,
      title_cta_login: 'Comprar',
      link_cta_login: 'https://loja.example/__token__',
    });
    expect(saved.status).toBe(200);
    const pageWith = (path: string) => plainPageOf(school.host, `${path}?token=segredo`);
    await expect.poll(() => pageWith('/entrar')).toContain('https://loja.example/__token__');
    expect(await pageWith('/entrar')).not.toContain('loja.example/segredo');
    expect(await pageWith('/entrar/senha')).toContain('value="segredo"');
  });

  test('is the name of the reader in the menu, and in no image of a lesson', async () => {
    const school = await world.school();
    const product = await school.product();
    const student = await school.join(['student'], [product]);
    await student.send('PATCH', '/api/v1/me', { name: 'Zulmira' });
    const course = await courseWith(school, { products: [product], lessons: [1] });
    const [id] = course.lessons;
    const content = '<p>Luz <img src="https://loja.example/__viewer__.png" alt="Luz"></p>';
    const patch = { content, video_url: null };
    expect((await school.owner.send('PATCH', `/api/v1/lessons/${id}`, patch)).status).toBe(200);
    const page = await pageOf(student, school.host, `/curso/${course.id}/aula/${id}`);
    const hasImage = page.split('id="boot"')[0]!.includes('https://loja.example/__viewer__.png');
    expect(hasImage).toBe(true);
    expect(page.includes('loja.example/Zulmira')).toBe(false);
  });
});

test.skipIf(!isBuilt())(
  'the page that all visitors share is the same with gzip and without, until its school changes',
  async () => {
    const [school, neighbour] = [await world.school(), await world.school()];
    const visitor = { cookie: '' };
    const both = async (host: string, url = '/') => [
      await pageOf(visitor, host, url),
      await plainPageOf(host, url),
    ];
    const [page, plain] = await both(school.host);
    expect(plain).toBe(page);
    const next = (await both(neighbour.host))[0]!;

    const withoutToken = await both(school.host, '/entrar/link');
    expect(withoutToken[1]).toBe(withoutToken[0]);
    const token = '"><b>$&';
    const linkPage = await plainPageOf(
      school.host,
      `/entrar/link?token=${encodeURIComponent(token)}`,
    );
    expect(linkPage).toContain('value="&quot;&gt;&lt;b&gt;$&amp;"');
    expect(withoutToken[0]).not.toContain('&lt;b&gt;');

    await school.owner.post('/api/auth/config/plataforma/updateCustomBasic', {
      background_color_primary: '#123456',
    });
    for (const changed of await both(school.host)) expect(changed).toContain('#123456');
    expect((await both(neighbour.host))[0]).toBe(next);
  },
);

test.skipIf(!isBuilt())(
  'a cache on the way gives the compressed page of visitors to no browser that cannot read it',
  async () => {
    const { host } = await world.school();
    const headers = { host, 'accept-encoding': 'gzip' };
    await expect
      .poll(async () => (await world.app.inject({ url: '/entrar', headers })).headers)
      .toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  },
);

test.skipIf(!isBuilt())(
  'images of a lesson open from the first fold, and their space is reserved',
  async () => {
    const [school, neighbour] = [await world.school(), await world.school()];
    const product = await school.product();
    const course = await courseWith(school, { products: [product], lessons: [1] });
    const student = await school.join(['student'], [product]);
    const form = new FormData();
    form.set('use', 'lesson_image');
    form.set('file', new Blob([new Uint8Array(await media.png(300, 200))]), 'foto.png');
    const { path } = (await school.owner.send('POST', '/api/v1/uploads/image', form)).body.data;
    const [id] = course.lessons;
    const lesson = `/api/v1/lessons/${id}`;
    const write = async (content: string) => {
      const { version } = (await school.owner.get(lesson)).body.data;
      const text = { content, video_url: null, version };
      const written = await school.owner.send('PATCH', lesson, text);
      expect(written.status).toBe(200);
    };
    const painted = async () => {
      const html = await pageOf(student, school.host, `/curso/${course.id}/aula/${id}`);
      const [fold] = html.split('id="boot"');
      return [...fold!.matchAll(/<img [^>]*\ssrc="(\/files\/[^"]*)"[^>]*>/g)].map(([tag, src]) => ({
        tag,
        src: src!.replaceAll('&amp;', '&'),
      }));
    };

    const foreign = path.replace(`/files/${school.id}/`, `/files/${neighbour.id}/`);
    await write(
      `<p>Luz</p><img src="${path}?e=1&s=x" /><img src="${path}" width="150" /><img src="${foreign}" />`,
    );
    const shown = await painted();
    expect(shown.map(({ tag }) => /width="\d+" height="\d+"/.exec(tag)?.[0])).toEqual([
      'width="300" height="200"',
      undefined,
    ]);
    expect(shown[1]!.tag).toMatch(/(?=.*\swidth="150")(?=.*\sheight="100")/);
    for (const { src } of shown) expect((await student.get(src)).status).toBe(200);
    expect((await student.get(shown[0]!.src.replace('&s=', '&s=x'))).status).not.toBe(200);

    // The database stores the file's path only. The server signs it for viewers who may open the
    // lesson.
    const stored = await school.transaction(({ db }) =>
      db.selectFrom('lessons').select('content').where('id', '=', id!).executeTakeFirstOrThrow(),
    );
    expect(stored.content).not.toMatch(/\?|height/);
  },
);

test.skipIf(!isBuilt())(
  'a page is one for every spelling of its host, and names the school’s own address',
  async () => {
    const school = await world.school();
    const page = await plainPageOf(school.host, '/');
    expect(page).toContain(`<meta property="og:url" content="http://${school.host}">`);
    for (const host of [school.host.toUpperCase(), `${school.host}:1`, `${school.host}:65535`])
      expect(await plainPageOf(host, '/')).toBe(page);
  },
);

test.skipIf(!isBuilt())(
  'a shared link shows the photograph of the login page, else the logo, else the drawn icon',
  async () => {
    const school = await world.school();
    const settings = '/api/auth/config/plataforma';
    const card = async () => {
      const page = await plainPageOf(school.host, '/');
      const image = /og:image" content="([^"]*)"/.exec(page)?.[1];
      return { image, kind: /twitter:card" content="(\w+)"/.exec(page)![1] };
    };
    const at = (path: string) => `http://${school.host}${path}`;
    const { image: icon, kind } = await card();
    expect(kind).toBe('summary');
    const drawn = await school.visitor.get(icon!.replace(`http://${school.host}`, ''));
    expect([drawn.status, drawn.headers['content-type']]).toEqual([200, 'image/png']);
    const logo_horizontal = await fileFor(world, school, 'logo');
    await school.owner.post(`${settings}/updateCustomBasic`, { logo_horizontal });
    expect(await card()).toEqual({ image: at(logo_horizontal), kind: 'summary' });
    const login_banner = await fileFor(world, school, 'banner');
    await school.owner.post(`${settings}/loginPage/update`, { login_banner });
    expect(await card()).toEqual({ image: at(login_banner), kind: 'summary_large_image' });
  },
);

test.skipIf(!isBuilt())(
  'a shared link tells what the school says of itself, else its name, and its address alone',
  async () => {
    const school = await world.school('Contraluz');
    const student = await school.join();
    const told = async (url = '/homepage') => {
      const page = await pageOf(student, school.host, url);
      const of = (name: string) => new RegExp(`${name}" content="([^"]*)"`).exec(page)?.[1];
      return [of('og:description'), of('name="description'), of('og:url')];
    };
    const address = `http://${school.host}`;
    expect(await told()).toEqual(['Contraluz', 'Contraluz', address]);
    const description = 'Fotografia & luz';
    await school.owner.post('/api/auth/config/plataforma/update-seo', {
      name: 'Contraluz',
      description,
    });
    const escaped = 'Fotografia &amp; luz';
    expect(await told()).toEqual([escaped, escaped, address]);
    // The head of a community is that of all communities.
    const { id } = await communityWith(school);
    expect((await told(`/comunidade/${school.id}/${id}`))[2]).toBe(address);
  },
);

test.skipIf(!isBuilt())('a tab shows the favicon, else the square logo, else nothing', async () => {
  const school = await world.school();
  const icon = async () =>
    /<link rel="icon" href="([^"]*)">/.exec(await plainPageOf(school.host, '/entrar'))?.[1];
  const save = (files: object) =>
    school.owner.post('/api/auth/config/plataforma/updateCustomBasic', files);
  expect(await icon()).toBe('data:,');
  const logo_square = await fileFor(world, school, 'logo');
  await save({ logo_square });
  expect(await icon()).toBe(logo_square);
  const favicon = await fileFor(world, school, 'favicon');
  await save({ favicon });
  expect(await icon()).toBe(favicon);
});

test.skipIf(!isBuilt())(
  'a page that was rendered while its school changed is shown to nobody later',
  async () => {
    const school = await world.school('Contraluz');
    const { schools } = world.platform;
    const before = await schools.at(school.host);
    await school.owner.post('/api/auth/config/plataforma/update-seo', {
      name: 'Maré',
      description: '',
    });
    // This request had read its school before the change.
    const late = vi.spyOn(schools, 'at').mockResolvedValue(before);
    expect(await plainPageOf(school.host, '/entrar')).toContain('Contraluz');
    late.mockRestore();
    expect(await plainPageOf(school.host, '/entrar')).not.toContain('Contraluz');
  },
);

test.skipIf(!isBuilt())(
  'a legal text that its school has not written is 404, in its page',
  async () => {
    const school = await world.school();
    const statusOf = async () =>
      (await world.app.inject({ url: pages.terms.path, headers: { host: school.host } }))
        .statusCode;
    expect(await statusOf()).toBe(404);
    await school.owner.post('/api/auth/config/plataforma/extraSettings/update', {
      use_terms: '<p>Termos</p>',
    });
    expect(await statusOf()).toBe(200);
  },
);

test.skipIf(!isBuilt())(
  'an address that no page has is 404, in the page of the school',
  async () => {
    const school = await world.school();
    const statusOf = async (url: string) => {
      const headers = { host: school.host, cookie: school.owner.cookie };
      const { statusCode, body } = await world.app.inject({ url, headers });
      expect(body).toContain('<div id="root">');
      return statusCode;
    };
    expect(await statusOf('/nao-existe')).toBe(404);
    expect(await statusOf('/courses/luz')).toBe(404);
    expect(await statusOf('/homepage')).toBe(200);
    expect(await statusOf('/gestao/cursos')).toBe(200);
  },
);

test.skipIf(!isBuilt())(
  'a page of the tool shows its ground at once to its people, and to no student who opens it next',
  async () => {
    const school = await world.school();
    const student = await school.join();
    for (const url of ['/gestao/cursos', '/quiz?id=1&type=comun']) {
      const shownTo = async (person: Person) =>
        (await pageOf(person, school.host, url)).includes('<div class="edit-chrome');
      expect(await shownTo(school.owner)).toBe(true);
      expect(await shownTo(student)).toBe(false);
      expect(await shownTo(school.owner)).toBe(true);
    }
  },
);

test.skipIf(!isBuilt())(
  'a page names the texts of its reader’s language beside its code, and none in Portuguese',
  async () => {
    const school = await world.school();
    const textsIn = async (language: string) => {
      const reader = { cookie: `${school.owner.cookie}; language=${language}` };
      const page = await pageOf(reader, school.host, '/homepage');
      const [code] = /<template class="code">.*?<\/template>/.exec(page)!;
      return [...code.matchAll(/modulepreload" href="([^"]*\/texts\.[^"]*)"/g)].map(
        ([, file]) => file!,
      );
    };
    expect(await textsIn('pt')).toEqual([]);
    for (const language of ['en', 'es']) {
      const [file, ...others] = await textsIn(language);
      expect(others).toEqual([]);
      expect(file).toContain(`/texts.${language}-`);
      expect((await school.visitor.get(file!)).status).toBe(200);
    }
  },
);

test.skipIf(!isBuilt())('search engines read the pages, and no call', async () => {
  const { host } = await world.school();
  const { body, headers } = await world.app.inject({ url: '/robots.txt', headers: { host } });
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body.split('\n')).toEqual(['User-agent: *', 'Disallow: /api/', '']);
});

test.skipIf(!isBuilt())(
  'a cache on the way keeps the page of a member for no other one',
  async () => {
    const { host, owner } = await world.school();
    const headers = { host, cookie: owner.cookie };
    for (const encoding of ['gzip', 'identity']) {
      const { headers: sent } = await world.app.inject({
        url: '/homepage',
        headers: { ...headers, 'accept-encoding': encoding },
      });
      expect(sent['vary'], encoding).toBe('accept-encoding, cookie');
    }
  },
);

test.skipIf(!isBuilt())('an unknown host says so in the reader’s language', async () => {
  const at = (cookie: string) =>
    world.app.inject({ url: '/', headers: { host: 'nobody.example.com', cookie } });
  const { statusCode, body } = await at('language=en');
  expect(statusCode).toBe(404);
  expect(body).toContain('<html lang="en">');
  expect(body).toContain('No school answers at this address.');
  expect((await at('')).body).toContain('Nenhuma escola atende neste endereço.');
});

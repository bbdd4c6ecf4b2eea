import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type TestSchool, type World } from '../../../test/harness.ts';
import { readConfig } from '../../platform/config.ts';

const path = '/api/platform/auth/custom-html';
const inFrame = { 'sec-fetch-dest': 'iframe' };

const worlds = {
  own: await openWorld(),
  content: await openWorld({ CONTENT_DOMAIN: 'conteudo.localhost' }),
};

const addTo = async ({ owner }: TestSchool, customHtml = '<p>Olá</p>') =>
  (await owner.post(path, { title: 'Aviso', customHtml, page: 'homepage' })).body.data as {
    id: number;
    frame_url: string;
  };

/** Requests the document as a frame does: without a cookie. */
const open = (world: World, url: string, host: string, headers: object = inFrame) =>
  world.app.inject({ url, headers: { host, ...headers } });

describe("on the school's own host", () => {
  const world = worlds.own;
  let school: TestSchool;
  beforeEach(async () => {
    school = await world.school();
  });

  test('a frame has an opaque origin, and no session', async () => {
    const { frame_url } = await addTo(school, '<script>go("</p>")</script>');
    const { statusCode, headers, body } = await open(world, frame_url, school.host);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "sandbox allow-scripts allow-forms allow-popups; frame-ancestors 'self'",
      // A player in it is told the site that embeds it.
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).toContain('<script>go("</p>")</script>');
  });

  test('it opens only in a frame', async () => {
    const { frame_url } = await addTo(school);
    for (const headers of [
      {},
      { 'sec-fetch-dest': 'document' },
      { 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-dest': 'object', cookie: school.owner.cookie },
    ])
      expect((await open(world, frame_url, school.host, headers)).statusCode).toBe(404);
  });

  test('it opens only with its own signature, at its own school', async () => {
    const one = await addTo(school);
    const other = await addTo(school);
    const neighbour = await world.school();
    const swapped = one.frame_url.replace(`/${one.id}?`, `/${other.id}?`);
    const later = one.frame_url.replace(/e=\d+/, 'e=9999999999');
    for (const url of [swapped, later, `/_frame/${one.id}`, `/_frame/${one.id}?e=x&s=y`])
      expect((await open(world, url, school.host)).statusCode).toBe(404);
    expect((await open(world, one.frame_url, neighbour.host)).statusCode).toBe(404);
  });

  test('it is 404 after its snippet is removed', async () => {
    const { id, frame_url } = await addTo(school);
    await school.owner.send('DELETE', `${path}/${id}`);
    expect((await open(world, frame_url, school.host)).statusCode).toBe(404);
  });

  test('code that is not saved runs in the same document, the newest of each person', async () => {
    const { id, frame_url } = await addTo(school, 'dois');
    const preview = async (customHtml: string) =>
      (await school.owner.post('/api/v1/custom-html/preview', { customHtml })).body.data
        .frame_url as string;
    await preview('um');
    const url = await preview('dois');
    const saved = await open(world, frame_url, school.host);
    const tried = await open(world, url, school.host);
    expect(tried.body).toBe(saved.body);
    expect(tried.headers['content-security-policy']).toBe(saved.headers['content-security-policy']);
    expect(await open(world, url.replace('/preview/', '/'), school.host)).toMatchObject({
      statusCode: 404,
    });
    expect(id).toBeGreaterThan(0);
  });
});

describe('on a content domain', () => {
  const world = worlds.content;

  test('each school has an origin of its own, where frames keep their storage', async () => {
    const school = await world.school();
    const neighbour = await world.school();
    const { frame_url } = await addTo(school);
    const { host, pathname, search } = new URL(frame_url);
    expect(host).toBe(`${school.slug}.conteudo.localhost`);
    const url = pathname + search;
    const { statusCode, headers } = await open(world, url, host);
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toBe(
      'sandbox allow-scripts allow-forms allow-popups allow-same-origin; frame-ancestors *',
    );
    // Never with an origin beside the session, nor at another school.
    expect((await open(world, url, school.host)).statusCode).toBe(404);
    expect((await open(world, url, `${neighbour.slug}.conteudo.localhost`)).statusCode).toBe(404);
  });

  test('an unknown host does not serve frames', async () => {
    const school = await world.school();
    const { pathname, search, host } = new URL((await addTo(school)).frame_url);
    for (const value of [`${host} frames`, `${host}:1`, `.${host}`])
      expect((await open(world, '/api/v1/site', value, {})).statusCode).toBe(404);
    expect((await open(world, pathname + search, host)).statusCode).toBe(200);
  });

  test('it must not be a subdomain of the platform, whose cookies it would receive', () => {
    const content = (CONTENT_DOMAIN: string) =>
      readConfig({ CONTENT_DOMAIN, PLATFORM_HOSTS: 'escolas.example' }).contentDomain;
    expect(() => content('conteudo.escolas.example')).toThrow('another site');
    expect(() => content('escolas.example')).toThrow('another site');
    expect(content('escolas-conteudo.example')).toBe('escolas-conteudo.example');
  });

  test('nothing else answers there, of the school or of the platform', async () => {
    const { slug } = await world.school();
    const schoolUrls = [
      '/',
      '/homepage',
      '/entrar',
      '/termos',
      '/robots.txt',
      '/manifest.webmanifest',
      '/api/v1/session',
      '/api/v1/site',
      '/api/openapi.json',
      '/api/docs',
      '/assets/start.js',
      '/backgrounds/01.svg',
      '/nowhere',
    ];
    for (const host of [`${slug}.conteudo.localhost`, 'CONTEUDO.localhost:8080'])
      for (const url of schoolUrls)
        expect([host, url, (await open(world, url, host, {})).statusCode]).toEqual([
          host,
          url,
          404,
        ]);
    expect((await open(world, '/api/openapi.json', `${slug}.localhost`, {})).statusCode).toBe(200);
  });

  test('the health check answers at every host', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect((await open(world, path, 'escola.conteudo.localhost', {})).statusCode).toBe(200);
  });
});

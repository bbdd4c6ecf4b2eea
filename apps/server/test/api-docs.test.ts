import { expect, test } from 'vitest';
import { openWorld } from './harness.ts';

const world = await openWorld();

const get = (url: string, headers: Record<string, string> = {}) =>
  world.app.inject({ method: 'GET', url, headers });
const named = (html: string) =>
  [...html.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, address]) => address!);

test('the API page, its script and its styles come from this server', async () => {
  const page = await get('/api/docs');
  expect([page.statusCode, page.headers['content-type']]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  const ownAddresses = named(page.body).filter((address) => address.startsWith('/api/docs/'));
  expect(ownAddresses).toEqual([
    '/api/docs/swagger-ui.css',
    '/api/docs/swagger-ui-bundle.js',
    '/api/docs/start.js',
  ]);
  for (const address of ownAddresses) {
    const file = await get(address);
    expect([address, file.statusCode]).toEqual([address, 200]);
    expect(file.headers['content-type']).toMatch(/^text\/(?:javascript|css);/);
    expect(file.rawPayload.length).toBeGreaterThan(100);
  }
});

test('it names no other host, and its policy allows none', async () => {
  const page = await get('/api/docs');
  const [start, styles] = [await get('/api/docs/start.js'), await get('/api/docs/swagger-ui.css')];
  for (const address of named(page.body)) expect(address).toMatch(/^(?:\/(?!\/)|data:)/);
  expect(start.body).not.toMatch(/\/\//);
  const drawn = [...styles.body.matchAll(/url\(["']?([^"')]*)/g)].map(([, address]) => address!);
  expect(drawn.length).toBeGreaterThan(0);
  for (const address of drawn) expect(address).toMatch(/^data:/);

  const policy = String(page.headers['content-security-policy']).split('; ');
  expect(policy).toContain("default-src 'none'");
  for (const rule of policy)
    for (const source of rule.split(' ').slice(1))
      expect(["'none'", "'self'", 'data:', 'blob:']).toContain(source);
  expect(page.body).not.toMatch(/<script(?! src=)|<style|\son\w+=/);
});

test('it shows the document of this server and checks it nowhere else', async () => {
  const { body } = await get('/api/docs/start.js');
  expect(body).toContain("url: '/api/openapi.json'");
  expect(body).toContain('validatorUrl: null');
  const document = (await get('/api/openapi.json')).json<{ openapi: string; paths: object }>();
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths).length).toBeGreaterThan(50);
  expect(document).not.toHaveProperty('servers');
});

test('the document tells what a call is refused without', async () => {
  const { paths } = (await get('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { parameters: object[]; requestBody?: object }>>;
  }>();
  const publish = paths['/api/auth/config/plataforma/carrossel/publish/{tenant}/{id}']!['get']!;
  const header = { name: 'tenantId', in: 'header', required: true };
  expect(publish.parameters).toContainEqual(expect.objectContaining(header));
  const create = paths['/api/v1/products']!['post']!;
  expect(create.parameters).not.toContainEqual(expect.objectContaining(header));
  expect(create.requestBody).toMatchObject({ required: true });
});

test('its files are compressed for clients that accept it', async () => {
  const path = '/api/docs/swagger-ui-bundle.js';
  const [packed, plain] = [await get(path, { 'accept-encoding': 'br, gzip' }), await get(path)];
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
});

test('no other file of the viewer is served', async () => {
  for (const name of ['index.html', 'package.json', 'swagger-ui.js', '..%2f..%2fpackage.json'])
    expect([name, (await get(`/api/docs/${name}`)).statusCode]).toEqual([name, 404]);
});

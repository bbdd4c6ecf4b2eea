import { allRoutes } from '@vitrine/contract';
import { route } from '@vitrine/contract/core';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../src/app.ts';
import { mount } from '../src/kit/http/mount.ts';
import type { RouteAccess } from '../src/platform/route-access.ts';
import { openWorld } from './harness.ts';

/** Tests that every route of the running router says who may call it. */
const world = await openWorld({ METRICS_TOKEN: 'segredo-das-medidas', DEV_MAIL: '1' });

/** Another application on the same platform, which is not ready yet. */
async function startingApp() {
  const app = await buildApp(world.platform);
  onTestFinished(() => app.close());
  return app;
}

test('a route without declared access stops the start', async () => {
  const app = await startingApp();
  app.get('/forgotten', () => 'open to everybody');
  await expect(app.ready()).rejects.toThrow('No access is declared for GET /forgotten');
});

test.each([undefined, 'everybody', 'constructor'])(
  'a call of the contract with the access %j stops the start',
  async (access) => {
    const app = await startingApp();
    const declared = route('GET', '/api/v1/forgotten', { access: 'admin', source: 'v1' });
    const forgotten = { ...declared, access: access as RouteAccess as 'admin' };
    mount(app, world.platform, 'home', { forgotten }, { forgotten: () => Promise.resolve() });
    await expect(app.ready()).rejects.toThrow('No access is declared for GET /api/v1/forgotten');
  },
);

/** Routes beside the contract's calls: the walk over those does not see them. */
const ownRoutes: Record<string, RouteAccess> = {
  '/healthz': 'public',
  '/readyz': 'public',
  '/certificate-check': 'public',
  '/metrics': 'operator',
  '/api/docs': 'public',
  '/api/openapi.json': 'public',
  '/avisos/parar/:token/:kind': 'by-object',
  '/files/:school/:name': 'by-object',
  '/dev/mail': 'public',
  '/sw.js': 'public',
  '/manifest.webmanifest': 'public',
  '/app-icon/:file': 'public',
  '/robots.txt': 'public',
  '/*': 'by-object',
};
const isFile = (url: string) => /^\/api\/docs\/[\w.-]+$|^\/[\w-]+\/\*$/.test(url);

test('the running router has the calls of the contract, and a short list of other routes', () => {
  const contractCalls = new Map(
    allRoutes.map(({ route: { method, path, access } }) => [
      `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      access,
    ]),
  );
  const running = world.app.declaredRoutes.flatMap(({ method, url, config }) =>
    [method].flat().map((one) => ({ name: `${one} ${url}`, method: one, url, config })),
  );
  const names = new Set(running.map(({ name }) => name));
  expect([...contractCalls.keys()].filter((name) => !names.has(name))).toEqual([]);
  for (const { name, method, url, config } of running) {
    if (method === 'HEAD') continue;
    const expected = ownRoutes[url] ?? contractCalls.get(name) ?? (isFile(url) && 'public');
    expect([name, config?.access]).toEqual([name, expected]);
  }
});

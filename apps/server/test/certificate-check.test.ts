import { expect, test } from 'vitest';
import { setDomain } from '../src/features/tenants/tenants.store.ts';
import { openWorld } from './harness.ts';

const world = await openWorld({
  PLATFORM_HOSTS: 'escolas.example,localhost',
  CONTENT_DOMAIN: 'conteudo.example',
});

/** Asks as a proxy does: at the server's address. */
const check = async (query: string) => {
  const headers = { host: '127.0.0.1:3000' };
  const answer = await world.app.inject({ url: `/certificate-check${query}`, headers });
  return answer.statusCode;
};
const checkHost = (host: string) => check(`?domain=${encodeURIComponent(host)}`);

test('a proxy may request a certificate for each host of a school, and for no other', async () => {
  const { slug } = await world.school();
  expect(await checkHost('cursos.example.com')).toBe(404);
  await setDomain(world.platform.database, slug, 'cursos.example.com');
  await expect.poll(() => checkHost('cursos.example.com')).toBe(200);

  for (const host of [
    'cursos.example.com',
    'Cursos.Example.com',
    `${slug}.escolas.example`,
    'escolas.example',
    `${slug}.conteudo.example`,
  ])
    expect([host, await checkHost(host)]).toEqual([host, 200]);
  for (const host of [
    'www.cursos.example.com',
    'nenhuma.escolas.example',
    `a.${slug}.escolas.example`,
    'nenhuma.conteudo.example',
    'conteudo.example',
    'cursos.example.com:443',
    '127.0.0.1',
    '::1',
    '[::1]',
    'a'.repeat(5_000),
  ])
    expect([host, await checkHost(host)]).toEqual([host, 404]);
  for (const query of ['', '?domain=', '?domain=a.example&domain=b.example'])
    expect([query, await check(query)]).toEqual([query, 400]);

  await setDomain(world.platform.database, slug, null);
  await expect.poll(() => checkHost('cursos.example.com')).toBe(404);
});

test('a school that is being removed gets no certificate any more', async () => {
  const { id, slug, transaction } = await world.school();
  const host = `${slug}.escolas.example`;
  expect(await checkHost(host)).toBe(200);
  await transaction(({ db }) => db.deleteFrom('platform_settings').execute());
  world.platform.schools.forget(id);
  expect(await checkHost(host)).toBe(404);
});

import { expect, test, vi } from 'vitest';
import { openWorld } from './harness.ts';

const world = await openWorld();
const { schools, database } = world.platform;

test('forgetting a cached school keeps the hosts of all schools', async () => {
  const [school, neighbour] = [await world.school(), await world.school()];
  // The notification of a new school arrives a moment after it is created.
  await expect
    .poll(async () => {
      for (const { host } of [school, neighbour]) await schools.at(host);
      const lookup = vi.spyOn(database.platform, 'selectFrom');
      schools.forget(school.id);
      const found = [
        (await schools.at(school.host))?.tenant.id,
        (await schools.at(neighbour.host))?.tenant.id,
      ];
      const lookups = lookup.mock.calls.length;
      lookup.mockRestore();
      return { found, lookups };
    })
    .toEqual({ found: [school.id, neighbour.id], lookups: 0 });
});

test('the platform’s bare host is that of its first school', async () => {
  const [school, neighbour] = [await world.school(), await world.school()];
  const { id: first } = await database.platform
    .selectFrom('tenants')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]:3000'])
    expect([host, (await schools.at(host))?.tenant.id]).toEqual([host, first]);
  expect((await schools.at(school.host))?.tenant.id).toBe(school.id);
  expect((await schools.at(neighbour.host))?.tenant.id).toBe(neighbour.id);
  for (const host of ['nobody.localhost', 'school.example'])
    expect([host, await schools.at(host)]).toEqual([host, null]);
});

test('a host that another school takes over leads to it', async () => {
  const [school, neighbour] = [await world.school(), await world.school()];
  const domain = `${school.slug}.example.org`;
  expect(await schools.at(domain)).toBeNull();
  const move = (id: number, to: string | null) =>
    database.transaction(id, ({ db }) =>
      db.updateTable('tenants').set({ domain: to }).where('id', '=', id).execute(),
    );
  await move(school.id, domain);
  await expect.poll(async () => (await schools.at(domain))?.tenant.id).toBe(school.id);
  await move(school.id, null);
  await move(neighbour.id, domain);
  await expect.poll(async () => (await schools.at(domain))?.tenant.id).toBe(neighbour.id);
});

test('a host that is longer than any name is not looked up, nor cached', async () => {
  const lookup = vi.spyOn(database.platform, 'selectFrom');
  const statusAt = async (host: string) =>
    (await world.app.inject({ url: '/api/v1/site', headers: { host } })).statusCode;
  const longest = `${'a'.repeat(243)}.localhost:65535`;
  expect([await statusAt(longest), lookup.mock.calls.length > 0]).toEqual([404, true]);
  lookup.mockClear();
  for (const host of [`a${longest}`, `${'a'.repeat(15_000)}.localhost`])
    expect([await statusAt(host), lookup.mock.calls.length]).toEqual([404, 0]);
  lookup.mockRestore();
});

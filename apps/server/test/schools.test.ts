import { expect, test, vi } from 'vitest';
import { openWorld } from './harness.ts';

const world = await openWorld();
const { schools, database } = world.platform;

test('a school that is forgotten leaves the hosts of all schools known', async () => {
  const [here, there] = [await world.school(), await world.school()];
  // The notification of a new school arrives a moment after it is created.
  await expect
    .poll(async () => {
      for (const { host } of [here, there]) await schools.at(host);
      const lookup = vi.spyOn(database.platform, 'selectFrom');
      schools.forget(here.id);
      const found = [
        (await schools.at(here.host))?.tenant.id,
        (await schools.at(there.host))?.tenant.id,
      ];
      const lookups = lookup.mock.calls.length;
      lookup.mockRestore();
      return { found, lookups };
    })
    .toEqual({ found: [here.id, there.id], lookups: 0 });
});

test('a host that a school takes over is found there', async () => {
  const [here, there] = [await world.school(), await world.school()];
  const domain = `${here.slug}.example.org`;
  expect(await schools.at(domain)).toBeNull();
  const move = (id: number, to: string | null) =>
    database.platform.updateTable('tenants').set({ domain: to }).where('id', '=', id).execute();
  await move(here.id, domain);
  await expect.poll(async () => (await schools.at(domain))?.tenant.id).toBe(here.id);
  await move(here.id, null);
  await move(there.id, domain);
  await expect.poll(async () => (await schools.at(domain))?.tenant.id).toBe(there.id);
});

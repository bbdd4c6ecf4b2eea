import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, statuses, type TestSchool } from '../../../test/harness.ts';
import { expectFree, expectWaiting } from '../../../test/lock-waits.ts';

const world = await openWorld();
const base = '/api/auth/config/plataforma';

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const myList = async () =>
  (await school.owner.get(`${base}/getMyListStats/${school.id}`)).body as [{ published: 0 | 1 }];
const publishedOf = async (type: string) =>
  (await school.owner.get(`/api/auth/home/carousels/${school.id}`)).body.find(
    (row: { type: string }) => row.type === type,
  ).published as 0 | 1;

describe('blocked content', () => {
  test('is shown until it is switched off', async () => {
    const config = async () => {
      const student = await school.join();
      return (await student.get(`${base}/get-content-config/${school.id}`)).body;
    };
    expect(await config()).toEqual({ show_blocked_content: 1 });
    const { status, body } = await school.owner.post(`${base}/show-all-content`, {
      tenant_id: school.id,
      show_all_content: 0,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Dados salvos com sucesso.',
      data: { show_blocked_content: 0, version: expect.any(Number) },
    });
    expect(await config()).toEqual({ show_blocked_content: 0 });
  });

  test('is not switched by somebody who read older settings', async () => {
    const { version } = (await school.owner.get(`${base}/basic/${school.id}`)).body.data;
    const hide = { show_all_content: 0, version };
    expect((await school.owner.post(`${base}/show-all-content`, hide)).status).toBe(200);
    const { status, body } = await school.owner.post(`${base}/show-all-content`, {
      show_all_content: 1,
      version,
    });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'stale_version', data: { version: version + 1 } });
    const config = await school.owner.get(`${base}/get-content-config/${school.id}`);
    expect(config.body).toEqual({ show_blocked_content: 0 });
  });

  test('is not switched by an invalid flag', async () => {
    for (const show_all_content of [2, 'sim', undefined])
      expect(
        (await school.owner.post(`${base}/show-all-content`, { show_all_content })).status,
      ).toBe(422);
  });
});

describe('my list', () => {
  test('is published by its switch and by its carousel, which are one state', async () => {
    expect(await myList()).toEqual([{ published: 1 }]);
    const { body } = await school.owner.post(`${base}/updateMyListStats`, {
      tenant_id: school.id,
      mylist_status: 0,
    });
    expect(body).toEqual({ message: 'Dados salvos com sucesso.' });
    expect(await myList()).toEqual([{ published: 0 }]);
    expect(await publishedOf('9')).toBe(0);
    const { body: rows } = await school.owner.get(`/api/auth/home/carousels/${school.id}`);
    const { id } = rows.find(({ type }: { type: string }) => type === '9');
    await school.owner.send('PUT', `/api/v1/carousels/${id}/published`, { published: 1 });
    expect(await myList()).toEqual([{ published: 1 }]);
  });
});

describe('the four flags of the settings', () => {
  const flags = {
    show_carrousel_continue_course: '5',
    show_carrousel_continue_module: '6',
    show_carrousel_continue_class: '7',
    show_carrousel_highlight: '8',
  };
  const settings = async () => (await school.owner.get(`${base}/basic/${school.id}`)).body.data;

  test.each(Object.entries(flags))(
    '%s publishes its carousel, and shows its state',
    async (flag, type) => {
      for (const on of [0, 1, 0] as const) {
        const { status, body } = await school.owner.post(`${base}/updateCustomBasic`, {
          tenant_id: school.id,
          [flag]: on,
        });
        expect(status).toBe(200);
        expect(body.data[flag]).toBe(on);
        expect(await publishedOf(type)).toBe(on);
      }
      const { body: rows } = await school.owner.get(`/api/auth/home/carousels/${school.id}`);
      const { id } = rows.find((row: { type: string }) => row.type === type);
      await school.owner.send('PUT', `/api/v1/carousels/${id}/published`, { published: 1 });
      expect((await settings())[flag]).toBe(1);
    },
  );

  test('are saved while the carousels are put in order, without a deadlock', async () => {
    const save = (show_carrousel_continue_course: 0 | 1) =>
      school.owner.post(`${base}/updateCustomBasic`, {
        show_carrousel_continue_course,
        show_carrousel_highlight: 0,
      });
    await save(1);
    const { body: rows } = await school.owner.get(`/api/auth/home/carousels/${school.id}`);
    const newOrdenation = (rows as { id: number; type: string }[])
      .toSorted((one, other) => Number(other.type) - Number(one.type))
      .map(({ id }) => id);
    const running = await school.transaction(async (tx) => {
      await sql`SELECT FROM carousels WHERE type = 5 FOR UPDATE`.execute(tx.db);
      const saved = save(0);
      await expectWaiting(tx, 1);
      const ordered = school.owner.post(`${base}/carrossel/orderCarrossel`, {
        newOrdenation,
      });
      await expectWaiting(tx, 2);
      await expectFree(tx, sql`carousels`);
      return [saved, ordered];
    });
    expect(statuses(await Promise.all(running))).toEqual({ 200: 2 });
  });

  test('are saved with the whole settings, and leave the others unchanged', async () => {
    const { version, ...before } = await settings();
    const { body } = await school.owner.post(`${base}/updateCustomBasic`, {
      ...before,
      show_carrousel_highlight: 0,
    });
    expect(body.data).toEqual({ ...before, show_carrousel_highlight: 0, version: version + 1 });
  });
});

test.each([
  ['show-all-content', { show_all_content: 0 }],
  ['updateMyListStats', { mylist_status: 0 }],
])('%s is for owners and admins of this school', async (path, body) => {
  for (const role of ['student', 'instructor', 'moderator'])
    expect((await (await school.join([role])).post(`${base}/${path}`, body)).status).toBe(403);
  const { owner } = await world.school();
  expect((await owner.post(`${base}/${path}`, { ...body, tenant_id: school.id })).status).toBe(403);
  expect((await owner.post(`${base}/${path}`, body)).status).toBe(200);
  expect(await myList()).toEqual([{ published: 1 }]);
  expect((await school.owner.get(`${base}/get-content-config/${school.id}`)).body).toEqual({
    show_blocked_content: 1,
  });
});

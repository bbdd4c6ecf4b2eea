import { messages, type CommunitySummary } from '@vitrine/contract/communities';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { communityWith, show } from '../../../test/communities.ts';
import { openWorld, statuses, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';

const world = await openWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const put = (path: string, body?: unknown) => school.owner.send('PUT', path, body);
const config = (more: object = {}) =>
  school.owner.post(`/api/auth/v2/community/config/${school.id}`, more);
const index = async (who = school.owner): Promise<CommunitySummary[]> =>
  (await who.get(`/api/auth/community/index/${school.id}`)).body;

describe('the list', () => {
  test('is in order, and accepts a complete new order', async () => {
    const made = [];
    for (const title of ['A', 'B', 'C']) made.push((await communityWith(school, { title })).id);
    const [a, b, c] = made as [number, number, number];
    const reorder = (order: [number, number][]) =>
      school.owner.post('/api/auth/community/reorder', {
        order: order.map(([id, place]) => ({ id, order: place })),
        tenant_id: school.id,
      });
    const answer = await reorder([
      [a, 3],
      [b, 1],
      [c, 2],
    ]);
    expect(answer).toMatchObject({ status: 200, body: { message: messages.ordered } });
    expect((await index()).map(({ id }) => id)).toEqual([b, c, a]);
    const incomplete = await reorder([
      [a, 1],
      [b, 2],
    ]);
    expect([incomplete.status, incomplete.body.data]).toEqual([409, await index()]);
    const twice = await reorder([
      [a, 1],
      [b, 1],
      [c, 2],
    ]);
    expect([twice.status, twice.body.data]).toEqual([409, await index()]);
    expect(
      (
        await reorder([
          [a, 1],
          [b, 2],
          [999_999, 3],
        ])
      ).status,
    ).toBe(404);
    expect((await index()).map(({ id }) => id)).toEqual([b, c, a]);
  });

  test('has one main community, the first made, and the next in order follows it', async () => {
    const [a, b] = [await communityWith(school), await communityWith(school)];
    const main = async () =>
      (await index()).filter(({ principal }) => principal).map(({ id }) => id);
    expect(await main()).toEqual([a.id]);
    const gone = await school.owner.send(
      'DELETE',
      `/api/auth/community/delete/${school.id}/${a.id}`,
    );
    expect(gone).toMatchObject({ status: 200, body: { message: messages.removed } });
    expect(await main()).toEqual([b.id]);
    expect((await school.owner.get(`/api/v1/communities/${a.id}`)).status).toBe(404);
  });

  test('passes the mark of the main one to the next below, and from the last to the first', async () => {
    const [a, b, c] = [
      await communityWith(school),
      await communityWith(school),
      await communityWith(school),
    ];
    const remove = (id: number) =>
      school.owner.send('DELETE', `/api/auth/community/delete/${school.id}/${id}`);
    const main = async () =>
      (await index()).filter(({ principal }) => principal).map(({ id }) => id);
    await school.owner.post('/api/auth/community/reorder', {
      order: [b.id, a.id, c.id].map((id, at) => ({ id, order: at + 1 })),
    });
    await remove(a.id);
    expect(await main()).toEqual([c.id]);
    await remove(c.id);
    expect(await main()).toEqual([b.id]);
  });

  test('keeps a main one where that and the next one are removed at once', async () => {
    const [first, next, last] = [
      await communityWith(school),
      await communityWith(school),
      await communityWith(school),
    ];
    const remove = ({ id }: { id: number }) =>
      school.owner.send('DELETE', `/api/auth/community/delete/${school.id}/${id}`);
    const removals = await school.transaction(async (tx) => {
      await sql`SELECT FROM communities WHERE id = ${next.id} FOR UPDATE`.execute(tx.db);
      const ofNext = remove(next);
      await expectWaiting(tx, 1);
      const ofFirst = remove(first);
      await expectWaiting(tx, 2);
      return [ofNext, ofFirst];
    });
    expect(statuses(await Promise.all(removals))).toEqual({ 200: 2 });
    expect(await index()).toMatchObject([{ id: last.id, principal: 1 }]);
  });

  test('holds 500, and each a hundred channels, however many are made at once', async () => {
    const { id } = await communityWith(school, { channels: [] });
    await school.transaction(({ db }) =>
      sql`WITH more AS (
          INSERT INTO communities (title, position) SELECT 'C', 1 + n FROM generate_series(1, 497) n)
        INSERT INTO channels (community_id, title, position)
        SELECT ${id}::bigint, 'A', n FROM generate_series(1, 98) n`.execute(db),
    );
    const made = await Promise.all([...'ABCD'].map((title) => config({ title })));
    expect(statuses(made)).toEqual({ 201: 2, 409: 2 });
    expect(await index()).toHaveLength(500);
    const channels = await Promise.all(
      [...'ABCD'].map((title) =>
        school.owner.post(`/api/v1/communities/${id}/channels`, { title }),
      ),
    );
    expect(statuses(channels)).toEqual({ 201: 2, 409: 2 });
    expect((await show(school.owner, id)).channels).toHaveLength(100);
    // A full community leaves room in another one.
    const another = (await index()).at(-1)!.id;
    const added = await school.owner.post(`/api/v1/communities/${another}/channels`, {
      title: 'A',
    });
    expect([added.status, added.body.data.order]).toEqual([201, 1]);
  });

  test('eight made at once have one main one, and places of their own', async () => {
    const answers = await Promise.all([...'ABCDEFGH'].map((title) => config({ title })));
    expect(statuses(answers)).toEqual({ 201: 8 });
    const all = await index();
    expect(new Set(all.map(({ order }) => order)).size).toBe(8);
    expect(all.filter(({ principal }) => principal)).toHaveLength(1);
  });

  test('removed by eight at once is removed once', async () => {
    const { id } = await communityWith(school);
    const answers = await Promise.all(
      [...'ABCDEFGH'].map(() =>
        school.owner.send('DELETE', `/api/auth/community/delete/${school.id}/${id}`),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 404: 7 });
  });
});

describe('switches', () => {
  test('of one community, by both forms', async () => {
    const { id } = await communityWith(school);
    const old = await put(`/api/auth/community/toggle-status/${school.id}/${id}/0`);
    expect(old.body).toEqual({ message: messages.deactivated, data: { id, active: 0 } });
    const on = await put(`/api/auth/v2/community/active/${school.id}/${id}/1`);
    expect(on.body).toEqual({ message: messages.isActive, data: { id, isActive: 1 } });
    expect((await put(`/api/auth/v2/community/active/${school.id}/${id}/2`)).status).toBe(400);
    expect((await put(`/api/auth/v2/community/active/${school.id}/999999/1`)).status).toBe(404);
  });

  test('of one community, as a field of its form', async () => {
    const created = await school.owner.post(`/api/auth/v2/community/config/${school.id}`, {
      isActive: 0,
    });
    const { id } = created.body.data;
    expect(created.body.data.isActive).toBe(0);
    const student = await school.join();
    const seen = async () => (await student.get(`/api/v1/communities/${id}`)).status;
    expect(await seen()).toBe(404);

    const config = (body: object) => put(`/api/auth/v2/community/config/${school.id}/${id}`, body);
    expect((await config({ title: 'Turma' })).body.data.isActive).toBe(0);
    expect((await config({ isActive: true })).body.data.isActive).toBe(1);
    expect(await seen()).toBe(200);

    await config({ isActive: 0 });
    const legacy = { id, title: 'Turma', permissions_array: [await school.product()] };
    const edit = (body: object) =>
      put('/api/auth/community/edit-community', { ...legacy, ...body });
    expect((await edit({})).body.data.active).toBe(0);
    expect((await edit({ active: '1' })).body.data.active).toBe(1);
    expect(await seen()).toBe(200);
  });

  test('of the school: communities and their page', async () => {
    const { id } = await communityWith(school);
    const student = await school.join();
    const settings = async () =>
      (await student.get(`/api/auth/community/settings/${school.id}`)).body.data;
    expect(await settings()).toEqual({ active: 1, show_communities_page: 1, legacy_form: 0 });
    const page = await put(`/api/auth/community/settings/toggle-page/${school.id}/0`);
    // The forms of the settings save on from this version.
    expect(page.body).toEqual({
      message: messages.pageChanged,
      data: { show_communities_page: 0, version: 2 },
    });
    const all = await put(`/api/auth/community/settings/toggle-communities/${school.id}/0`);
    expect(all.body).toEqual({
      message: messages.allDeactivated,
      data: { active: 0, version: 3 },
    });
    expect(await settings()).toEqual({ active: 0, show_communities_page: 0, legacy_form: 0 });
    expect((await student.get(`/api/v1/communities/${id}`)).status).toBe(404);
    expect((await student.get('/api/v1/communities')).body).toEqual([]);
    expect((await school.owner.get(`/api/v1/communities/${id}`)).status).toBe(200);
  });

  test('LEGACY_COMMUNITY_TENANTS names the schools of the legacy form', async () => {
    const old = await openWorld({ LEGACY_COMMUNITY_TENANTS: `7,${school.id}` });
    const { host } = school;
    const { body } = await school.owner.get(`/api/auth/community/settings/${school.id}`);
    expect(body.data.legacy_form).toBe(0);
    const answer = await old.app.inject({
      url: `/api/auth/community/settings/${school.id}`,
      headers: { host, cookie: school.owner.cookie },
    });
    expect(answer.json().data.legacy_form).toBe(1);
  });
});

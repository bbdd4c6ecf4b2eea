import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

let school: TestSchool;
let marina: Person;
let joao: Person;
beforeEach(async () => {
  school = await world.school('Contraluz');
  marina = await school.join();
  joao = await school.join();
});

const card = (id: number, person: Person = joao) => person.get(`/api/v1/people/${id}`);
const change = (body: object, person = marina) => person.send('PATCH', '/api/v1/me', body);

describe('the card of a member', () => {
  test('shows others name, photo, bio, level and points, and never the e-mail', async () => {
    await change({ bio: 'Fotografo a feira.' });
    const product = await school.product();
    await school.owner.post(`/api/v1/members/${marina.id}/points`, { points: 30, reason: 'a' });
    const { status, body, text } = await card(marina.id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: marina.id,
      name: 'Marina Teles',
      bio: 'Fotografo a feira.',
      photo_url: null,
      role: null,
      hidden: 0,
    });
    expect(product).toBeGreaterThan(0);
    expect(text).not.toContain(marina.email);
    expect(typeof body.data.score).toBe('number');
  });

  test('shows the points of the running season', async () => {
    const give = (points: number) =>
      school.owner.post(`/api/v1/members/${marina.id}/points`, { points, reason: 'a' });
    await give(30);
    await school.owner.send('POST', '/api/auth/community/reset-ranking');
    expect((await card(marina.id)).body.data.score).toBe(0);
    await give(7);
    expect((await card(marina.id)).body.data.score).toBe(7);
  });

  test('is unknown to other students once it is switched off; its member and staff still see it', async () => {
    expect((await change({ show_profile: 0 })).body.data.show_profile).toBe(0);
    expect((await card(marina.id)).status).toBe(404);
    expect((await card(marina.id, marina)).body.data.hidden).toBe(1);
    const instructor = await school.join(['instructor']);
    expect((await card(marina.id, instructor)).body.data.hidden).toBe(1);
    await change({ show_profile: 1 });
    expect((await card(marina.id)).status).toBe(200);
  });

  test('has no points for members outside the ranking, for staff, and while the ranking is off', async () => {
    expect((await card(school.owner.id)).body.data).toMatchObject({
      role: 'owner',
      score: null,
      level: null,
    });
    expect((await card(marina.id)).body.data.score).toBe(0);
    await change({ in_ranking: 0 });
    expect((await card(marina.id)).body.data).toMatchObject({ score: null, level: null });
    await change({ in_ranking: 1 });
    await school.owner.send('PUT', `/api/auth/ranking/toggle-status/0/${school.id}`);
    expect((await card(marina.id)).body.data.score).toBeNull();
  });

  test('shows level and points as the reached level’s switches say', async () => {
    const product = await school.product();
    const student = await school.join(['student'], [product]);
    const base = '/api/auth/ranking/levels';
    const { body } = await school.owner.post(`${base}/create`, {
      name: 'Semente',
      needed_score: 10,
      show_level_on_profile: '0',
      show_score_on_profile: '0',
    });
    const permission = { level_id: body.id, array_plans_id: [product] };
    await school.owner.post(`${base}/permissions/create`, permission);
    const shown = async () => {
      const { score, level } = (await card(student.id)).body.data;
      return { score, level: level?.name ?? null };
    };
    const give = (points: number) =>
      school.owner.post(`/api/v1/members/${student.id}/points`, { points, reason: 'a' });
    await give(9);
    expect(await shown()).toEqual({ score: 9, level: null });
    await give(1);
    expect(await shown()).toEqual({ score: null, level: null });
    const inRanking = async () => (await joao.get('/api/v1/ranking')).body.data[0].level;
    expect(await inRanking()).toBeNull();
    const show = (switches: object) =>
      school.owner.post(`${base}/update`, { id: body.id, name: 'Semente', ...switches });
    await show({ show_score_on_profile: '1' });
    expect(await shown()).toEqual({ score: 10, level: null });
    await show({ show_score_on_profile: '0', show_level_on_profile: '1' });
    expect(await shown()).toEqual({ score: null, level: 'Semente' });
    expect(await inRanking()).toMatchObject({ name: 'Semente' });
  });

  test('is unknown at another school, to visitors, and for members who wait for erasure', async () => {
    const stranger = await (await world.school()).join();
    expect((await card(marina.id, stranger)).status).toBe(404);
    expect((await school.visitor.get(`/api/v1/people/${marina.id}`)).status).toBe(401);
    await school.owner.post(`/api/v1/members/${marina.id}/erasure`);
    expect((await card(marina.id)).status).toBe(404);
    expect((await card(marina.id, school.owner)).status).toBe(404);
  });

  test('is the target of a search for the person, unless it is switched off', async () => {
    const found = async (person: Person) =>
      (await person.get('/api/v1/search?q=marina&kind=person')).body.data.find(
        ({ id }: { id: number }) => id === marina.id,
      ).url as string;
    expect(await found(joao)).toBe(`/pessoas/${marina.id}`);
    await change({ show_profile: 0 });
    expect(await found(joao)).toBe('');
    expect(await found(school.owner)).toBe(`/pessoas/${marina.id}`);
  });
});

test('an unknown time zone is refused', async () => {
  expect((await change({ time_zone: 'America/Recife' })).body.data.time_zone).toBe(
    'America/Recife',
  );
  expect((await change({ time_zone: 'America/Nowhere' })).status).toBe(422);
});

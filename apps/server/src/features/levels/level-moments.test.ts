import type { Level } from '@vitrine/contract/levels';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';

const databaseUrl = await ownDatabase();
const world = await openWorld({}, databaseUrl);
const base = '/api/auth/ranking/levels';

let school: TestSchool;
let product: number;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
});

const made = async (more: object): Promise<number> =>
  (await school.owner.post(`${base}/create`, { tenant_id: school.id, ...more })).body.id;
const update = (id: number, more: object) =>
  school.owner.post(`${base}/update`, { tenant_id: school.id, id, ...more });
const open = (level_id: number, more: object = {}) =>
  school.owner.post(`${base}/permissions/create`, {
    level_id,
    array_plans_id: [product],
    tenant_id: school.id,
    ...more,
  });
const give = (id: number, points: number) =>
  school.owner.post(`/api/v1/members/${id}/points`, { points, reason: 'Ajudou' });

describe('the moment of a level', () => {
  let marina: Person;
  beforeEach(async () => {
    marina = await school.join(['student'], [product]);
  });
  const waiting = async (): Promise<string[]> =>
    (await marina.get('/api/v1/me/levels')).body.map(({ name }: Level) => name);
  const seen = (id: number, who = marina) => who.send('PUT', `/api/v1/me/levels/${id}/seen`);
  const told = async (who = marina) =>
    (await who.get('/api/auth/notification?page=1')).body.data.filter(
      ({ event }: { event: string }) => event === 'level',
    ).length;
  const level = async (name: string, needed_score: number, animation = 'levelUpGold') => {
    const id = await made({ name, needed_score, animation });
    await open(id);
    await world.platform.jobs.runAll();
    return id;
  };

  test('waits until it is marked seen, and never appears again', async () => {
    const id = await level('Olhar', 10);
    await give(marina.id, 9);
    expect(await waiting()).toEqual([]);
    await give(marina.id, 1);
    expect((await marina.get('/api/v1/me/levels')).body).toEqual([
      {
        id,
        name: 'Olhar',
        color: '#ffb238',
        url_img: null,
        needed_score: 10,
        animation: 'levelUpGold',
        reached_at: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await seen(id)).status).toBe(204);
    expect((await seen(id)).status).toBe(204);
    expect(await waiting()).toEqual([]);
    await give(marina.id, -10);
    await give(marina.id, 10);
    expect(await waiting()).toEqual([]);
    expect(await told()).toBe(1);
  });

  test('is none of a level that begins at 0: everybody has it', async () => {
    await level('Curioso', 0);
    await level('Atento', 1);
    await give(marina.id, 1);
    expect(await waiting()).toEqual(['Atento']);
  });

  test('ends by itself: that of another level still waits', async () => {
    const low = await level('Olhar', 10);
    await level('Mestre', 30);
    await give(marina.id, 10);
    await give(marina.id, 20);
    expect(await waiting()).toEqual(['Olhar', 'Mestre']);
    await seen(low);
    expect(await waiting()).toEqual(['Mestre']);
  });

  test('belongs to one member', async () => {
    const id = await level('Olhar', 10);
    await give(marina.id, 10);
    const [joao, neighbour] = [await school.join(), await world.school()];
    expect((await joao.get('/api/v1/me/levels')).body).toEqual([]);
    for (const who of [joao, neighbour.owner]) expect((await seen(id, who)).status).toBe(404);
    expect(await waiting()).toEqual(['Olhar']);
  });

  test('of eight actions at once comes once', async () => {
    await level('Olhar', 10);
    await Promise.all([...'ABCDEFGH'].map(() => give(marina.id, 10)));
    expect(await waiting()).toEqual(['Olhar']);
    expect(await told()).toBe(1);
  });

  test('is told by a notification alone where the level has no animation', async () => {
    await level('Olhar', 10, 'none');
    await give(marina.id, 10);
    expect(await waiting()).toEqual([]);
    expect(await told()).toBe(1);
  });

  test('a member who rises by a lower threshold or a new product is notified once, without a moment', async () => {
    await give(marina.id, 5);
    const id = await level('Olhar', 10);
    expect(await told()).toBe(0);
    await update(id, { needed_score: 5 });
    await world.platform.jobs.runAll();
    await update(id, { needed_score: 4 });
    await world.platform.jobs.runAll();
    await give(marina.id, 1);
    expect(await waiting()).toEqual([]);
    expect(await told()).toBe(1);
    const other = await made({ name: 'Semente', needed_score: 6 });
    await open(other);
    await world.platform.jobs.runAll();
    expect(await waiting()).toEqual([]);
    expect(await told()).toBe(2);
  });

  test('a product given by hand that raises a member notifies them once, without a moment', async () => {
    const ana = await school.join();
    const hold = (product_ids: number[]) =>
      school.owner.send('PATCH', `/api/v1/members/${ana.id}`, { product_ids });
    await level('Olhar', 10);
    await level('Mestre', 30);
    await give(ana.id, 12);
    expect(await told(ana)).toBe(0);
    await hold([product]);
    expect((await ana.get('/api/v1/me/levels')).body).toEqual([]);
    expect(await told(ana)).toBe(1);
    await hold([]);
    await hold([product]);
    await give(ana.id, 1);
    expect(await told(ana)).toBe(1);
    // Another product opens nothing to her.
    await hold([product, await school.product('Outro')]);
    expect(await told(ana)).toBe(1);
  });

  test('a product given by hand tells nothing to a member without points', async () => {
    const ana = await school.join();
    await level('Curioso', 0);
    await school.owner.send('PATCH', `/api/v1/members/${ana.id}`, { product_ids: [product] });
    expect(await told(ana)).toBe(0);
  });

  test('a product given by hand tells nothing of the points of a past season', async () => {
    const ana = await school.join();
    await level('Olhar', 10);
    await give(ana.id, 12);
    await school.owner.send('POST', '/api/auth/community/reset-ranking');
    await school.owner.send('PATCH', `/api/v1/members/${ana.id}`, { product_ids: [product] });
    expect(await told(ana)).toBe(0);
  });

  test('a product that is active again notifies the members whom it raises, once', async () => {
    const setStatus = async (status: string) => {
      await school.owner.send('PATCH', `/api/v1/products/${product}`, { status });
      await world.platform.jobs.runAll();
    };
    await setStatus('inactive');
    await level('Olhar', 10);
    await give(marina.id, 12);
    expect(await told()).toBe(0);
    await setStatus('active');
    expect(await waiting()).toEqual([]);
    expect(await told()).toBe(1);
    await setStatus('inactive');
    await setStatus('active');
    expect(await told()).toBe(1);
  });

  test('a restored level notifies no member who had it', async () => {
    const above = await school.join(['student'], [product]);
    const below = await school.join(['student'], [product]);
    const [high, id] = [await made({ name: 'Mestre', needed_score: 20 }), await level('Olhar', 10)];
    await open(high);
    await give(marina.id, 10);
    await give(above.id, 30);
    await give(below.id, 5);
    expect([await told(), await told(above), await told(below)]).toEqual([1, 1, 0]);
    await school.owner.send('DELETE', `${base}/delete/${id}/${school.id}`);
    const again = await made({ name: 'Olhar', needed_score: 10 });
    await open(again, { put_back: 1 });
    await world.platform.jobs.runAll();
    // Members who fell below it and come back are not notified again.
    await give(marina.id, -5);
    await give(marina.id, 5);
    await give(above.id, -25);
    await give(above.id, 5);
    await give(below.id, 5);
    // A removed level is in no list.
    expect([await told(), await told(above), await told(below)]).toEqual([0, 1, 1]);
  });

  test('a restored level notifies members who could not have it before, once they may', async () => {
    const paused = await school.product('Pausado');
    const setStatus = (status: string) =>
      school.owner.send('PATCH', `/api/v1/products/${paused}`, { status });
    await setStatus('inactive');
    const [ana, joao] = [await school.join(), await school.join(['student'], [paused])];
    for (const who of [ana, joao]) await give(who.id, 12);
    const restored = await made({ name: 'Olhar', needed_score: 10 });
    await open(restored, { array_plans_id: [product, paused], put_back: 1 });
    await world.platform.jobs.runAll();
    await school.owner.send('PATCH', `/api/v1/members/${ana.id}`, { product_ids: [product] });
    await setStatus('active');
    await world.platform.jobs.runAll();
    expect([await told(ana), await told(joao)]).toEqual([1, 1]);
  });

  test('members who had its score in a past season only are not notified', async () => {
    await give(marina.id, 12);
    await school.owner.send('POST', '/api/auth/community/reset-ranking');
    await level('Olhar', 10);
    expect(await told()).toBe(0);
    await give(marina.id, 12);
    expect(await told()).toBe(1);
  });

  test('members of another school, and members below the level, are not notified', async () => {
    const neighbour = await world.school();
    const other = await neighbour.join(['student'], [await neighbour.product()]);
    await neighbour.owner.post(`/api/v1/members/${other.id}/points`, { points: 9, reason: 'x' });
    await give(marina.id, 9);
    await level('Olhar', 10);
    const { rows } = await world.platform.database.transaction(school.id, ({ db }) =>
      sql`SELECT * FROM level_reaches`.execute(db),
    );
    expect(rows).toEqual([]);
  });
});

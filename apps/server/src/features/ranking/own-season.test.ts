import { WAY_STEPS, OwnSeason } from '@vitrine/contract/ranking';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
let ana: Person;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
  ana = await school.join(['student'], [product]);
});

const path = '/api/v1/ranking/me';
const season = async (who = ana): Promise<OwnSeason> => (await who.get(path)).body.data;
const give = (points: number, who = ana) =>
  school.owner.post(`/api/v1/members/${who.id}/points`, { points, reason: 'Ajudou' });
const inSchool = (text: string) =>
  world.platform.database.transaction(school.id, ({ db }) => sql.raw(text).execute(db));
/** Gives points, dated `days` days ago. */
const giveThen = async (points: number, days: number) => {
  await give(points);
  await inSchool(`UPDATE point_entries SET at = now() - interval '${days} days'
    WHERE id = (SELECT max(id) FROM point_entries)`);
};
const points = (finish_class: number) =>
  school.owner.post('/api/auth/ranking/gamification/platform/create-parameters', {
    custom_name: 'XP',
    platform: { finish_class },
  });
const finish = (lesson: number | undefined, who = ana) =>
  who.send('PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: 1, finished: true });
const daysAgo = (days: number) => {
  const today = new Date().toISOString().slice(0, 10);
  return new Date(Date.parse(today) - days * 86_400_000).toISOString();
};

describe('the score curve of the season', () => {
  test('is the score at the end of each day since the first points, up to today', async () => {
    expect((await season()).way).toEqual([]);
    // An action that did not count is in the ledger with 0 points.
    await giveThen(1, 9);
    await inSchool('UPDATE point_entries SET points = 0');
    expect((await season()).way).toEqual([]);
    await giveThen(40, 3);
    await giveThen(-10, 1);
    await giveThen(5, 1);
    expect(z.strictObject(OwnSeason.shape).safeParse(await season()).error).toBeUndefined();
    expect((await season()).way).toEqual([
      { at: daysAgo(3), score: 40 },
      { at: daysAgo(2), score: 40 },
      { at: daysAgo(1), score: 35 },
      { at: daysAgo(0), score: 35 },
    ]);
  });

  test('has at most thirty steps, and ends with the score of today', async () => {
    for (const [days, steps] of [
      [WAY_STEPS - 1, WAY_STEPS],
      [WAY_STEPS, 16],
      [365, 29],
    ] as const) {
      await inSchool('DELETE FROM point_entries');
      await giveThen(10, days);
      await give(7);
      const { way } = await season();
      expect(way).toHaveLength(steps);
      expect(way.at(-1)).toEqual({ at: daysAgo(0), score: 17 });
      expect(way[0]!.score).toBe(10);
    }
  });

  test('restarts with a reset, and is separate for each member', async () => {
    await give(10);
    const bia = await school.join();
    expect((await season(bia)).way).toEqual([]);
    await school.owner.send('POST', '/api/auth/community/reset-ranking');
    expect((await season()).way).toEqual([]);
    await give(3);
    expect((await season()).way).toEqual([{ at: daysAgo(0), score: 3 }]);
  });

  test('is read by one statement, with the session', async () => {
    await give(10);
    await season();
    const run = vi.spyOn(pg.Client.prototype, 'query');
    await season();
    const asked = run.mock.calls
      .map(([config]) => config as unknown as string | { name?: string })
      .map((config) => (typeof config === 'string' ? config : config.name));
    run.mockRestore();
    expect(asked).toEqual(['ranking.own-season by session']);
  });
});

describe('what the next place takes', () => {
  test('is given by the points of a lesson, and the number of lessons left', async () => {
    expect(await season()).toMatchObject({ lesson_points: 0, lessons_left: 0, lesson: null });
    await points(20);
    const { id, lessons } = await courseWith(school, { products: [product], lessons: [2, 1] });
    expect(await season()).toMatchObject({ lesson_points: 20, lessons_left: 0, lesson: null });
    await finish(lessons[1]);
    // It goes on behind the last lesson, and then comes back.
    expect(await season()).toMatchObject({
      lessons_left: 2,
      lesson: { id: lessons[2], course_id: id, title: 'Aula 2.1' },
    });
    await finish(lessons[2]);
    expect(await season()).toMatchObject({ lessons_left: 1, lesson: { id: lessons[0] } });
    await finish(lessons[0]);
    expect(await season()).toMatchObject({ lessons_left: 0, lesson: null });
  });

  test('is in the course touched last, and counts the lessons of the five touched last', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { id, lessons } = await courseWith(school, { products: [product], lessons: [2] });
      await finish(lessons[0]);
      ids.push(id);
    }
    expect(await season()).toMatchObject({ lessons_left: 5, lesson: { course_id: ids[5] } });
  });

  test('goes on in the order of the lessons, not of their making', async () => {
    const { lessons } = await courseWith(school, { products: [product], lessons: [3] });
    await inSchool('UPDATE lessons SET position = 10 - position');
    await finish(lessons[2]);
    expect(await season()).toMatchObject({ lessons_left: 2, lesson: { id: lessons[1] } });
  });

  test('goes on behind the last lesson of that course, whatever was the last one of another', async () => {
    await finish((await courseWith(school, { products: [product], lessons: [3] })).lessons[0]);
    const { lessons } = await courseWith(school, { products: [product], lessons: [4] });
    await finish(lessons[2]);
    expect(await season()).toMatchObject({ lessons_left: 5, lesson: { id: lessons[3] } });
  });

  test('is of the viewer’s own courses, whatever others have begun or finished', async () => {
    const bia = await school.join(['student'], [product]);
    const { lessons } = await courseWith(school, { products: [product], lessons: [3] });
    await finish(lessons[0], bia);
    expect(await season()).toMatchObject({ lessons_left: 0, lesson: null });
    await finish(lessons[1]);
    expect(await season()).toMatchObject({ lessons_left: 2, lesson: { id: lessons[2] } });
  });

  test('names no draft, and nothing of a course that is closed by now', async () => {
    const { id, lessons } = await courseWith(school, { products: [product], lessons: [3] });
    await finish(lessons[0]);
    await school.owner.send('PATCH', `/api/v1/lessons/${lessons[1]}`, { published: 0 });
    expect(await season()).toMatchObject({ lessons_left: 1, lesson: { id: lessons[2] } });
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    expect(await season()).toMatchObject({ lessons_left: 0, lesson: null });
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'active' });
    await school.owner.send('PATCH', `/api/v1/courses/${id}`, { published: 0 });
    expect(await season()).toMatchObject({ lessons_left: 0, lesson: null });
  });

  test('is none for members who may not score', async () => {
    await points(20);
    const other = await school.product('Plano de outra turma');
    await school.owner.post('/api/auth/ranking/gamification-plans/create', {
      array_plans_id: [other],
    });
    expect(await season()).toMatchObject({ lesson_points: 0 });
    expect(await season(await school.join(['student'], [other]))).toMatchObject({
      lesson_points: 20,
    });
  });
});

test('is 403 for students while the ranking is off, and for members of another school', async () => {
  await school.owner.send('PUT', `/api/auth/ranking/toggle-status/0/${school.id}`);
  expect((await ana.get(path)).status).toBe(403);
  expect((await school.owner.get(path)).status).toBe(200);
  const neighbour = await world.school();
  const there = await neighbour.join();
  await give(50);
  expect((await season(there)).way).toEqual([]);
  expect((await school.visitor.get(path)).status).toBe(401);
});

import { limits, MyCourses, type MyCourse } from '@vitrine/contract/me';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { cteRowsRead } from '../../../test/plans.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { listMyCourses } from './my-courses.reader.ts';

// Own statistics: a plan depends on them.
const world = await openWorld({}, await ownDatabase());

let school: TestSchool;
let product: number;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
  student = await school.join(['student'], [product]);
});

const page = async (query = '', person: Pick<Person, 'get'> = student): Promise<MyCourses> =>
  (await person.get(`/api/v1/me/courses${query}`)).body;
const titles = async (query = '', person = student) =>
  (await page(query, person)).data.map(({ title }) => title);
const named = (title: string, lessons = [2]) =>
  courseWith(school, { title, products: [product], lessons });
const watch = (lesson: number | undefined, body: object = { finished: true }, person = student) =>
  person.send('PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: 0, ...body });

test('lists each course of the member, with progress and next lesson', async () => {
  const course = await named('Fotografia', [2, 1]);
  const [first, second] = course.lessons;
  const [module] = course.modules;
  const empty = await page();
  expect(z.strictObject(MyCourses.shape).safeParse(empty).error).toBeUndefined();
  const lesson = { module_id: module!.id, duration_seconds: 90 };
  const start = { ...lesson, id: first, title: 'Aula 1.1', position: 1, seconds: 0 };
  const fresh = {
    id: course.id,
    title: 'Fotografia',
    cover: null,
    lessons: 3,
    done: 0,
    seconds: 270,
    seconds_left: 270,
    state: 'new',
    last_lesson: null,
    next_lesson: start,
    held_since: expect.stringMatching(/Z$/),
    completed_at: null,
  };
  expect(empty).toEqual({
    data: [fresh],
    next_cursor: null,
    counts: { all: 1, begun: 0, new: 1, finished: 0 },
    week: {
      days: [0, 0, 0, 0, 0, 0, 0],
      today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      total: 0,
      since: expect.stringMatching(/Z$/),
    },
  });

  await watch(second, { seconds: 30 });
  const stopped = { ...lesson, id: second, title: 'Aula 1.2', position: 2, seconds: 30 };
  expect((await page()).data).toEqual([
    { ...fresh, state: 'begun', seconds_left: 240, last_lesson: stopped, next_lesson: stopped },
  ]);

  await watch(second);
  expect((await page()).data).toMatchObject([
    { done: 1, seconds_left: 180, last_lesson: { id: second }, next_lesson: { position: 3 } },
  ]);
  await watch(course.lessons[2]);
  expect((await page()).data).toMatchObject([{ done: 2, next_lesson: { id: first } }]);
  await watch(first);
  expect((await page()).data).toMatchObject([
    {
      state: 'finished',
      done: 3,
      seconds_left: 0,
      next_lesson: null,
      completed_at: expect.stringMatching(/Z$/),
    },
  ]);
});

test('a lesson that was watched beyond its length takes no time from the others', async () => {
  const { lessons } = await named('Fotografia', [2]);
  await watch(lessons[0], { seconds: 200, finished: false });
  expect((await page()).data).toMatchObject([{ done: 0, seconds: 180, seconds_left: 90 }]);
});

test('started courses come first, the latest before; new and finished ones follow, with counts', async () => {
  const [older, finished, newer] = [await named('Luz'), await named('Foco'), await named('Cor')];
  await named('Retrato');
  for (const lesson of finished.lessons) await watch(lesson);
  await watch(older.lessons[0]);
  await watch(newer.lessons[0]);
  expect(await titles()).toEqual(['Cor', 'Luz', 'Retrato', 'Foco']);
  expect(await titles('?state=begun')).toEqual(['Cor', 'Luz']);
  expect(await titles('?state=new')).toEqual(['Retrato']);
  expect(await titles('?state=finished')).toEqual(['Foco']);
  const { counts } = await page('?state=new');
  expect(counts).toEqual({ all: 4, begun: 2, new: 1, finished: 1 });
  await watch(older.lessons[0], { seconds: 5, finished: false, went_back: true });
  expect(await titles('?state=begun')).toEqual(['Luz', 'Cor']);
});

test('the search finds parts of titles, whatever their accents, and counts what it found', async () => {
  await named('Composição 100%');
  await named('Luz');
  expect(await titles('?q=COMPOSICAO')).toEqual(['Composição 100%']);
  expect(await titles(`?q=${encodeURIComponent('0%')}`)).toEqual(['Composição 100%']);
  expect(await titles('?q=_')).toEqual([]);
  expect(await page('?q=luz')).toMatchObject({ counts: { all: 1, begun: 0, new: 1 } });
});

test(`a page has ${limits.courses}; its cursor goes on where it ended, whatever began meanwhile`, async () => {
  const ids: number[] = [];
  for (let index = 0; index <= limits.courses; index += 1)
    ids.push((await courseWith(school, { products: [product], lessons: [] })).id);
  const idsOf = (data: MyCourse[]) => data.map(({ id }) => id);
  const first = await page();
  expect(idsOf(first.data)).toEqual(ids.slice(1).toReversed());
  const last = await page(`?cursor=${first.next_cursor}`);
  expect([idsOf(last.data), last.next_cursor]).toEqual([[ids[0]], null]);
  for (const cursor of ['nonsense', '1.2', '1.2.3.4'])
    expect((await student.get(`/api/v1/me/courses?cursor=${cursor}`)).status).toBe(400);
  await school.owner.send('DELETE', `/api/v1/courses/${ids[0]}`);
  expect((await page()).next_cursor).toBeNull();
});

test('a course without lessons is new; one is held from the day on which it came', async () => {
  await named('Vazio', []);
  await school.transaction(({ db }) =>
    sql`UPDATE member_products SET granted_at = now() - interval '30 days'`.execute(db),
  );
  const heldDays = async () =>
    (Date.now() - Date.parse((await page()).data[0]!.held_since as string)) / 86_400_000;
  expect(await page()).toMatchObject({
    data: [{ title: 'Vazio', state: 'new', lessons: 0 }],
    counts: { new: 1, finished: 0 },
  });
  expect(Math.round(await heldDays())).toBe(0);
  await school.transaction(({ db }) =>
    sql`UPDATE courses SET created_at = now() - interval '60 days'`.execute(db),
  );
  expect(Math.round(await heldDays())).toBe(30);
});

test('a course is held since the first day of the member’s own active products, and ends with their own last lesson', async () => {
  const [paused, later] = [await school.product('Pausado'), await school.product('Renovado')];
  const course = await courseWith(school, { products: [product, paused, later], lessons: [1] });
  const classmate = await school.join(['student'], [product]);
  await watch(course.lessons[0], { finished: true }, classmate);
  await school.owner.send('PATCH', `/api/v1/members/${student.id}`, {
    product_ids: [product, paused, later],
  });
  await school.owner.send('PATCH', `/api/v1/products/${paused}`, { status: 'inactive' });
  await school.transaction(async ({ db }) => {
    await sql`UPDATE courses SET created_at = now() - interval '60 days'`.execute(db);
    await sql`UPDATE member_products SET granted_at = now() - CASE
      WHEN member_id = ${classmate.id} THEN interval '40 days'
      WHEN product_id = ${paused} THEN interval '50 days'
      WHEN product_id = ${later} THEN interval '10 days'
      ELSE interval '30 days' END`.execute(db);
  });
  const [held] = (await page()).data;
  expect(held).toMatchObject({ state: 'new', completed_at: null });
  const days = (Date.now() - Date.parse(held!.held_since as string)) / 86_400_000;
  expect(Math.round(days)).toBe(30);
});

test('courses without access are not listed, nor courses that a product no longer opens', async () => {
  await courseWith(school, { title: 'Sem produto' });
  await courseWith(school, { title: 'De outro', products: [await school.product()] });
  await named('Luz');
  expect(await titles()).toEqual(['Luz']);
  await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
  expect(await page()).toMatchObject({ data: [], counts: { all: 0 } });
});

test('the next lesson is found by reading the lessons of the page once a course', async () => {
  const lessons = 20;
  const course = await named('Fotografia', [lessons]);
  await watch(course.lessons[3]);
  let read = 0;
  await school.transaction((tx) => {
    const run: TenantTransaction['run'] = async (statement, values) => {
      const numbered = { cte: 'numbered', table: 'lessons' };
      read = await cteRowsRead(world.databaseUrl, tx, numbered, statement, values);
      return tx.run(statement, values);
    };
    const viewer = { id: student.id, staff: false };
    return listMyCourses(Object.assign(Object.create(tx), { run }), viewer, { q: '' });
  });
  // The last lesson, its position, and the lessons that are left.
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(3 * lessons);
});

test('a draft is not there, nor counted among the lessons', async () => {
  const course = await named('Luz', [2, 1]);
  const draft = await named('Rascunho');
  const hide = async (path: string) => {
    const { version } = (await school.owner.get(path)).body.data;
    const hidden = await school.owner.send('PATCH', path, { published: 0, version });
    expect(hidden.status).toBe(200);
  };
  await watch(course.lessons[0]);
  await watch(course.lessons[1], { seconds: 10 });
  await hide(`/api/v1/courses/${draft.id}`);
  await hide(`/api/v1/lessons/${course.lessons[1]}`);
  expect(await page()).toMatchObject({
    data: [
      {
        title: 'Luz',
        lessons: 2,
        done: 1,
        seconds: 180,
        last_lesson: null,
        next_lesson: { id: course.lessons[2], position: 2 },
      },
    ],
    counts: { all: 1 },
  });
  expect(await titles('', school.owner)).toEqual(['Luz']);
});

test('each member has an own list; a visitor has none, and no other school sees it', async () => {
  const course = await named('Luz');
  await watch(course.lessons[0]);
  const other = await school.join(['student'], [product]);
  expect((await page('', other)).data).toMatchObject([{ state: 'new', done: 0 }]);
  expect((await school.visitor.get('/api/v1/me/courses')).status).toBe(401);
  const neighbour = await world.school();
  expect((await page('', neighbour.owner)).data).toEqual([]);
  expect((await student.get('/api/v1/me/courses?state=closed')).status).toBe(400);
});

test('the profile counts a finished lesson in full, and watched seconds of others', async () => {
  const course = await named('Fotografia', [3]);
  const watched = async () => (await student.get('/api/v1/me')).body.data.watched_seconds;
  await watch(course.lessons[0], { seconds: 30 });
  expect(await watched()).toBe(30);
  await watch(course.lessons[1], { seconds: 10, finished: true });
  expect(await watched()).toBe(30 + 90);
});

test('in the order asked for, page by page, whatever their states', async () => {
  const beta = await named('beta');
  await named('Águas');
  await named('Cores');
  await watch(beta.lessons[0]);
  expect(await titles()).toEqual(['beta', 'Cores', 'Águas']);
  expect(await titles('?order=seen')).toEqual(['beta', 'Cores', 'Águas']);
  expect(await titles('?order=new')).toEqual(['Cores', 'Águas', 'beta']);
  expect(await titles('?order=title')).toEqual(['Águas', 'beta', 'Cores']);
  expect(await titles('?order=title&state=new')).toEqual(['Águas', 'Cores']);
  expect((await student.get('/api/v1/me/courses?order=sideways')).status).toBe(400);
  for (let more = 0; more < limits.courses; more += 1)
    await named(`Z ${String(more).padStart(3, '0')}`);
  const first = await page('?order=title');
  const second = await page(`?order=title&cursor=${first.next_cursor}`);
  const walked = [...first.data, ...second.data].map(({ title }) => title);
  expect(walked).toHaveLength(limits.courses + 3);
  expect(walked).toEqual(['Águas', 'beta', 'Cores', ...walked.slice(3).sort()]);
});

describe('the week', () => {
  /** Moves the saved progress into the past. */
  const datedBack = (minutes: number) =>
    school.transaction(({ db }) =>
      db
        .updateTable('lesson_progress')
        .set({ updated_at: sql`updated_at - make_interval(mins => ${minutes}::integer)` })
        .execute(),
    );
  const week = async (person = student) => (await page('', person)).week!;
  const sum = async (person = student) =>
    (await week(person)).days.reduce((all, one) => all + one, 0);

  test('counts the time between two positions, at double speed at most', async () => {
    const { lessons } = await named('Fotografia', [1]);
    await watch(lessons[0], { seconds: 20 });
    expect(await sum()).toBe(20);
    await datedBack(5);
    await watch(lessons[0], { seconds: 260 });
    expect(await sum()).toBe(260);
    // Watching again counts. A jump ahead does not.
    await watch(lessons[0], { seconds: 200, went_back: true });
    expect(await sum()).toBe(260);
    await watch(lessons[0], { seconds: 3_000 });
    expect(await sum()).toBeLessThan(300);
    expect((await week()).days.at(-1)).toBe(await sum());
    expect(await sum(await school.join(['student'], [product]))).toBe(0);
  });

  test('counts a minute of a first position', async () => {
    const { lessons } = await named('Fotografia', [1]);
    await watch(lessons[0], { seconds: 1_200 });
    expect(await sum()).toBe(60);
    expect((await week()).total).toBe(1_200);
  });

  test('counts a repeated lesson in the total of watched seconds', async () => {
    const { lessons } = await named('Fotografia', [1]);
    await watch(lessons[0], { seconds: 30 });
    await school.transaction(({ db }) => sql`UPDATE watched_hours SET seconds = 95`.execute(db));
    expect((await week()).total).toBe(95);
    expect((await student.get('/api/v1/me')).body.data.watched_seconds).toBe(95);
  });

  test('has the last seven days of the member’s time zone', async () => {
    const hour = (time_zone: string, moment: string) =>
      school.transaction(async ({ db }) => {
        await db.updateTable('members').set({ time_zone }).where('id', '=', student.id).execute();
        await sql`INSERT INTO watched_hours (member_id, hour, seconds) VALUES (${student.id},
          date_trunc('day', now() AT TIME ZONE ${time_zone})
            AT TIME ZONE ${time_zone} + ${moment}::interval, 100)`.execute(db);
      });
    await hour('America/Sao_Paulo', '-145 hours');
    expect(await sum()).toBe(0);
    await hour('America/Sao_Paulo', '-144 hours');
    await hour('America/Sao_Paulo', '-1 hour');
    await hour('America/Sao_Paulo', '0 hours');
    expect((await week()).days).toEqual([100, 0, 0, 0, 0, 100, 100]);
    // It is never the same day in both.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const day = new Intl.DateTimeFormat('sv', { timeZone });
      await student.send('PATCH', '/api/v1/me', { time_zone: timeZone });
      const dayBefore = day.format();
      const { today } = await week();
      // Midnight there may pass meanwhile.
      expect([dayBefore, day.format()]).toContain(today);
    }
  });

  test('comes with the first page only', async () => {
    for (let count = 0; count <= limits.courses; count += 1) await named(`Curso ${count}`, [1]);
    const { next_cursor, week: first } = await page();
    expect(first).not.toBeNull();
    expect((await page(`?cursor=${next_cursor}`)).week).toBeNull();
  });
});

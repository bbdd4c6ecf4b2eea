import { limits, MyCourses, type MyCourse } from '@vitrine/contract/me';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
  student = await school.join(['student'], [product]);
});

const page = async (query = '', who: Pick<Person, 'get'> = student): Promise<MyCourses> =>
  (await who.get(`/api/v1/me/courses${query}`)).body;
const titles = async (query = '', who = student) =>
  (await page(query, who)).data.map(({ title }) => title);
const named = (title: string, lessons = [2]) =>
  courseWith(school, { title, products: [product], lessons });
const watch = (lesson: number | undefined, body: object = { finished: true }, who = student) =>
  who.send('PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: 0, ...body });

test('every course that one holds, with how far one is and where one goes on', async () => {
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
    ...{ lessons: 3, done: 0, seconds: 270, seconds_left: 270, state: 'new' },
    last_lesson: null,
    next_lesson: start,
    held_since: expect.stringMatching(/Z$/),
    completed_at: null,
  };
  expect(empty).toEqual({
    data: [fresh],
    next_cursor: null,
    counts: { all: 1, begun: 0, new: 1, finished: 0 },
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
      ...{ state: 'finished', done: 3, seconds_left: 0, next_lesson: null },
      completed_at: expect.stringMatching(/Z$/),
    },
  ]);
});

test('begun ones come first, the latest before; new and finished ones follow, and are counted', async () => {
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
  for (let made = 0; made <= limits.courses; made += 1)
    ids.push((await courseWith(school, { products: [product], lessons: [] })).id);
  const idsOf = (data: MyCourse[]) => data.map(({ id }) => id);
  const first = await page();
  expect(idsOf(first.data)).toEqual(ids.slice(1).toReversed());
  const last = await page(`?cursor=${first.next_cursor}`);
  expect([idsOf(last.data), last.next_cursor]).toEqual([[ids[0]], null]);
  expect((await page('?cursor=nonsense')).data).toHaveLength(limits.courses);
  await school.owner.send('DELETE', `/api/v1/courses/${ids[0]}`);
  expect((await page()).next_cursor).toBeNull();
});

test('what one does not hold is not there, nor what a product no longer opens', async () => {
  await courseWith(school, { title: 'Sem produto' });
  await courseWith(school, { title: 'De outro', products: [await school.product()] });
  await named('Luz');
  expect(await titles()).toEqual(['Luz']);
  await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
  expect(await page()).toMatchObject({ data: [], counts: { all: 0 } });
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
        ...{ title: 'Luz', lessons: 2, done: 1, seconds: 180, last_lesson: null },
        next_lesson: { id: course.lessons[2], position: 2 },
      },
    ],
    counts: { all: 1 },
  });
  expect(await titles('', school.owner)).toEqual(['Luz']);
});

test('each has their own; a visitor has none, and the neighbour sees nothing of it', async () => {
  const course = await named('Luz');
  await watch(course.lessons[0]);
  const other = await school.join(['student'], [product]);
  expect((await page('', other)).data).toMatchObject([{ state: 'new', done: 0 }]);
  expect((await school.visitor.get('/api/v1/me/courses')).status).toBe(401);
  const neighbour = await world.school();
  expect((await page('', neighbour.owner)).data).toEqual([]);
  expect((await student.get('/api/v1/me/courses?state=closed')).status).toBe(400);
});

import { messages } from '@vitrine/contract/catalog-limits';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith, showBlockedContent } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const patch = (id: number, body: unknown) =>
  school.owner.send('PATCH', `/api/v1/lessons/${id}`, body);
const show = (id: number, person: Person = school.owner) => person.get(`/api/v1/lessons/${id}`);

describe('without access', () => {
  const closed = async () => {
    const product = await school.product('Plano Estúdio');
    const course = await courseWith(school, { products: [product], lessons: [2] });
    return { ...course, product, student: await school.join() };
  };
  const calls = (lesson: number) =>
    [
      ['GET', `/api/v1/lessons/${lesson}`],
      ['PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: 1 }],
      ['PUT', `/api/v1/lessons/${lesson}/progress`, { seconds: -1 }],
      ['PUT', `/api/v1/lessons/${lesson}/like`],
      ['DELETE', `/api/v1/lessons/${lesson}/like`],
    ] as const;

  test('every call is 403 with the access offer, and nothing of the lesson', async () => {
    const { id, lessons, product, student } = await closed();
    for (const [method, path, body] of calls(lessons[0]!)) {
      const answer = await student.send(method, path, body);
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({
        message: messages.noAccess,
        code: 'no_access',
        data: {
          course: { id, title: 'Fotografia' },
          upsell: {
            text: '',
            link: null,
            price_text: '',
            button_text: '',
            products: [{ id: product, title: 'Plano Estúdio' }],
          },
        },
      });
    }
  });

  test('every call is 404 where blocked content is hidden, as if there were no lesson', async () => {
    const { lessons, student } = await closed();
    await showBlockedContent(world, school, false);
    const missing = calls(999_999);
    for (const [at, [method, path, body]] of calls(lessons[0]!).entries()) {
      const hidden = await student.send(method, path, body);
      expect(hidden.status).toBe(404);
      expect(hidden.text).toBe((await student.send(method, missing[at]![1], body)).text);
    }
  });

  test('every call is 404 in a course that no product opens', async () => {
    const { lessons } = await courseWith(school);
    const student = await school.join();
    for (const [method, path, body] of calls(lessons[0]!))
      expect((await student.send(method, path, body)).status).toBe(404);
  });

  test('staff enter every course', async () => {
    const { lessons } = await closed();
    await showBlockedContent(world, school, false);
    expect((await show(lessons[0]!, await school.join(['moderator']))).status).toBe(200);
  });

  test('a product taken away counts at the next request', async () => {
    const { lessons, product } = await closed();
    const student = await school.join(['student'], [product]);
    expect((await show(lessons[0]!, student)).status).toBe(200);
    await school.owner.send('PATCH', `/api/v1/members/${student.id}`, { product_ids: [] });
    expect((await show(lessons[0]!, student)).status).toBe(403);
  });
});

test('an uploaded file opens for members with the course, and not by a copied path', async () => {
  const product = await school.product();
  const { lessons } = await courseWith(school, { products: [product], lessons: [1] });
  const content = Buffer.from('%PDF-1.4 luz');
  const announced = await school.owner.post('/api/v1/uploads', {
    filename: 'luz.pdf',
    size: content.length,
    use: 'lesson_file',
  });
  const { path, url } = announced.body.data;
  await school.owner.send('PUT', new URL(url).pathname, content, {
    headers: { 'content-type': 'application/octet-stream' },
  });
  await patch(lessons[0]!, { files: [{ name: 'luz.pdf', path }] });
  const student = await school.join(['student'], [product]);
  const { files } = (await show(lessons[0]!, student)).body.data;
  expect((await student.get(files[0].url)).status).toBe(200);
  expect((await student.get(path)).status).toBe(404);
  expect(files[0].size).toBe(content.length);
});

describe('the next lesson of a course', () => {
  test('continues in the next module', async () => {
    const { lessons } = await courseWith(school, { lessons: [2, 0, 1] });
    const [a, b, c] = lessons as [number, number, number];
    const around = async (id: number) => {
      const { previous, next } = (await show(id)).body.data;
      return [previous?.id ?? null, next?.id ?? null];
    };
    expect(await around(a)).toEqual([null, b]);
    expect(await around(b)).toEqual([a, c]);
    expect(await around(c)).toEqual([b, null]);
  });

  test('in a course of 1,200 lessons takes one statement, as in a course of two', async () => {
    const short = await courseWith(school, { lessons: [2] });
    const long = await courseWith(school, { lessons: Array.from({ length: 30 }, () => 0) });
    await school.transaction(async ({ db }) => {
      const rows = Array.from({ length: 1200 }, (_, at) => ({
        course_id: long.id,
        module_id: long.modules[at % 30]!.id,
        position: at,
        title: `Aula ${at}`,
      }));
      await db.insertInto('lessons').values(rows).execute();
    });
    const list = (await school.owner.get(`/api/v1/courses/${long.id}`)).body.data.modules;
    expect(list).toHaveLength(30);
    const last = list.at(-1).lessons.at(-1).id;

    await show(last); // what all share is kept from the first reader on
    await show(short.lessons[0]!);
    const statementCount = await countStatements(async () => {
      const { body } = await show(last);
      expect(body.data.modules.flatMap((module: { lessons: [] }) => module.lessons)).toHaveLength(
        1200,
      );
    });
    expect(statementCount).toBe(1);
    expect(await countStatements(() => show(short.lessons[0]!))).toBe(1);
    expect(await countStatements(() => school.owner.get(`/api/v1/courses/${long.id}`))).toBe(1);
  });
});

describe('likes', () => {
  test('count once for each person, in concurrent requests too', async () => {
    const product = await school.product();
    const { lessons } = await courseWith(school, { products: [product] });
    const student = await school.join(['student'], [product]);
    const path = `/api/v1/lessons/${lessons[0]}/like`;
    const answers = await Promise.all([...'ABCDEFGH'].map(() => student.send('PUT', path)));
    expect(statuses(answers)).toEqual({ 200: 8 });
    expect((await school.owner.send('PUT', path)).body).toEqual({
      data: { likes: 2, liked: true },
    });
    expect((await show(lessons[0]!, student)).body.data).toMatchObject({ likes: 2, liked: true });
    await student.send('PUT', `/api/v1/lessons/${lessons[1]}/like`);
    for (let time = 1; time <= 2; time += 1)
      expect((await student.send('DELETE', path)).body).toEqual({
        data: { likes: 1, liked: false },
      });
    expect((await show(lessons[0]!, student)).body.data).toMatchObject({ likes: 1, liked: false });
    expect((await show(lessons[1]!, student)).body.data).toMatchObject({ likes: 1, liked: true });
  });
});

/** Counts the statements about courses, modules and lessons. */
async function countStatements(work: () => Promise<unknown>) {
  const send = pg.Client.prototype.query as (...all: unknown[]) => unknown;
  let count = 0;
  pg.Client.prototype.query = function counted(this: unknown, ...all: unknown[]) {
    const [first] = all as [string | { text: string }];
    if (/\b(courses|modules|lessons)\b/.test(typeof first === 'string' ? first : first.text))
      count += 1;
    return send.apply(this, all);
  } as never;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = send as never;
  }
  return count;
}

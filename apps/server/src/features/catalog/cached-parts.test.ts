import type { Course } from '@vitrine/contract/catalog';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith, fileFor } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';

// Servers cache the shared part of courses and lessons. Two servers here have cached it. A third
// one without any cache gives the expected answer.

const [world, second, fresh] = [await openWorld(), await openWorld(), await openWorld()];
const worlds = { first: world, second, fresh };

let school: TestSchool;
let product: number;
let other: number;
let course: Awaited<ReturnType<typeof courseWith>>;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  [product, other] = [await school.product('Plano Luz'), await school.product('Plano Sombra')];
  course = await courseWith(school, { products: [product], lessons: [2, 2] });
  student = await school.join(['student'], [product]);
});

const lesson = () => course.lessons[1]!;
const paths = () => [
  `/api/v1/lessons/${lesson()}`,
  `/api/v1/courses/${course.id}`,
  `/api/v1/modules/${course.modules[0]!.id}`,
];

async function read(server: keyof typeof worlds, person: Pick<Person, 'cookie'> = student) {
  const answers = [];
  for (const url of paths()) {
    const headers = { host: school.host, cookie: person.cookie };
    const { statusCode, body } = await worlds[server].app.inject({ url, headers });
    answers.push({ url, statusCode, body: JSON.parse(body) as { data: object } });
  }
  return answers;
}

const inSchool = (work: Parameters<typeof world.platform.database.transaction<unknown>>[1]) =>
  school.transaction(work);

const changes: Record<string, () => Promise<unknown>> = {
  'the lesson renamed': () => patch(`lessons/${lesson()}`, { title: 'Sombra' }),
  'its text written anew': () => patch(`lessons/${lesson()}`, { content: '<p>Sombra</p>' }),
  'a neighbour renamed': () => patch(`lessons/${course.lessons[2]}`, { title: 'Sombra' }),
  'a lesson moved to another module': () =>
    patch(`lessons/${course.lessons[0]}`, { module_id: course.modules[1]!.id }),
  'lessons in another order': () =>
    patch(`modules/${course.modules[0]!.id}`, {
      lesson_ids: course.modules[0]!.lessons.toReversed(),
    }),
  'a lesson added': () =>
    school.owner.post(`/api/v1/modules/${course.modules[0]!.id}/lessons`, { title: 'Mais' }),
  'a lesson removed': () => school.owner.send('DELETE', `/api/v1/lessons/${course.lessons[0]}`),
  'this lesson removed': () => school.owner.send('DELETE', `/api/v1/lessons/${lesson()}`),
  'the module renamed': () => patch(`modules/${course.modules[0]!.id}`, { title: 'Luz dura' }),
  'modules in another order': () =>
    patch(`courses/${course.id}`, {
      module_ids: course.modules.map(({ id }) => id).toReversed(),
    }),
  'the course renamed': () => patch(`courses/${course.id}`, { title: 'Retrato' }),
  'the course described': () => patch(`courses/${course.id}`, { description: 'Com luz' }),
  'the course taken out of the product': () =>
    patch(`courses/${course.id}`, { product_ids: [other] }),
  'the course taken out of every product': () => patch(`courses/${course.id}`, { product_ids: [] }),
  'the product switched off': () => patch(`products/${product}`, { status: 'inactive' }),
  'the product taken from the student': () =>
    inSchool(({ db }) =>
      db.deleteFrom('member_products').where('member_id', '=', student.id).execute(),
    ),
  'a file handed out': async () => {
    const path = await fileFor(world, school, 'lesson_file');
    return patch(`lessons/${lesson()}`, { files: [{ name: 'Exercícios', path }] });
  },
  'captions written by a job': () =>
    inSchool(({ db }) =>
      db
        .insertInto('lesson_captions')
        .values({ lesson_id: lesson(), language: 'pt', position: 1, path: 'https://a.co/a.vtt' })
        .execute(),
    ),
  'a marquee for the product': () =>
    school.owner.post('/api/auth/marquee/create', {
      product_id: product,
      text: 'Turma nova',
      url: null,
      timer: 30,
    }),
  'a lesson begun': () =>
    student.send('PUT', `/api/v1/lessons/${course.lessons[0]}/progress`, { seconds: 12 }),
  'this lesson finished': () =>
    student.send('PUT', `/api/v1/lessons/${lesson()}/progress`, { finished: true }),
  'the lesson liked': () => student.send('PUT', `/api/v1/lessons/${lesson()}/like`),
};

const patch = (path: string, body: object) => school.owner.send('PATCH', `/api/v1/${path}`, body);

describe('the cache of a course', () => {
  test.each(Object.keys(changes))('is not shown after %s', async (change) => {
    const before = await read('first');
    expect(await read('second')).toEqual(before);
    const answer = (await changes[change]!()) as { status?: number } | undefined;
    expect(answer?.status ?? 200).toBeLessThan(300);
    const right = await read('fresh');
    expect(right).not.toEqual(before);
    expect(await read('second')).toEqual(right);
    expect(await read('first')).toEqual(right);
  });

  test('is separate for staff, students with access and students without', async () => {
    const stranger = await school.join(['student'], [other]);
    for (const _ of [1, 2]) {
      expect((await read('first', school.owner)).map(({ statusCode }) => statusCode)).toEqual([
        200, 200, 200,
      ]);
      const [staffs, own, locked] = [
        await read('first', school.owner),
        await read('first', student),
        await read('first', stranger),
      ];
      expect((staffs[1]!.body.data as Course).product_ids).toEqual([product]);
      expect((own[1]!.body.data as Course).product_ids).toBeNull();
      expect(own.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      expect(locked.map(({ statusCode }) => statusCode)).toEqual([403, 200, 200]);
      expect((locked[1]!.body.data as Course).locked).toBe(true);
    }
    await inSchool(({ db }) =>
      db
        .insertInto('member_products')
        .values({ member_id: stranger.id, product_id: product })
        .execute(),
    );
    for (const server of ['first', 'second'] as const)
      expect(await read(server, stranger)).toEqual(await read(server, student));
  });

  test('never holds the progress of another student', async () => {
    const classmate = await school.join(['student'], [product]);
    const untouched = await read('first', classmate);
    for (const id of course.lessons)
      await student.send('PUT', `/api/v1/lessons/${id}/progress`, { finished: true });
    const [own] = await read('first');
    expect(own!.body.data).toMatchObject({ finished: true, course: { progress: 100 } });
    expect(await read('first', classmate)).toEqual(untouched);
  });

  test('never holds content of another school with the same ids', async () => {
    await read('first');
    const neighbour = await world.school();
    const guest = await neighbour.join();
    for (const url of paths()) expect((await guest.get(url)).status).toBe(404);
    expect((await read('first')).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { carouselCalls } from '../../../test/carousels.ts';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { cardsOf, home, rowOf, showBlocked, watch } from '../../../test/home.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
let course: Awaited<ReturnType<typeof courseWith>>;
beforeEach(async () => {
  school = await world.school();
  product = await school.product('Plano Estúdio');
  course = await courseWith(school, { products: [product], lessons: [2, 1] });
});

const { createCarousel, publish } = carouselCalls(() => ({ school, course }));
const row = (title: string, overrides: object = {}) => createCarousel({ title, ...overrides });

describe('the place to continue', () => {
  let student: Person;
  beforeEach(async () => {
    student = await school.join(['student'], [product]);
    for (const { id } of (await home(school.owner)).carousels) await publish(id, 1);
  });

  test('is the lesson last touched, its module and its course', async () => {
    await watch(student, course.lessons[1], { seconds: 45 });
    const { continue: going } = await home(student);
    expect(going).toEqual([
      {
        course_id: course.id,
        module_id: course.modules[0]!.id,
        lesson_id: course.lessons[1],
        title: 'Aula 1.2',
        cover: null,
        percent: 0,
        seconds: 45,
      },
    ]);
    expect(await cardsOf(student, '5')).toEqual(['Fotografia']);
    expect(await cardsOf(student, '6')).toEqual(['Módulo 1']);
    expect((await rowOf(student, '7'))!.carousel_item).toMatchObject([
      { title: 'Aula 1.2', carouselItemId: null, class: { seconds: 45, progress: 50 } },
    ]);
  });

  test('is never whole before its lesson is finished', async () => {
    const progress = async () =>
      (await rowOf(student, '7'))!.carousel_item.map((card) => card.class!.progress);
    await watch(student, course.lessons[0], { seconds: 90 });
    expect(await progress()).toEqual([99]);
  });

  test('is the next unfinished lesson, and none once all lessons are finished', async () => {
    const [first, second, third] = course.lessons;
    await watch(student, second, { finished: true });
    expect((await home(student)).continue).toMatchObject([{ lesson_id: third, percent: 33 }]);
    expect(await cardsOf(student, '6')).toEqual(['Módulo 2']);
    await watch(student, third, { finished: true });
    expect((await home(student)).continue).toMatchObject([{ lesson_id: first, percent: 67 }]);
    await watch(student, first, { finished: true });
    expect((await home(student)).continue).toEqual([]);
    expect(await rowOf(student, '7')).toBeUndefined();
    expect(await rowOf(student, '8')).toMatchObject({
      carousel_item: [{ course: { progress: 100 } }],
    });
  });

  test('is the next unstarted course of the student, in place of the last finished one', async () => {
    const finish = async (lessons: number[], person = student) => {
      for (const lesson of lessons) await watch(person, lesson, { finished: true });
    };
    const createCourse = (title: string, products = [product]) =>
      courseWith(school, { title, products });
    const other = await createCourse('De outro', [await school.product()]);
    const empty = await courseWith(school, { title: 'Vazio', products: [product], lessons: [0] });
    const [begun, draft, next] = [
      await createCourse('Luz'),
      await createCourse('Rascunho'),
      await createCourse('Cor'),
    ];
    const { version } = (await school.owner.get(`/api/v1/courses/${draft.id}`)).body.data;
    await school.owner.send('PATCH', `/api/v1/courses/${draft.id}`, { published: 0, version });
    await watch(student, begun.lessons[0]);
    await finish(course.lessons);
    expect((await home(student)).continue).toEqual([
      {
        course_id: next.id,
        module_id: next.modules[0]!.id,
        lesson_id: next.lessons[0],
        title: 'Aula 1.1',
        cover: null,
        percent: 0,
        seconds: 0,
      },
      expect.objectContaining({ course_id: begun.id }),
    ]);
    // The call of one carousel answers the same cards.
    const lessonsToContinueOf = async (person: Person) => {
      const { id } = (await rowOf(person, '5'))!;
      const { carousel_item } = (await person.get(`/api/auth/home/get-carousel/${id}`)).body.data;
      return (carousel_item as { id: number }[]).map((card) => card.id);
    };
    for (const type of ['5', '6', '7']) {
      const { id, carousel_item } = (await rowOf(student, type))!;
      const shown = (await student.get(`/api/auth/home/get-carousel/${id}`)).body.data;
      expect(carousel_item).toHaveLength(2);
      expect(shown.carousel_item).toEqual(carousel_item);
    }

    const third = await school.join(['student'], [product]);
    await finish(begun.lessons, third);
    const [following] = (await home(third)).continue;
    expect(following).toMatchObject({ course_id: next.id });
    expect(await lessonsToContinueOf(third)).toEqual([next.id]);

    // After the last course, the first one follows. Each course comes once.
    const another = await school.join(['student'], [product]);
    await finish(next.lessons, another);
    expect((await home(another)).continue).toMatchObject([{ course_id: course.id }]);
    expect([other.id, empty.id]).not.toContain((await home(another)).continue[0]!.course_id);
    await finish([...course.lessons, ...begun.lessons], another);
    expect((await home(another)).continue).toEqual([]);
  });

  test('puts the course touched last first', async () => {
    const other = await courseWith(school, { title: 'Retrato', products: [product] });
    await watch(student, course.lessons[0]);
    await watch(student, other.lessons[0]);
    expect(await cardsOf(student, '5')).toEqual(['Retrato', 'Fotografia']);
    await watch(student, course.lessons[0]);
    expect(await cardsOf(student, '5')).toEqual(['Fotografia', 'Retrato']);
  });

  test('is none in a course that has been closed', async () => {
    await watch(student, course.lessons[0]);
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    expect((await home(student)).continue).toEqual([]);
    expect(await rowOf(student, '5')).toBeUndefined();
  });

  test('gives each member of an audience their own place, and both the current title', async () => {
    const other = await school.join(['student'], [product]);
    const seconds = async (person: Person) => [
      (await home(person)).continue.map((going) => going.seconds),
      (await rowOf(person, '7'))!.carousel_item.map((card) => card.class!.seconds),
    ];
    await watch(student, course.lessons[0], { seconds: 45 });
    await watch(other, course.lessons[0], { seconds: 10 });
    expect(await seconds(student)).toEqual([[45], [45]]);
    expect(await seconds(other)).toEqual([[10], [10]]);

    const lesson = `/api/v1/lessons/${course.lessons[0]}`;
    const { version } = (await school.owner.get(lesson)).body.data;
    await school.owner.send('PATCH', lesson, { title: 'Luz e sombra', version });
    for (const person of [student, other]) {
      expect((await home(person)).continue).toMatchObject([{ title: 'Luz e sombra' }]);
      expect(await cardsOf(person, '7')).toEqual(['Luz e sombra']);
    }
    await school.owner.send('DELETE', lesson);
    expect(await rowOf(other, '7')).toBeUndefined();
    expect((await home(student)).continue).toEqual([]);
  });

  test('is the same in the call of one carousel, beside what classmates have finished and kept', async () => {
    await row('Cursos');
    await row('Módulos', { type: '2', type_content: 'getCourseModules' });
    await row('Aulas', { type: '3', custom: 0, content: [course.modules[0]!.id] });
    const [middle] = [
      await courseWith(school, { title: 'Retrato', products: [product] }),
      await courseWith(school, { title: 'Cor', products: [product] }),
    ];
    const [first, second, third] = course.lessons;
    const whole = { finished: true };
    const acts: [lesson: number | undefined, progress: object][][] = [
      [[first, { seconds: 45 }]],
      [[first, whole]],
      [[second, { seconds: 10 }]],
      [[second, whole]],
      [first, second, third].map((lesson) => [lesson, whole]),
      middle.lessons.map((lesson) => [lesson, whole]),
    ];
    const readers: Person[] = [];
    for (const act of acts) {
      const reader = await school.join(['student'], [product]);
      for (const [lesson, progress] of act) await watch(reader, lesson, progress);
      readers.push(reader);
    }
    for (const thing of [
      `course/${course.id}`,
      `module/${course.modules[0]!.id}`,
      `lesson/${first}`,
    ])
      await readers[0]!.send('PUT', `/api/v1/favorites/${thing}`);
    await school.owner.send('PATCH', `/api/v1/lessons/${second}`, { published: 0 });
    for (const reader of readers) {
      const { carousels } = await home(reader);
      expect(carousels.length).toBeGreaterThan(5);
      for (const { id, title, carousel_item } of carousels) {
        const { body } = await reader.get(`/api/auth/home/get-carousel/${id}`);
        expect({ title, cards: body.data.carousel_item }).toEqual({ title, cards: carousel_item });
      }
    }
  });

  test('is right for eight concurrent requests before anything is cached', async () => {
    const eight = await Promise.all(
      Array.from({ length: 8 }, () => school.join(['student'], [product])),
    );
    await Promise.all(
      eight.map((person, index) => watch(person, course.lessons[index % 3], { seconds: index })),
    );
    const pages = await Promise.all(eight.map((person) => home(person)));
    expect(pages.map((page) => page.continue)).toMatchObject(
      eight.map((_, index) => [{ lesson_id: course.lessons[index % 3], seconds: index }]),
    );
  });
});

describe('Em alta', () => {
  /** Moves all views of the course into the past. */
  const datedBack = (courseId: number, days: number) =>
    school.transaction(({ db }) =>
      db
        .updateTable('lesson_progress')
        .set({ updated_at: new Date(Date.now() - days * 86_400_000) })
        .where('course_id', '=', courseId)
        .execute(),
    );

  test('is by how many watched a course, at once, each counted once', async () => {
    const other = await courseWith(school, { title: 'Retrato', products: [product] });
    const [one, two] = [
      await school.join(['student'], [product]),
      await school.join(['student'], [product]),
    ];
    for (const lesson of course.lessons) await watch(one, lesson);
    expect(await cardsOf(two, '8')).toEqual(['Fotografia']);
    await watch(one, other.lessons[0]);
    await watch(two, other.lessons[0]);
    expect(await cardsOf(two, '8')).toEqual(['Retrato', 'Fotografia']);
  });

  test('counts the last 14 days, and removes older rows', async () => {
    const other = await courseWith(school, { title: 'Retrato', products: [product] });
    const one = await school.join(['student'], [product]);
    await watch(one, course.lessons[0]);
    await watch(await school.join(['student'], [product]), course.lessons[0]);
    await watch(one, other.lessons[0]);
    await datedBack(course.id, 13.9);
    expect(await cardsOf(one, '8')).toEqual(['Fotografia', 'Retrato']);
    await datedBack(course.id, 14.1);
    expect(await cardsOf(one, '8')).toEqual(['Retrato']);
    const left = () =>
      school.transaction(({ db }) =>
        db
          .selectFrom('course_trends')
          .select(['course_id', 'watchers'])
          .orderBy('course_id')
          .execute(),
      );
    await expect.poll(left).toEqual([
      { course_id: course.id, watchers: 0 },
      { course_id: other.id, watchers: 1 },
    ]);
    await watch(one, course.lessons[0]);
    expect(await cardsOf(one, '8')).toEqual(['Fotografia', 'Retrato']);
  });

  test('counts eight who start at once, and drops removed members', async () => {
    const people = await Promise.all(
      [...'12345678'].map(() => school.join(['student'], [product])),
    );
    const watchers = async () =>
      (
        await school.transaction(({ db }) =>
          db.selectFrom('course_trends').select('watchers').execute(),
        )
      )[0]!.watchers;
    await Promise.all(people.map((person) => watch(person, course.lessons[0])));
    expect(await watchers()).toBe(8);
    await school.owner.send('DELETE', `/api/v1/members/${people[0]!.id}`);
    expect(await watchers()).toBe(7);
    await school.owner.send('DELETE', `/api/v1/lessons/${course.lessons[0]}`);
    expect(await watchers()).toBe(0);
  });
});

test('Minha lista is the reader’s own favourites, newest first, marked on every card', async () => {
  await row('Para aprender do zero');
  const student = await school.join(['student'], [product]);
  await student.send('PUT', `/api/v1/favorites/course/${course.id}`);
  await student.send('PUT', `/api/v1/favorites/lesson/${course.lessons[0]}`);
  expect(await cardsOf(student, '9')).toEqual(['Aula 1.1', 'Fotografia']);
  expect((await rowOf(student, '1'))!.carousel_item).toMatchObject([{ favorite: true }]);
  expect(await cardsOf(await school.join(['student'], [product]), '9')).toEqual([]);
});

test('Minha lista shows forty cards, the newest ones', async () => {
  const long = await courseWith(school, { title: 'Longo', products: [product], lessons: [41] });
  const student = await school.join(['student'], [product]);
  for (const lesson of long.lessons)
    await student.send('PUT', `/api/v1/favorites/lesson/${lesson}`);
  const cards = await cardsOf(student, '9');
  expect(cards).toEqual(Array.from({ length: 40 }, (_, index) => `Aula 1.${41 - index}`));
});

test('Minha lista keeps closed content as locked while blocked content is on', async () => {
  await row('Para aprender do zero');
  const student = await school.join(['student'], [product]);
  await student.send('PUT', `/api/v1/favorites/module/${course.modules[0]!.id}`);
  expect((await rowOf(student, '9'))!.carousel_item).toMatchObject([
    { title: 'Módulo 1', locked: false, products: [], favorite: true },
  ]);
  await school.owner.send('PATCH', `/api/v1/members/${student.id}`, { product_ids: [] });
  await showBlocked(school, 1);
  expect((await rowOf(student, '9'))!.carousel_item).toMatchObject([
    { title: 'Módulo 1', locked: true, products: ['Plano Estúdio'], favorite: true },
  ]);
  await showBlocked(school, 0);
  expect(await cardsOf(student, '9')).toEqual([]);
});

import type { CarouselWithItems } from '@vitrine/contract/carousels';
import { home as routes, Home } from '@vitrine/contract/home';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { beforeEach, describe, expect, inject, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();
const carousel = '/api/auth/config/plataforma/carrossel';

let school: TestSchool;
let product: number;
let course: Awaited<ReturnType<typeof courseWith>>;
beforeEach(async () => {
  school = await world.school();
  product = await school.product('Plano Estúdio');
  course = await courseWith(school, { products: [product], lessons: [2, 1] });
});

type Reader = Pick<Person, 'get'>;

const home = async (person: Reader): Promise<Home> => (await person.get('/api/v1/home')).body.data;
const titles = async (person: Reader) => (await home(person)).carousels.map(({ title }) => title);
const rowOf = async (person: Reader, type: string): Promise<CarouselWithItems | undefined> =>
  (await home(person)).carousels.find((row) => row.type === type);
const cardsOf = async (person: Reader, type: string) =>
  (await rowOf(person, type))?.carousel_item.map(({ title }) => title) ?? [];
const row = async (title: string, overrides: object = {}): Promise<number> =>
  (
    await school.owner.post(`${carousel}/create`, {
      title,
      type: '1',
      content: [course.id],
      ...overrides,
    })
  ).body[2].data.id;
const publish = (id: number, published: 0 | 1) =>
  school.owner.send('PUT', `/api/v1/carousels/${id}/published`, { published });
const showBlocked = (show_all_content: 0 | 1) =>
  school.owner.post('/api/auth/config/plataforma/show-all-content', { show_all_content });
const watch = (person: Person, lesson: number | undefined, progress: object = { seconds: 30 }) =>
  person.send('PUT', `/api/v1/lessons/${lesson}/progress`, progress);
const openShowcase = async (showcase: boolean) => {
  await school.transaction(({ db }) =>
    db.updateTable('platform_settings').set({ showcase }).execute(),
  );
  await expect
    .poll(async () => (await school.visitor.get('/api/v1/home')).status)
    .toBe(showcase ? 200 : 401);
};

test('a client that accepts gzip gets the answer compressed, any other client uncompressed', async () => {
  await row('Luz </script> e sombra');
  const student = await school.join(['student'], [product]);
  await watch(student, course.lessons[0]);
  const requestHome = (encoding: string) =>
    world.app.inject({
      url: '/api/v1/home',
      headers: { host: school.host, cookie: student.cookie, 'accept-encoding': encoding },
    });
  const plain = await requestHome('identity');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(Home.parse(plain.json().data).carousels).not.toHaveLength(0);
  const packed = await requestHome('gzip, br');
  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
  });
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(plain.json());
});

describe('a row on the home page', () => {
  test('opens to a student who holds a product of its course', async () => {
    await row('Para aprender do zero', { description: 'Escolhas da semana' });
    const student = await school.join(['student'], [product]);
    expect(await rowOf(student, '1')).toMatchObject({
      title: 'Para aprender do zero',
      description: 'Escolhas da semana',
      published: 1,
      content: [],
      carousel_item: [
        {
          id: course.id,
          title: 'Fotografia',
          locked: false,
          products: [],
          favorite: false,
          course: { id: course.id, lessons_count: 3, progress: 0 },
        },
      ],
    });
  });

  test('is locked, with what would open it, for a student without products', async () => {
    await row('Aulas', { type: '3', content: course.lessons });
    const student = await school.join();
    const [card] = (await rowOf(student, '3'))!.carousel_item;
    expect(card).toMatchObject({
      locked: true,
      products: ['Plano Estúdio'],
      class: { duration_seconds: null, seconds: 0, progress: 0 },
    });
  });

  test('is locked by a product that is inactive, which is not named', async () => {
    await row('Para aprender do zero');
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    const student = await school.join(['student'], [product]);
    expect((await rowOf(student, '1'))!.carousel_item).toMatchObject([
      { locked: true, products: [] },
    ]);
  });

  test('holds nothing locked, and is hidden when empty, while blocked content is off', async () => {
    const open = await courseWith(school, { title: 'Retrato', products: [await school.product()] });
    await row('Fechada');
    await row('Meio aberta', { content: [course.id, open.id] });
    await showBlocked(0);
    const held = (
      await school.transaction(({ db }) =>
        db
          .selectFrom('course_products')
          .select('product_id')
          .where('course_id', '=', open.id)
          .execute(),
      )
    )[0]!.product_id;
    const student = await school.join(['student'], [held]);
    expect(await titles(student)).toEqual(['Meio aberta']);
    expect(await cardsOf(student, '1')).toEqual(['Retrato']);
    expect(await titles(school.owner)).toContain('Fechada');
  });

  test('holds what no product opens for staff alone', async () => {
    const draft = await courseWith(school, { title: 'Rascunho' });
    await row('Em breve', { content: [draft.id] });
    expect(await titles(await school.join(['student'], [product]))).not.toContain('Em breve');
    const instructor = await school.join(['instructor']);
    expect((await rowOf(instructor, '1'))!.carousel_item).toMatchObject([{ locked: false }]);
  });

  test('shows unpublished to staff only', async () => {
    await publish(await row('Escondida'), 0);
    expect(await titles(await school.join(['student'], [product]))).not.toContain('Escondida');
    expect(await rowOf(await school.join(['moderator']), '1')).toMatchObject({
      title: 'Escondida',
      published: 0,
    });
  });

  test('shows its first forty cards', async () => {
    const long = await courseWith(school, { title: 'Longo', lessons: [45] });
    await row('Longa', {
      type: '3',
      type_content: 'getModuleClasses',
      content: [long.modules[0]!.id],
    });
    const cards = await cardsOf(school.owner, '3');
    expect(cards).toEqual(Array.from({ length: 40 }, (_, index) => `Aula 1.${index + 1}`));
  });
});

test('a school without carousels shows the courses that the reader may know of', async () => {
  const newer = await courseWith(school, { title: 'Retrato', products: [await school.product()] });
  await courseWith(school, { title: 'Rascunho' });
  const student = await school.join(['student'], [product]);
  expect((await home(student)).courses).toMatchObject([
    { id: newer.id, locked: true, course: { title: 'Retrato' } },
    { id: course.id, locked: false, course: { title: 'Fotografia' } },
  ]);
  const id = await row('Para aprender do zero');
  expect((await home(student)).courses).toEqual([]);
  await publish(id, 0);
  expect((await home(student)).courses).toEqual([]);
});

describe('the rows', () => {
  test('show the latest first, then in the order of staff', async () => {
    await row('Primeira');
    await row('Segunda');
    const student = await school.join(['student'], [product]);
    expect(await titles(student)).toEqual(['Segunda', 'Primeira']);
    const { body: stored } = await school.owner.get(`/api/auth/home/carousels/${school.id}`);
    await school.owner.post(`${carousel}/orderCarrossel`, {
      newOrdenation: stored.map(({ id }: { id: number }) => id).toReversed(),
    });
    expect(await titles(student)).toEqual(['Primeira', 'Segunda']);
  });

  test('of the system show once they have content, and always for staff', async () => {
    expect(await titles(await school.join(['student'], [product]))).toEqual([]);
    expect(await titles(school.owner)).toEqual([
      'Continuar assistindo',
      'Continuar cursos',
      'Continuar módulos',
      'Em alta',
      'Minha lista',
    ]);
  });
});

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
  await showBlocked(1);
  expect((await rowOf(student, '9'))!.carousel_item).toMatchObject([
    { title: 'Módulo 1', locked: true, products: ['Plano Estúdio'], favorite: true },
  ]);
  await showBlocked(0);
  expect(await cardsOf(student, '9')).toEqual([]);
});

describe('the cache of a server', () => {
  test('is kept in each language: readers of the same products each get their own', async () => {
    for (const { id } of (await home(school.owner)).carousels) await publish(id, 1);
    const readers = await Promise.all(
      ['pt', 'en', 'es'].map(async (language) => {
        const person = await school.join(['student'], [product]);
        const headers = { cookie: `${person.cookie}; language=${language}` };
        const titlesRead = async () => {
          const { body } = await person.send('GET', '/api/v1/home', undefined, { headers });
          return (body.data as Home).carousels.map(({ title }) => title);
        };
        return { person, titlesRead };
      }),
    );
    await watch(readers[0]!.person, course.lessons[0]);
    for (let time = 0; time < 2; time += 1) {
      const read = [];
      for (const { titlesRead } of readers) read.push((await titlesRead()).at(-1));
      expect(read).toEqual(['Em alta', 'Trending', 'Tendencias']);
    }
  });

  test('drops removed content, in a school without a stored version', async () => {
    const removed = await row('Já vai');
    await school.transaction(({ db }) => db.deleteFrom('showcase_versions').execute());
    expect(await titles(school.owner)).toContain('Já vai');
    const path = `${carousel}/delete/${school.id}/${removed}`;
    expect((await school.owner.send('DELETE', path)).status).toBe(200);
    expect(await titles(school.owner)).not.toContain('Já vai');
  });

  test('is not used after a dump was restored', async () => {
    const id = await row('Antes');
    const dumped = await school.transaction(({ db }) =>
      db.selectFrom('showcase_versions').select('version').executeTakeFirstOrThrow(),
    );
    const rename = (title: string) =>
      school.owner.post(`${carousel}/update/${id}`, { title, type: '1', content: [course.id] });
    await rename('Depois');
    expect(await titles(school.owner)).toContain('Depois');
    const restore = new pg.Client({ connectionString: inject('databaseUrl') });
    await restore.connect();
    await restore.query('SET session_replication_role = replica');
    await restore.query('UPDATE showcase_versions SET version = $2 WHERE tenant_id = $1', [
      school.id,
      dumped.version,
    ]);
    await restore.end();
    await rename('Restaurado');
    expect(await titles(school.owner)).toContain('Restaurado');
  });
});

describe('a visitor', () => {
  test('is asked to sign in while the showcase is closed', async () => {
    await row('Para aprender do zero');
    expect((await school.visitor.get('/api/v1/home')).status).toBe(401);
  });

  test('sees everything locked, and no personal content, while it is open', async () => {
    await row('Para aprender do zero');
    const student = await school.join(['student'], [product]);
    await watch(student, course.lessons[0]);
    await student.send('PUT', `/api/v1/favorites/course/${course.id}`);
    await openShowcase(true);
    const page = await home(school.visitor);
    expect(page.continue).toEqual([]);
    expect(page.carousels.map(({ title }) => title)).toEqual(['Para aprender do zero', 'Em alta']);
    for (const { carousel_item: cards } of page.carousels)
      expect(cards).toMatchObject([
        { locked: true, favorite: false, products: ['Plano Estúdio'], course: { progress: 0 } },
      ]);
    await openShowcase(false);
  });

  test('sees nothing of what the school hides from whoever cannot open it', async () => {
    await row('Para aprender do zero');
    await showBlocked(0);
    await openShowcase(true);
    expect((await home(school.visitor)).carousels).toEqual([]);
  });
});

test('the neighbour school has a home of its own', async () => {
  await row('Para aprender do zero');
  const neighbour = await world.school();
  expect(await titles(neighbour.owner)).not.toContain('Para aprender do zero');
  const answer = await neighbour.visitor.send('GET', '/api/v1/home', undefined, {
    headers: { cookie: school.owner.cookie },
  });
  expect(answer.status).toBe(401);
});

describe('the answer', () => {
  /** The contract's shape with strict objects, so that undeclared fields fail. */
  const closed = (schema: z.ZodMiniType): z.ZodMiniType => {
    if (schema instanceof z.ZodMiniObject)
      return z.strictObject(
        Object.fromEntries(
          Object.entries(schema.shape as Record<string, z.ZodMiniType>).map(([name, part]) => [
            name,
            closed(part),
          ]),
        ),
      );
    if (schema instanceof z.ZodMiniArray)
      return z.array(closed(schema.def.element as z.ZodMiniType));
    if (schema instanceof z.ZodMiniOptional)
      return z.optional(closed(schema.def.innerType as z.ZodMiniType));
    return schema;
  };

  test('has the fields of the contract and no others', async () => {
    await row('Cursos');
    await row('Módulos', { type: '2', type_content: 'getCourseModules' });
    await row('Aulas', { type: '3', content: course.lessons });
    const student = await school.join(['student'], [product]);
    await watch(student, course.lessons[0]);
    await student.send('PUT', `/api/v1/favorites/module/${course.modules[0]!.id}`);
    await openShowcase(true);
    for (const person of [school.owner, student, await school.join(), school.visitor]) {
      const { body } = await person.get('/api/v1/home');
      expect(closed(routes.show.answer!).safeParse(body).error).toBeUndefined();
    }
    expect(closed(routes.show.answer!).safeParse({ data: {} }).success).toBe(false);
  });

  test('takes one statement, viewer included, whatever its size', async () => {
    for (const title of ['Uma', 'Duas', 'Três']) await row(title);
    const student = await school.join(['student'], [product]);
    for (const lesson of course.lessons) await watch(student, lesson);
    const countQueries = async () => {
      const statements: string[] = [];
      const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
        this: pg.Client,
        ...given: unknown[]
      ) {
        const [text] = given as [string | { text: string }];
        statements.push(typeof text === 'string' ? text : text.text);
        return original.apply(this, given as never) as never;
      });
      expect((await student.get('/api/v1/home')).status).toBe(200);
      query.mockRestore();
      return statements.length;
    };
    // The first reader reads the shared part. Other tests of this process may run statements at the
    // same moment.
    await expect.poll(countQueries).toBe(1);
  });
  const original = pg.Client.prototype.query;
});

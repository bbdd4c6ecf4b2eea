import { home as routes, Home } from '@vitrine/contract/home';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { beforeEach, describe, expect, inject, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { base, carouselCalls } from '../../../test/carousels.ts';
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

const titles = async (reader: Pick<Person, 'get'>) =>
  (await home(reader)).carousels.map(({ title }) => title);
const { createCarousel, publish } = carouselCalls(() => ({ school, course }));
const row = (title: string, overrides: object = {}) => createCarousel({ title, ...overrides });
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
    await showBlocked(school, 0);
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
    await school.owner.post(`${base}/orderCarrossel`, {
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
    const path = `${base}/delete/${school.id}/${removed}`;
    expect((await school.owner.send('DELETE', path)).status).toBe(200);
    expect(await titles(school.owner)).not.toContain('Já vai');
  });

  test('is not used after a dump was restored', async () => {
    const id = await row('Antes');
    const dumped = await school.transaction(({ db }) =>
      db.selectFrom('showcase_versions').select('version').executeTakeFirstOrThrow(),
    );
    const rename = (title: string) =>
      school.owner.post(`${base}/update/${id}`, { title, type: '1', content: [course.id] });
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
    await showBlocked(school, 0);
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

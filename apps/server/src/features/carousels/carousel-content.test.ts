import { Carousel, CarouselItem } from '@vitrine/contract/carousels';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { base, carouselCalls } from '../../../test/carousels.ts';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';

const world = await openWorld();

let school: TestSchool;
let course: Awaited<ReturnType<typeof courseWith>>;
beforeEach(async () => {
  school = await world.school();
  course = await courseWith(school, { lessons: [2, 1] });
});
const { createCarousel, update, list, show, items, titles } = carouselCalls(() => ({
  school,
  course,
}));

describe('the content of a carousel', () => {
  test('loses a module that is taken away, although another one of its course stays', async () => {
    const [first, second] = course.modules.map(({ id }) => id);
    const id = await createCarousel({ type: '2', content: [first, second] });
    await update(id, { type: '2', content: [second] });
    expect(await titles(id)).toEqual(['Módulo 2']);
  });

  test('is courses, modules or lessons in the chosen order', async () => {
    const [first, second] = course.modules;
    expect(
      await titles(await createCarousel({ type: 2, content: [second!.id, first!.id] })),
    ).toEqual(['Módulo 2', 'Módulo 1']);
    const id = await createCarousel({ type: '3', content: course.lessons.toReversed() });
    expect(await titles(id)).toEqual(['Aula 2.1', 'Aula 1.2', 'Aula 1.1']);
    expect(await show(id)).toMatchObject({ type_content: 'onlyClasses', custom: 1 });
    expect((await items(id, '3'))[0]).toEqual({
      id: course.lessons[2],
      title: 'Aula 2.1',
      carouselItemId: expect.any(Number),
      locked: false,
      draft: false,
      cover: null,
      products: [],
      favorite: false,
      class: {
        id: course.lessons[2],
        title: 'Aula 2.1',
        module_id: second!.id,
        course_id: course.id,
        course_title: 'Fotografia',
        duration_seconds: 90,
        seconds: 0,
        progress: 0,
      },
    });
  });

  test('is the modules of courses, also those added later', async () => {
    const id = await createCarousel({ type: '2', type_content: 'getCourseModules' });
    expect(await show(id)).toMatchObject({ custom: 0, content: [course.id] });
    expect(await titles(id)).toEqual(['Módulo 1', 'Módulo 2']);
    await school.owner.post(`/api/v1/courses/${course.id}/modules`, { title: 'Módulo 3' });
    expect(await titles(id)).toEqual(['Módulo 1', 'Módulo 2', 'Módulo 3']);
    expect((await items(id, '2')).map(({ carouselItemId }) => carouselItemId)).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('is the lessons of modules, also those added later', async () => {
    const module = course.modules[1]!.id;
    const id = await createCarousel({ type: '3', custom: 0, content: [module] });
    expect(await show(id)).toMatchObject({ type_content: 'getModuleClasses', content: [module] });
    await school.owner.post(`/api/v1/modules/${module}/lessons`, { title: 'Mais uma' });
    expect(await titles(id)).toEqual(['Aula 2.1', 'Mais uma']);
  });

  test('is not put in the order of a former content, where a save adds to it meanwhile', async () => {
    const [first, second, third] = course.lessons;
    const id = await createCarousel({ type: '3', content: [first, second] });
    const former = (await items(id, '3')).map(({ carouselItemId }) => carouselItemId);
    const [answer] = await school.transaction(async (tx) => {
      await sql`UPDATE carousels SET version = version + 1 WHERE id = ${id}`.execute(tx.db);
      await sql`INSERT INTO carousel_items (carousel_id, position, course_id, module_id, lesson_id)
        SELECT ${id}, 3, course_id, module_id, id FROM lessons WHERE id = ${third}`.execute(tx.db);
      const running = school.owner.post(`${base}/orderItens`, {
        carousel_id: id,
        order: former.toReversed(),
        tenant_id: school.id,
      });
      await expectWaiting(tx, 1);
      return [running];
    });
    expect((await answer!).status).toBe(409);
    expect((await answer!).body.data).toHaveLength(3);
    expect(await titles(id)).toEqual(['Aula 1.1', 'Aula 1.2', 'Aula 2.1']);
  });

  test('is what eight saves and orders at once leave: one content in one order', async () => {
    const id = await createCarousel({ type: '3', content: course.lessons });
    const ids = (await items(id, '3')).map(({ carouselItemId }) => carouselItemId);
    const answers = await Promise.all(
      [...'12345678'].map((_, at) =>
        at % 2
          ? update(id, { type: '3', content: course.lessons.slice(at % 3) })
          : school.owner.post(`${base}/orderItens`, {
              carousel_id: id,
              order: ids.toReversed(),
              tenant_id: school.id,
            }),
      ),
    );
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    const positions = await school.transaction(({ db }) =>
      db
        .selectFrom('carousel_items')
        .select('position')
        .where('carousel_id', '=', id)
        .orderBy('position')
        .execute(),
    );
    expect(positions.map(({ position }) => position)).toEqual(positions.map((_, at) => at + 1));
  });

  test('is requested by its type: another type finds nothing', async () => {
    const id = await createCarousel();
    const path = (type: string) => `/api/auth/home/carousel-item/vertical/${type}/${id}`;
    expect((await school.owner.get(path('1'))).status).toBe(200);
    for (const type of ['2', '9']) expect((await school.owner.get(path(type))).status).toBe(404);
  });

  test('disappears with its deleted course, module or lesson', async () => {
    const id = await createCarousel({ type: '3', content: course.lessons });
    await school.owner.send('DELETE', `/api/v1/lessons/${course.lessons[0]}`);
    expect(await titles(id)).toEqual(['Aula 1.2', 'Aula 2.1']);
    await school.owner.send('DELETE', `/api/v1/courses/${course.id}`);
    expect(await titles(id)).toEqual([]);
  });

  test('keeps a lesson that moves to another module', async () => {
    const id = await createCarousel({ type: '3', content: course.lessons });
    const { status } = await school.owner.send('PATCH', `/api/v1/lessons/${course.lessons[0]}`, {
      module_id: course.modules[1]!.id,
    });
    expect(status).toBe(200);
    expect((await items(id, '3'))[0]!.class).toMatchObject({ module_id: course.modules[1]!.id });
  });
});

describe('the order', () => {
  /** The order of display: system carousels by type, others by title. */
  const titlesSeen = async () =>
    (await list()).toReversed().map(({ type, title }) => (Number(type) >= 5 ? type : title));

  test('of a new carousel is first, below the carousels to continue', async () => {
    expect(await titlesSeen()).toEqual(['7', '5', '6', '8', '9']);
    await createCarousel({ title: 'Primeiro' });
    await createCarousel({ title: 'Segundo' });
    expect(await titlesSeen()).toEqual(['7', '5', '6', 'Segundo', 'Primeiro', '8', '9']);
  });

  /** Makes a carousel that stands above all others, also above the carousels to continue. */
  async function createOnTop(title: string) {
    const first = await createCarousel({ title });
    const others = (await list()).map(({ id }) => id).filter((id) => id !== first);
    await school.owner.post(`${base}/orderCarrossel`, { newOrdenation: [...others, first] });
  }

  test('of a new carousel is above carousels that were moved over the carousels to continue', async () => {
    await createOnTop('Primeiro');
    await createCarousel({ title: 'Segundo' });
    expect(await titlesSeen()).toEqual(['Segundo', 'Primeiro', '7', '5', '6', '8', '9']);
  });

  test('of eight carousels that are made at once has a place for each', async () => {
    // A new one moves none of the others there, so no lock of their rows keeps two apart.
    await createOnTop('Primeiro');
    const made = await Promise.all(
      [...'ABCDEFGH'].map((letter) => createCarousel({ title: `Título ${letter}` })),
    );
    const { rows } = await school.transaction(({ db }) =>
      sql<{ position: number }>`
        SELECT position FROM carousels WHERE id = ANY (${made}::bigint[])`.execute(db),
    );
    expect(new Set(rows.map(({ position }) => position)).size).toBe(8);
  });

  test('of carousels is set by staff, and is saved', async () => {
    await createCarousel();
    const ids = (await list()).map(({ id }) => id).toReversed();
    const instructor = await school.join(['instructor']);
    const { status, body: answer } = await instructor.post(`${base}/orderCarrossel`, {
      tenant_id: school.id,
      newOrdenation: ids,
    });
    expect(status).toBe(200);
    expect(answer.slice(0, 2)).toEqual(['Ordem atualizada com sucesso.', 200]);
    expect((await list()).map(({ id }) => id)).toEqual(ids);
    expect(await school.auditEntries('carousels.order')).toMatchObject([
      { member_id: instructor.id },
    ]);
    const student = await school.join();
    expect((await student.post(`${base}/orderCarrossel`, { newOrdenation: ids })).status).toBe(403);
  });

  test('of carousels with a gap or a duplicate is 409 with the list, unknown 404', async () => {
    const ids = (await list()).map(({ id }) => id);
    const order = (newOrdenation: number[]) =>
      school.owner.post(`${base}/orderCarrossel`, { newOrdenation });
    for (const wrong of [ids.slice(1), [...ids, ids[0]!], []]) {
      const { status, body: answer } = await order(wrong);
      expect(status).toBe(409);
      expect(answer.data.map(({ id }: Carousel) => id)).toEqual(ids);
    }
    expect((await order([...ids.slice(1), 999_999])).status).toBe(404);
  });

  test('of items is saved; a gap is 409 with the list, an item of another carousel is 404', async () => {
    const id = await createCarousel({ type: '3', content: course.lessons });
    const other = await createCarousel({ type: '3', content: course.lessons });
    const { version } = await show(id);
    const own = (await items(id, '3')).map(({ carouselItemId }) => carouselItemId!);
    const [otherItem] = await items(other, '3');
    const order = (ids: number[]) =>
      school.owner.post(`${base}/orderItens`, { carousel_id: id, order: ids });
    expect((await order(own.toReversed())).body).toEqual({
      message: 'Ordem atualizada com sucesso.',
    });
    expect(await titles(id)).toEqual(['Aula 2.1', 'Aula 1.2', 'Aula 1.1']);
    // A form that was opened before holds the order of then.
    expect((await show(id)).version).toBe(version + 1);
    const gap = await order(own.slice(1));
    expect(gap.status).toBe(409);
    expect(gap.body.data).toHaveLength(3);
    expect((await order([...own.slice(1), otherItem!.carouselItemId!])).status).toBe(404);
    expect(
      (await school.owner.post(`${base}/orderItens`, { carousel_id: 999_999, order: own })).status,
    ).toBe(404);
  });

  test('of a list that follows its source cannot be set by hand', async () => {
    const id = await createCarousel({ type: '2', type_content: 'getCourseModules' });
    const { status, body: answer } = await school.owner.post(`${base}/orderItens`, {
      carousel_id: id,
      order: [],
    });
    expect(status).toBe(409);
    expect(answer.data.map(({ title }: CarouselItem) => title)).toEqual(['Módulo 1', 'Módulo 2']);
  });
});

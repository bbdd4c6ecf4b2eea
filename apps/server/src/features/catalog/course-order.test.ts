import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();
const courses = '/api/v1/courses';

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const show = async (id: number, person: Person = school.owner) => person.get(`${courses}/${id}`);
const patch = (path: string, body: unknown, person: Person = school.owner) =>
  person.send('PATCH', path, body);
const remove = (path: string, person: Person = school.owner) => person.send('DELETE', path);
const titles = (things: { title: string }[]) => things.map(({ title }) => title);

describe('the order of modules', () => {
  const order = (id: number, module_ids: unknown) => patch(`${courses}/${id}`, { module_ids });

  test('is saved, and a new module comes last', async () => {
    const { id, modules } = await courseWith(school, { lessons: [0, 0] });
    const [a, b] = modules.map((module) => module.id);
    expect(titles((await order(id, [b, a])).body.data.modules)).toEqual(['Módulo 2', 'Módulo 1']);
    await school.owner.post(`${courses}/${id}/modules`, { title: 'Bônus' });
    expect(titles((await show(id)).body.data.modules)).toEqual(['Módulo 2', 'Módulo 1', 'Bônus']);
  });

  test('with a gap or a duplicate is 409 with the list, and changes nothing else', async () => {
    const { id, modules } = await courseWith(school, { lessons: [0, 0] });
    const [a, b] = modules.map((module) => module.id);
    for (const wrong of [[a], [a, a, b], []]) {
      const { status, body } = await patch(`${courses}/${id}`, { title: 'x', module_ids: wrong });
      expect(status).toBe(409);
      expect(body.data.map((module: { id: number }) => module.id)).toEqual([a, b]);
    }
    expect((await show(id)).body.data).toMatchObject({ title: 'Fotografia', version: 1 });
  });

  test('with a module of another course is 404', async () => {
    const { id, modules } = await courseWith(school, { lessons: [0] });
    const other = await courseWith(school, { lessons: [0] });
    expect((await order(id, [modules[0]!.id, other.modules[0]!.id])).status).toBe(404);
  });

  test('of eight modules created at once has eight positions', async () => {
    const { id } = await courseWith(school, { lessons: [] });
    const answers = await Promise.all(
      [...'ABCDEFGH'].map((title) => school.owner.post(`${courses}/${id}/modules`, { title })),
    );
    expect(statuses(answers)).toEqual({ 201: 8 });
    const places = await school.transaction(({ db }) =>
      db.selectFrom('modules').select('position').orderBy('position').execute(),
    );
    expect(places.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('the order of lessons', () => {
  test('is kept within its module', async () => {
    const { modules } = await courseWith(school, { lessons: [3, 1] });
    const [a, b, c] = modules[0]!.lessons;
    const path = `/api/v1/modules/${modules[0]!.id}`;
    const { body } = await patch(path, { lesson_ids: [c, a, b] });
    expect(titles(body.data.lessons)).toEqual(['Aula 1.3', 'Aula 1.1', 'Aula 1.2']);
    const gap = await patch(path, { lesson_ids: [a, b] });
    expect(gap.status).toBe(409);
    expect(titles(gap.body.data)).toEqual(['Aula 1.3', 'Aula 1.1', 'Aula 1.2']);
    const sibling = modules[1]!.lessons[0];
    expect((await patch(path, { lesson_ids: [a, b, c, sibling] })).status).toBe(404);
  });

  test('holds while lessons are added, moved and ordered at once', async () => {
    const { id, modules } = await courseWith(school, { lessons: [3, 2] });
    const [first, second] = modules as [(typeof modules)[0], (typeof modules)[0]];
    const answers = await Promise.all([
      patch(`/api/v1/modules/${first.id}`, { lesson_ids: first.lessons.toReversed() }),
      patch(`/api/v1/lessons/${first.lessons[0]}`, { module_id: second.id }),
      patch(`/api/v1/lessons/${second.lessons[0]}`, { module_id: first.id }),
      patch(`/api/v1/modules/${second.id}`, { lesson_ids: second.lessons.toReversed() }),
      school.owner.post(`/api/v1/modules/${first.id}/lessons`, { title: 'Nova' }),
      patch(`${courses}/${id}`, { module_ids: [second.id, first.id] }),
      remove(`/api/v1/lessons/${second.lessons[1]}`),
      patch(`/api/v1/lessons/${first.lessons[1]}`, { title: 'Outra' }),
    ]);
    for (const { status } of answers) expect([200, 201, 204, 404, 409]).toContain(status);
    for (const moved of [1, 2]) expect(answers[moved]!.status).toBe(200);
    const rows = await school.transaction(({ db }) =>
      db.selectFrom('lessons').select(['module_id', 'position']).execute(),
    );
    expect(rows).toHaveLength(5);
    expect(new Set(rows.map((row) => `${row.module_id}:${row.position}`)).size).toBe(5);
  });
});

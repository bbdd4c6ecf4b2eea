import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith, showBlockedContent } from '../../../test/catalog.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
beforeEach(async () => {
  school = await world.school();
  product = await school.product();
});

const courses = async (person: Person) =>
  (await person.get(`/api/auth/cursos/index/${school.id}`)).body;
const modules = async (person: Person) =>
  (await person.get(`/api/auth/platform/modules/${school.id}`)).body;
const moduleOf = (id: number, person: Person) => person.get(`/api/platform/auth/module/${id}`);
const titles = (things: { title: string }[]) => things.map(({ title }) => title);

describe('courses and modules to pick', () => {
  test('are the whole school for staff, by title', async () => {
    const video = await courseWith(school, { title: 'Vídeo', lessons: [1] });
    const light = await courseWith(school, { title: 'ângulos', products: [product], lessons: [0] });
    const instructor = await school.join(['instructor']);
    expect(await courses(instructor)).toEqual([
      { id: light.id, title: 'ângulos' },
      { id: video.id, title: 'Vídeo' },
    ]);
    expect(await modules(instructor)).toEqual([
      { id: light.modules[0]!.id, title: 'Módulo 1', course_id: light.id },
      { id: video.modules[0]!.id, title: 'Módulo 1', course_id: video.id },
    ]);
    expect((await moduleOf(video.modules[0]!.id, instructor)).body).toEqual({
      data: [
        {
          id: video.modules[0]!.id,
          title: 'Módulo 1',
          lessons: [{ id: video.lessons[0], title: 'Aula 1.1' }],
        },
      ],
    });
  });

  test('are what a student may see', async () => {
    const other = await school.product();
    const mine = await courseWith(school, { title: 'Meu', products: [product], lessons: [1] });
    const locked = await courseWith(school, { title: 'Outro', products: [other], lessons: [1] });
    const nobodys = await courseWith(school, { title: 'Rascunho', lessons: [1] });
    const student = await school.join(['student'], [product]);
    expect(titles(await courses(student))).toEqual(['Meu', 'Outro']);
    expect(await modules(student)).toHaveLength(2);
    expect((await moduleOf(locked.modules[0]!.id, student)).status).toBe(200);
    expect((await moduleOf(nobodys.modules[0]!.id, student)).status).toBe(404);

    await showBlockedContent(world, school, false);
    expect(titles(await courses(student))).toEqual(['Meu']);
    expect(await modules(student)).toEqual([
      { id: mine.modules[0]!.id, title: 'Módulo 1', course_id: mine.id },
    ]);
    expect((await moduleOf(locked.modules[0]!.id, student)).status).toBe(404);
  });

  test('are of this school', async () => {
    const { modules: ours } = await courseWith(school, { lessons: [1] });
    const neighbour = await world.school();
    expect((await neighbour.owner.get(`/api/auth/cursos/index/${school.id}`)).status).toBe(403);
    expect((await neighbour.owner.get(`/api/auth/platform/modules/${school.id}`)).status).toBe(403);
    expect((await moduleOf(ours[0]!.id, neighbour.owner)).status).toBe(404);
    expect((await neighbour.owner.get(`/api/auth/cursos/index/${neighbour.id}`)).body).toEqual([]);
  });
});

test('numbers in titles sort by their value', async () => {
  for (const title of ['Curso 108', 'curso 8', 'Curso 10', 'Cúrso 9'])
    await courseWith(school, { title });
  const sorted = ['curso 8', 'Cúrso 9', 'Curso 10', 'Curso 108'];
  expect(titles(await courses(school.owner))).toEqual(sorted);
  expect(titles((await school.owner.get('/api/v1/courses')).body.data)).toEqual(sorted);
});

describe('lessons to pick', () => {
  const all = `/api/auth/aulas/allClasses`;
  const search = (term: string, page = '') =>
    school.owner.get(`/api/auth/aulas/search/${encodeURIComponent(term)}/${school.id}${page}`);

  test('come 20 a page', async () => {
    await courseWith(school, { lessons: [21] });
    const first = (await school.owner.get(`${all}/${school.id}`)).body;
    expect(first).toMatchObject({
      current_page: 1,
      next_page_url: `${all}/${school.id}?page=2`,
    });
    expect(first.data).toHaveLength(20);
    expect(first.data[0]).toEqual({
      id: expect.any(Number),
      title: 'Aula 1.1',
      course_id: expect.any(Number),
      course_title: 'Fotografia',
    });
    const second = (await school.owner.get(first.next_page_url)).body;
    expect(second).toMatchObject({ current_page: 2, next_page_url: null });
    expect(second.data).toHaveLength(1);
    expect((await school.owner.get(`${all}/${school.id}?page=0`)).status).toBe(400);
    expect((await school.owner.get(`${all}/${school.id}?page=x`)).status).toBe(400);
  });

  test('are found without accents or case, and by special characters', async () => {
    const { modules: made } = await courseWith(school, { lessons: [0] });
    for (const title of ['Edição e cor', '100% luz', 'AULA/1'])
      await school.owner.post(`/api/v1/modules/${made[0]!.id}/lessons`, { title });
    expect(titles((await search('EDICAO')).body.data)).toEqual(['Edição e cor']);
    expect(titles((await search('ção')).body.data)).toEqual(['Edição e cor']);
    expect(titles((await search('%')).body.data)).toEqual(['100% luz']);
    expect(titles((await search('la/1')).body.data)).toEqual(['AULA/1']);
    expect((await search('nada', '?page=2')).body).toEqual({
      data: [],
      current_page: 2,
      next_page_url: null,
    });
  });

  test('are for admins only', async () => {
    for (const roles of [['student'], ['instructor']]) {
      const person = await school.join(roles);
      expect((await person.get(`${all}/${school.id}`)).status).toBe(403);
      expect((await person.get(`/api/auth/aulas/search/a/${school.id}`)).status).toBe(403);
    }
  });
});

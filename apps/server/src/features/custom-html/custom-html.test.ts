import { limits, messages } from '@vitrine/contract/custom-html';
import { messages as common } from '@vitrine/contract/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith, showBlockedContent } from '../../../test/catalog.ts';
import { communityWith } from '../../../test/communities.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { lockUntilCommit } from '../../kit/rows/named-locks.ts';

const world = await openWorld();
const path = '/api/platform/auth/custom-html';

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

type Sender = Pick<Person, 'send' | 'get' | 'post'>;

const snippet = (fields: object = {}) => ({
  title: 'Pixel',
  customHtml: '<p>Olá</p>',
  page: 'homepage',
  ...fields,
});
const create = (fields: object = {}, person: Sender = school.owner) =>
  person.post(path, snippet(fields));
const createSnippet = async (fields: object = {}) => (await create(fields)).body.data;
const change = (id: number, fields: object, person: Sender = school.owner) =>
  person.send('PUT', `${path}/${id}`, snippet(fields));
const titles = async (person: Sender = school.owner) =>
  (await person.get(path)).body.map(({ title }: { title: string }) => title);
const on = async (page: string, question = '', person: Sender = school.owner) => {
  const { status, body } = await person.get(`${path}/filters/${page}${question}`);
  return status === 200 ? body.map(({ title }: { title: string }) => title) : status;
};

describe('a snippet is made', () => {
  test('for all pages of a kind, and its code comes back as it was written', async () => {
    const code = '<script>alert("</p>")</script>\n<b onclick=a()>é</b>';
    const { status, body } = await create({ customHtml: code, tenant_id: school.id });
    expect(status).toBe(201);
    expect(body).toEqual({
      message: 'HTML personalizado criado com sucesso',
      data: {
        id: expect.any(Number),
        title: 'Pixel',
        html: code,
        page: 'homepage',
        community_id: null,
        course_id: null,
        module_id: null,
        lesson_id: null,
        embeddable_ids: [],
        tenant_id: school.id,
        version: 1,
        frame_url: expect.stringMatching(/^\/_frame\/\d+\?e=\d+&s=[\w-]+$/),
      },
    });
    expect(await titles()).toEqual(['Pixel']);
  });

  test('for one lesson, which names its module and course', async () => {
    const { id, modules, lessons } = await courseWith(school);
    const [module] = modules;
    expect(await createSnippet({ page: 'lesson', lesson_id: lessons[0] })).toMatchObject({
      course_id: id,
      module_id: module!.id,
      lesson_id: lessons[0],
      embeddable_ids: [id, module!.id, lessons[0]],
    });
  });

  test.each(['0', 0, '', null])('for all courses, where the course is %j', async (course_id) => {
    expect(await createSnippet({ page: 'course', course_id })).toMatchObject({ course_id: null });
  });

  test('and ignores scope fields that its page lacks', async () => {
    const { id, lessons } = await courseWith(school);
    const data = await createSnippet({ page: 'course', course_id: id, lesson_id: lessons[0] });
    expect(data).toMatchObject({ course_id: id, lesson_id: null });
    expect(await createSnippet({ page: 'favorite', course_id: 999_999 })).toMatchObject({
      course_id: null,
    });
  });

  test('of 50 characters of title and 100,000 of code at most', async () => {
    const title = '🎬'.repeat(limits.title);
    expect((await create({ title, customHtml: 'x'.repeat(limits.html) })).status).toBe(201);
    const { body } = await create({ title: `${title}a`, customHtml: 'x'.repeat(limits.html + 1) });
    expect(body.message).toBe('O título não pode ter mais de 50 caracteres');
    expect(Object.keys(body.errors)).toEqual(['title', 'customHtml']);
  });
});

describe('a place holds a limited number of snippets', () => {
  const full = { code: 'snippets_full', message: messages.full };
  const fill = async (place: object, count: number) => {
    const answers = [];
    for (let nth = 0; nth < count; nth += 1) answers.push(await create(place));
    return answers;
  };

  test('also if the last ones come at once', async () => {
    await fill({}, limits.perPlace - 1);
    const sent = await school.transaction(async (tx) => {
      await lockUntilCommit(tx, 'custom_html');
      const requests = Array.from({ length: 4 }, () => create());
      await expectWaiting(tx, requests.length);
      return requests;
    });
    const answers = await Promise.all(sent);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject(full);
    expect(await titles()).toHaveLength(limits.perPlace);
  });

  test('each course its own, and no snippet moves to a full one', async () => {
    const { id: course_id } = await courseWith(school);
    const place = { page: 'course', course_id };
    const [first] = await fill(place, limits.perPlace);
    const other = await createSnippet({ page: 'course' });
    expect((await change(other.id, place)).body).toMatchObject(full);
    const own = first!.body.data.id;
    expect((await change(own, { ...place, title: 'Outro' })).status).toBe(200);
    expect((await change(own, { page: 'course' })).status).toBe(200);
    expect((await change(other.id, place)).status).toBe(200);
  });
});

describe('invalid input is refused', () => {
  test.each([
    ['no title', { title: '' }, 'title', messages.titleRequired],
    ['a blank title', { title: '  ' }, 'title', messages.titleRequired],
    ['no code', { customHtml: '' }, 'customHtml', messages.htmlRequired],
    ['blank code', { customHtml: ' \n' }, 'customHtml', messages.htmlRequired],
    ['no page', { page: '' }, 'page', messages.pageRequired],
    ['a page that is none', { page: 'login' }, 'page', messages.pageRequired],
    ['an id past all ids', { page: 'course', course_id: 2 ** 53 }, 'course_id', common.invalid],
  ])('%s', async (_what, fields, field, text) => {
    const { status, body } = await create(fields);
    expect(status).toBe(422);
    expect(body.errors).toEqual({ [field]: [text] });
    expect(await titles()).toEqual([]);
  });

  test('an unknown course, module, lesson or community, or one outside its parent', async () => {
    const neighbour = await world.school();
    const neighbourCourse = await courseWith(neighbour);
    const ownCourse = await courseWith(school);
    const other = await courseWith(school);
    for (const fields of [
      { page: 'course', course_id: 999_999 },
      { page: 'course', course_id: neighbourCourse.id },
      { page: 'lesson', lesson_id: neighbourCourse.lessons[0] },
      { page: 'lesson', course_id: other.id, lesson_id: ownCourse.lessons[0] },
      { page: 'module', course_id: other.id, module_id: ownCourse.modules[0]!.id },
      { page: 'community', community_id: 1 },
    ])
      expect((await create(fields)).status, JSON.stringify(fields)).toBe(404);
    expect(await titles()).toEqual([]);
  });

  test('anybody but an admin', async () => {
    for (const roles of [['student'], ['instructor'], ['moderator']]) {
      const person = await school.join(roles);
      expect((await create({}, person)).status).toBe(403);
      expect((await person.get(path)).status).toBe(403);
      expect((await person.post('/api/v1/custom-html/preview', snippet())).status).toBe(403);
    }
    expect((await create({}, school.visitor)).status).toBe(401);
    expect((await create({}, await school.join(['admin']))).status).toBe(201);
  });
});

describe('a snippet is changed and removed', () => {
  test('whole, with its scope, and no other one', async () => {
    const { id: course } = await courseWith(school);
    await createSnippet({ title: 'Antes' });
    const { id } = await createSnippet({ page: 'course', course_id: course });
    await createSnippet({ title: 'Depois' });
    const { status, body } = await change(id, { title: 'Aviso', page: 'search' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'HTML personalizado editado com sucesso',
      data: { id, title: 'Aviso', page: 'search', course_id: null, version: 2 },
    });
    expect((await titles()).toSorted()).toEqual(['Antes', 'Aviso', 'Depois']);
    const removed = await school.owner.send('DELETE', `${path}/${id}`);
    expect(removed).toMatchObject({ status: 200, body: { message: 'HTML excluído com sucesso' } });
    expect((await titles()).toSorted()).toEqual(['Antes', 'Depois']);
    expect((await change(id, { title: '' })).status).toBe(404);
    expect((await school.owner.send('DELETE', `${path}/${id}`)).status).toBe(404);
  });

  test('in its code alone, by a program that sends nothing else', async () => {
    const { id: course } = await courseWith(school);
    const { id } = await createSnippet({ page: 'course', course_id: course });
    const sent = { tenant_id: school.id, customHtml: '<p>Tchau</p>', id };
    const { status, body } = await school.owner.send('PUT', `${path}/${id}`, sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'HTML personalizado editado com sucesso',
      data: { title: 'Pixel', html: '<p>Tchau</p>', page: 'course', course_id: course },
    });
    expect((await school.owner.send('PUT', `${path}/${id}`, { title: '' })).status).toBe(422);
  });

  test('by one of eight concurrent changes of a version; the others get the current snippet', async () => {
    const { id } = await createSnippet();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => change(id, { title: `De ${index}`, version: 1 })),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 7 });
    const won = answers.find(({ status }) => status === 200)!.body.data;
    for (const { status, body } of answers)
      if (status === 409) expect(body.data).toMatchObject({ title: won.title, version: 2 });
  });

  test('not by the neighbour school, which does not see it either', async () => {
    const { id } = await createSnippet();
    const { owner } = await world.school();
    expect((await change(id, {}, owner)).status).toBe(404);
    expect((await owner.send('DELETE', `${path}/${id}`)).status).toBe(404);
    expect(await titles(owner)).toEqual([]);
    expect((await create({ tenant_id: school.id }, owner)).status).toBe(403);
    expect(await titles()).toEqual(['Pixel']);
  });
});

describe('the snippets of a page', () => {
  test('are those of all pages of its kind, and its own', async () => {
    const { id, modules, lessons } = await courseWith(school, { lessons: [2, 1] });
    const other = await courseWith(school);
    await createSnippet({ page: 'course', title: 'Cursos' });
    await createSnippet({ page: 'lesson', title: 'Aulas' });
    await createSnippet({ page: 'lesson', title: 'Do curso', course_id: id });
    await createSnippet({
      page: 'lesson',
      title: 'Do módulo',
      course_id: id,
      module_id: modules[0]!.id,
    });
    await createSnippet({ page: 'lesson', title: 'Da aula', lesson_id: lessons[0] });

    expect(await on('lesson')).toEqual(['Aulas']);
    expect(await on('lesson', `?course_id=${id}`)).toEqual(['Aulas', 'Do curso']);
    const all = ['Aulas', 'Do curso', 'Do módulo', 'Da aula'];
    expect(await on('lesson', `?lesson_id=${lessons[0]}`)).toEqual(all);
    expect(await on('lesson', `?lesson_id=${lessons[1]}`)).toEqual(all.slice(0, 3));
    expect(await on('lesson', `?lesson_id=${lessons[2]}&course_id=0`)).toEqual(all.slice(0, 2));
    expect(await on('lesson', `?lesson_id=${other.lessons[0]}`)).toEqual(['Aulas']);
    expect(await on('course', `?course_id=${id}`)).toEqual(['Cursos']);
    expect(await on('community', '?community_id=7')).toBe(404);
    expect(await on('course', '?course_id=999999')).toBe(404);
    expect(await on('course', '?course_id=x')).toBe(400);
    expect(await on('login')).toBe(400);
  });

  test('on a locked course are those of all pages, and none if the course is hidden', async () => {
    const product = await school.product();
    const { id, lessons } = await courseWith(school, { products: [product] });
    await createSnippet({ page: 'lesson', title: 'Aulas' });
    await createSnippet({ page: 'lesson', title: 'Do curso', course_id: id });
    const holder = await school.join(['student'], [product]);
    const outsider = await school.join();
    const query = `?lesson_id=${lessons[0]}`;
    expect(await on('lesson', query, holder)).toEqual(['Aulas', 'Do curso']);
    await showBlockedContent(world, school, true);
    expect(await on('lesson', query, outsider)).toEqual(['Aulas']);
    await showBlockedContent(world, school, false);
    expect(await on('lesson', query, outsider)).toBe(404);
  });

  test('are none in a community without access', async () => {
    const product = await school.product();
    const { id } = await communityWith(school, { products: [product] });
    await createSnippet({ page: 'community', title: 'Comunidades' });
    await createSnippet({ page: 'community', title: 'Do clube', community_id: id });
    const query = `?community_id=${id}`;
    const holder = await school.join(['student'], [product]);
    expect(await on('community', query, holder)).toEqual(['Comunidades', 'Do clube']);
    expect(await on('community', query, await school.join())).toBe(404);
  });

  test('are known before each kind of page loads', async () => {
    const pages = async () =>
      (await (await school.join()).get('/api/v1/custom-html/pages')).body.data;
    expect(await pages()).toEqual([]);
    const { id } = await createSnippet({ page: 'search' });
    await createSnippet({ page: 'lesson' });
    expect(await pages()).toEqual(['lesson', 'search']);
    await school.owner.send('DELETE', `${path}/${id}`);
    expect(await pages()).toEqual(['lesson']);
  });

  test('are for members; a visitor of an open showcase gets those of the home page', async () => {
    await createSnippet();
    expect(await on('homepage', '', school.visitor)).toBe(401);
    await school.owner.post('/api/auth/config/plataforma/updateCustomBasic', { showcase: true });
    expect(await on('homepage', '', school.visitor)).toEqual(['Pixel']);
    expect(await on('course', '', school.visitor)).toBe(401);
  });
});

describe('a deleted page deletes its snippets', () => {
  const scoped = async () => {
    const course = await courseWith(school, { lessons: [1, 1] });
    const [module] = course.modules;
    await createSnippet({ page: 'lesson', title: 'Aulas' });
    await createSnippet({ page: 'lesson', title: 'Curso', course_id: course.id });
    await createSnippet({ page: 'lesson', title: 'Módulo', module_id: module!.id });
    await createSnippet({ page: 'lesson', title: 'Aula', lesson_id: course.lessons[0] });
    return { course: course.id, module: module!.id, lesson: course.lessons[0]! };
  };

  test.each([
    ['lesson', '/api/v1/lessons', ['Aulas', 'Curso', 'Módulo']],
    ['module', '/api/v1/modules', ['Aulas', 'Curso']],
    ['course', '/api/v1/courses', ['Aulas']],
  ] as const)('a %s', async (description, at, left) => {
    const ids = await scoped();
    expect((await school.owner.send('DELETE', `${at}/${ids[description]}`)).status).toBeLessThan(
      300,
    );
    expect(await titles()).toEqual(left);
  });
});

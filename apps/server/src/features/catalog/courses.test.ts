import { limits, messages } from '@vitrine/contract/catalog-limits';
import { messages as common } from '@vitrine/contract/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith, fileFor, claimedPaths, showBlockedContent } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';

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

describe('a course is made', () => {
  test('with its products and its description', async () => {
    const product = await school.product();
    const cover = await fileFor(world, school, 'image');
    const { status, body } = await school.owner.post(courses, {
      title: ' Fotografia ',
      description: 'Do zero ao estúdio',
      cover,
      product_ids: [product],
      upsell_text: 'Entre na próxima turma',
      upsell_link: 'https://loja.example.com/foto',
    });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(Number),
      title: 'Fotografia',
      published: 1,
      description: 'Do zero ao estúdio',
      cover,
      locked: false,
      upsell: null,
      offer: { price_text: '', button_text: '', button_url: null, learn: [], includes: [] },
      also: [],
      progress: 0,
      completed_at: null,
      modules: [],
      version: 1,
      product_ids: [product],
      upsell_text: 'Entre na próxima turma',
      upsell_link: 'https://loja.example.com/foto',
    });
    expect((await show(body.data.id)).body).toEqual(body);
  });

  test.each([
    ['no title', {}, 'title', common.required],
    ['a blank title', { title: '  ' }, 'title', common.required],
    ['a title of 256', { title: 'é'.repeat(256) }, 'title', common.titleTooLong],
    [
      'a description of 20,001',
      { title: 'x', description: '📷'.repeat(limits.description + 1) },
      'description',
      messages.descriptionTooLong,
    ],
    [
      'an offer of 501',
      { title: 'x', upsell_text: 'é'.repeat(limits.upsellText + 1) },
      'upsell_text',
      messages.upsellTooLong,
    ],
    [
      'a cover that runs code',
      { title: 'x', cover: 'javascript:alert(1)' },
      'cover',
      common.invalidLink,
    ],
    [
      'a cover of another school',
      { title: 'x', cover: '/files/999999/a.png' },
      'cover',
      common.invalidLink,
    ],
    [
      'an offer that leads nowhere',
      { title: 'x', upsell_link: '//elsewhere' },
      'upsell_link',
      common.invalidLink,
    ],
  ])('but not with %s', async (_what, body, field, text) => {
    const answer = await school.owner.post(courses, body);
    expect(answer).toMatchObject({
      status: 422,
      body: { message: text, code: 'invalid', errors: { [field]: [text] } },
    });
    expect((await school.owner.get(courses)).body.data).toEqual([]);
  });

  test('with a title of 255 and a description of 20,000, counted in characters', async () => {
    const { status } = await school.owner.post(courses, {
      title: '📷'.repeat(255),
      description: '📷'.repeat(limits.description),
    });
    expect(status).toBe(201);
  });

  test('without a description, as null', async () => {
    const { body } = await school.owner.post(courses, { title: 'x', description: null });
    expect(body.data.description).toBe('');
    await patch(`${courses}/${body.data.id}`, { description: 'Nova' });
    const cleared = await patch(`${courses}/${body.data.id}`, { description: null });
    expect(cleared.body.data.description).toBe('');
  });

  test('not at all with a product of another school', async () => {
    const foreign = await (await world.school()).product();
    const { status } = await school.owner.post(courses, {
      title: 'Fotografia',
      product_ids: [await school.product(), foreign],
    });
    expect(status).toBe(404);
    expect((await school.owner.get(courses)).body.data).toEqual([]);
  });

  test('by admins only', async () => {
    for (const roles of [['student'], ['instructor'], ['moderator']]) {
      const person = await school.join(roles);
      expect((await person.post(courses, { title: 'x' })).status).toBe(403);
      expect((await person.get(courses)).status).toBe(403);
    }
    expect((await school.visitor.post(courses, { title: 'x' })).status).toBe(401);
    expect((await (await school.join(['admin'])).post(courses, { title: 'x' })).status).toBe(201);
  });
});

describe('the list of courses', () => {
  test('counts, searches without accents or case, and comes 20 a page', async () => {
    const product = await school.product();
    await courseWith(school, { title: 'Edição de vídeo', products: [product], lessons: [2, 1] });
    for (let at = 1; at <= 20; at += 1) await courseWith(school, { title: `C${at}`, lessons: [] });
    const first = (await school.owner.get(courses)).body;
    expect(first).toMatchObject({ current_page: 1, next_page_url: `${courses}?page=2` });
    expect(first.data).toHaveLength(20);
    const second = (await school.owner.get(first.next_page_url)).body;
    expect(second.data).toEqual([
      {
        id: expect.any(Number),
        title: 'Edição de vídeo',
        cover: null,
        published: 1,
        product_ids: [product],
        modules_count: 2,
        lessons_count: 3,
      },
    ]);
    expect(second.next_page_url).toBeNull();
    const found = (await school.owner.get(`${courses}?search=EDICAO`)).body.data;
    expect(titles(found)).toEqual(['Edição de vídeo']);
    expect((await school.owner.get(`${courses}?search=%25`)).body.data).toEqual([]);
  });

  test('is by title, as people sort: without regard to accents and case', async () => {
    for (const title of ['Óleo', 'zinco', 'aquarela', 'Pastel'])
      await courseWith(school, { title, lessons: [] });
    expect(titles((await school.owner.get(courses)).body.data)).toEqual([
      'aquarela',
      'Óleo',
      'Pastel',
      'zinco',
    ]);
  });
});

describe('a course is read', () => {
  test('in full by a student with its product, without staff fields', async () => {
    const product = await school.product();
    const course = await courseWith(school, { products: [product], lessons: [2, 1] });
    const { status, body } = await show(course.id, await school.join(['student'], [product]));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      locked: false,
      upsell: null,
      product_ids: null,
      upsell_text: null,
      upsell_link: null,
    });
    expect(body.data.modules).toMatchObject([
      {
        title: 'Módulo 1',
        lessons: [{ title: 'Aula 1.1', locked: false, duration_seconds: 90 }, {}],
      },
      { title: 'Módulo 2', lessons: [{ title: 'Aula 2.1', finished: false }] },
    ]);
  });

  test('locked, with the access offer, by a student without its product', async () => {
    const product = await school.product('Plano Estúdio');
    const old = await school.product('Plano antigo');
    await patch(`/api/v1/products/${old}`, { status: 'inactive' });
    const course = await courseWith(school, { products: [product, old], lessons: [1] });
    await patch(`${courses}/${course.id}`, {
      description: '<p onclick="x()">O que se <em>aprende</em></p><script>alert(1)</script>',
      upsell_text: 'Assine',
      upsell_link: 'https://loja.example.com',
    });
    const { status, body, text } = await show(course.id, await school.join());
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      title: 'Fotografia',
      description: '<p>O que se <em>aprende</em></p>',
      // What staff typed: an offer may not show it.
      upsell_text: null,
      upsell_link: null,
      product_ids: null,
      locked: true,
      upsell: {
        text: 'Assine',
        link: 'https://loja.example.com',
        price_text: '',
        button_text: '',
        products: [{ id: product, title: 'Plano Estúdio' }],
      },
    });
    expect(body.data.modules[0].lessons).toEqual([
      {
        id: course.lessons[0],
        title: 'Aula 1.1',
        cover: null,
        kind: 'video',
        quiz_open: null,
        empty: null,
        duration_seconds: 90,
        published: 1,
        sample: 0,
        locked: true,
        seconds: 0,
        finished: false,
      },
    ]);
    expect(text).not.toMatch(/Luz natural|luz\.mp4|alert/);
  });

  test('locked and not for sale by a student with only an inactive product', async () => {
    const product = await school.product();
    const course = await courseWith(school, { products: [product] });
    await patch(`${courses}/${course.id}`, {
      upsell_text: 'Volta em março',
      upsell_link: 'https://loja.example.com',
      offer: {
        price_text: 'R$ 39',
        button_text: 'Quero',
        button_url: 'https://loja.example.com/foto',
      },
    });
    const student = await school.join(['student'], [product]);
    expect((await show(course.id, student)).body.data.locked).toBe(false);
    await patch(`/api/v1/products/${product}`, { status: 'inactive' });
    expect((await show(course.id, student)).body.data).toMatchObject({
      locked: true,
      upsell: {
        text: 'Volta em março',
        link: null,
        price_text: '',
        button_text: '',
        products: [],
      },
    });
  });

  test('as an unknown course where blocked content is hidden', async () => {
    const course = await courseWith(school, { products: [await school.product()] });
    const student = await school.join();
    await showBlockedContent(world, school, false);
    const hidden = await show(course.id, student);
    const missing = await show(999_999, student);
    expect(hidden.status).toBe(404);
    expect(hidden.text).toBe(missing.text);
  });

  test('with its counts of students and completions, without staff', async () => {
    const [own, shared, inactive] = [
      await school.product('Foto'),
      await school.product('Clube'),
      await school.product('Antigo'),
    ];
    const course = await courseWith(school, { products: [own, shared, inactive], lessons: [1] });
    await school.owner.send('PATCH', `/api/v1/products/${inactive}`, { status: 'inactive' });
    const both = await school.join(['student'], [own, shared]);
    await school.join(['student'], [shared]);
    await school.join(['student'], [inactive]);
    const instructor = await school.join(['instructor'], [own]);
    for (const person of [both, instructor])
      await person.send('PUT', `/api/v1/lessons/${course.lessons[0]}/progress`, {
        seconds: 0,
        finished: true,
      });
    const students = (person: Person) => person.get(`${courses}/${course.id}/students`);
    expect((await students(school.owner)).body.data).toEqual({ holders: 2, finished: 1 });
    expect((await students(instructor)).status).toBe(403);
    // Nobody counts who waits for their erasure.
    expect((await school.owner.post(`/api/v1/members/${both.id}/erasure`)).status).toBe(202);
    expect((await students(school.owner)).body.data).toEqual({ holders: 1, finished: 0 });
    const neighbour = await world.school();
    expect((await students(neighbour.owner)).status).toBe(404);
  });

  test('by staff only while no product opens it', async () => {
    const course = await courseWith(school);
    expect((await show(course.id, await school.join())).status).toBe(404);
    for (const roles of [['instructor'], ['moderator'], ['student', 'instructor']])
      expect((await show(course.id, await school.join(roles))).body.data.locked).toBe(false);
  });
});

describe('a course is changed', () => {
  test('in the sent fields only, and counts its versions', async () => {
    const product = await school.product();
    const course = await courseWith(school, { products: [product] });
    const { status, body } = await patch(`${courses}/${course.id}`, {
      description: 'Nova',
      version: 1,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      title: 'Fotografia',
      description: 'Nova',
      version: 2,
      product_ids: [product],
    });
    const without = await patch(`${courses}/${course.id}`, { product_ids: [], cover: '' });
    expect(without.body.data).toMatchObject({ product_ids: [], cover: null, version: 3 });
  });

  test('beside others, whose modules, lessons and images stay', async () => {
    const all = [];
    for (const title of ['Um', 'Dois']) {
      const { id, modules, lessons } = await courseWith(school, { title });
      const covers = [await fileFor(world, school, 'image'), await fileFor(world, school, 'image')];
      const paths = [
        `${courses}/${id}`,
        `/api/v1/modules/${modules[0]!.id}`,
        `/api/v1/lessons/${lessons[1]}`,
      ] as const;
      await patch(paths[0], { cover: covers[0] });
      await patch(paths[1], { cover: covers[1] });
      all.push({ paths, covers });
    }
    const read = async (paths: readonly string[]) =>
      (await Promise.all(paths.map((path) => school.owner.get(path)))).map(({ body }) => body);
    const left = new Set(all.flatMap(({ covers }) => covers));
    for (const [changed, other] of [all.toReversed(), all]) {
      const before = await read(other!.paths);
      for (const path of changed!.paths)
        expect((await patch(path, { title: 'Outro', cover: '' })).status).toBe(200);
      expect(await read(other!.paths)).toEqual(before);
      for (const cover of changed!.covers) left.delete(cover);
      expect(await claimedPaths(world, school)).toEqual(left);
    }
  });

  test('and of two covers of a module at the same moment, the one that goes is released', async () => {
    const { modules } = await courseWith(school);
    const path = `/api/v1/modules/${modules[0]!.id}`;
    const [before, one, other] = [
      await fileFor(world, school, 'image'),
      await fileFor(world, school, 'image'),
      await fileFor(world, school, 'image'),
    ];
    await patch(path, { cover: before });
    const saves = await school.transaction(async (tx) => {
      await tx.db.selectFrom('modules').select('id').forUpdate().execute();
      const first = patch(path, { cover: one });
      await expectWaiting(tx, 1);
      const second = patch(path, { cover: other });
      await expectWaiting(tx, 2);
      return [first, second];
    });
    expect(statuses(await Promise.all(saves))).toEqual({ 200: 2 });
    const { cover } = (await school.owner.get(path)).body.data;
    expect(await claimedPaths(world, school)).toEqual(new Set([cover]));
  });

  test('and an image that one course lets go while another one takes it stays in use', async () => {
    const [one, other] = [await courseWith(school), await courseWith(school)];
    const cover = await fileFor(world, school, 'image');
    await patch(`${courses}/${one.id}`, { cover });
    const saves = await school.transaction(async (tx) => {
      const name = cover.split('/').at(-1)!;
      await tx.db.selectFrom('files').select('id').where('name', '=', name).forUpdate().execute();
      const taken = patch(`${courses}/${other.id}`, { cover });
      await expectWaiting(tx, 1);
      const released = patch(`${courses}/${one.id}`, { cover: '' });
      await expectWaiting(tx, 2);
      return [taken, released];
    });
    expect(statuses(await Promise.all(saves))).toEqual({ 200: 2 });
    expect(await claimedPaths(world, school)).toEqual(new Set([cover]));
  });

  test('by one of eight concurrent changes of the same version', async () => {
    const { id } = await courseWith(school);
    const answers = await Promise.all(
      [...'ABCDEFGH'].map((title) => patch(`${courses}/${id}`, { title, version: 1 })),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 7 });
    const winner = answers.find(({ status }) => status === 200)!.body.data;
    const late = answers.filter(({ status }) => status === 409);
    for (const { body } of late)
      expect(body).toMatchObject({
        code: 'stale_version',
        message: common.staleVersion,
        data: { title: winner.title, version: 2 },
      });
  });

  test('404 before 422, and nothing by the neighbour', async () => {
    const { id, modules, lessons } = await courseWith(school);
    const { owner } = await world.school();
    for (const path of [
      `${courses}/${id}`,
      `/api/v1/modules/${modules[0]!.id}`,
      `/api/v1/lessons/${lessons[0]}`,
    ]) {
      for (const body of [{ title: 'x' }, { title: '' }])
        expect((await patch(path, body, owner)).status).toBe(404);
      expect((await remove(path, owner)).status).toBe(404);
    }
    for (const path of [`${courses}/${id}/modules`, `/api/v1/modules/${modules[0]!.id}/lessons`])
      for (const body of [{ title: 'x' }, {}])
        expect((await owner.post(path, body)).status).toBe(404);
    expect((await show(id, owner)).status).toBe(404);
    expect((await owner.get(`/api/v1/lessons/${lessons[0]}`)).status).toBe(404);
    expect((await show(id)).body.data.modules[0].lessons).toHaveLength(2);
  });
});

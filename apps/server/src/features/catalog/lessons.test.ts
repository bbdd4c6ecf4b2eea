import { limits, messages } from '@vitrine/contract/catalog-limits';
import { messages as common } from '@vitrine/contract/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import { courseWith, fileFor, claimedPaths } from '../../../test/catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';

const world = await openWorld();

let school: TestSchool;
let moduleId: number;
beforeEach(async () => {
  school = await world.school();
  moduleId = (await courseWith(school, { lessons: [0] })).modules[0]!.id;
});

const create = (fields: object, person: Person = school.owner) =>
  person.post(`/api/v1/modules/${moduleId}/lessons`, { title: 'Luz', ...fields });
const patch = (id: number, body: unknown) =>
  school.owner.send('PATCH', `/api/v1/lessons/${id}`, body);
const show = (id: number, person: Person = school.owner) => person.get(`/api/v1/lessons/${id}`);
const signed = (path: string) => new RegExp(`^${path}\\?e=\\d+&s=[\\w-]{43}&l=\\d+$`);

describe('a lesson is made', () => {
  test('with all that its screen shows', async () => {
    const video = await fileFor(world, school, 'lesson_video');
    const captions = await fileFor(world, school, 'lesson_captions');
    const first = await fileFor(world, school, 'lesson_file');
    const second = await fileFor(world, school, 'lesson_file');
    const { status, body } = await create({
      content: '<h2>Luz</h2><p>natural</p>',
      cover: 'https://images.example.com/luz.jpg',
      video_url: video,
      embed: 'https://youtu.be/dQw4w9WgXcQ',
      link: 'https://luz.example.com/?a=1&b=2',
      duration_seconds: 754,
      captions: [{ language: 'pt-BR', path: captions }],
      files: [
        { name: 'Presets.zip', path: first, size: 1 },
        { name: 'Roteiro.pdf', path: second },
      ],
    });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.any(Number),
      title: 'Luz',
      content: '<h2>Luz</h2><p>natural</p>',
      content_html: null,
      cover: 'https://images.example.com/luz.jpg',
      video_url: expect.stringMatching(signed(video)),
      embed: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
      link: 'https://luz.example.com/?a=1&b=2',
      duration_seconds: 754,
      published: 1,
      sample: 0,
      quiz: null,
      upsell: null,
      captions: [{ language: 'pt-BR', url: expect.stringMatching(signed(captions)) }],
      files: [
        {
          id: expect.any(Number),
          name: 'Presets.zip',
          size: 1234,
          url: expect.stringMatching(signed(first)),
        },
        {
          id: expect.any(Number),
          name: 'Roteiro.pdf',
          size: 1234,
          url: expect.stringMatching(signed(second)),
        },
      ],
      seconds: 0,
      finished: false,
      likes: 0,
      liked: false,
      course: { id: expect.any(Number), title: 'Fotografia', progress: 0 },
      module: { id: moduleId, title: 'Módulo 1' },
      previous: null,
      next: null,
      modules: [
        {
          id: moduleId,
          title: 'Módulo 1',
          lessons: [
            {
              id: body.data.id,
              title: 'Luz',
              cover: 'https://images.example.com/luz.jpg',
              kind: 'video',
              quiz_open: null,
              empty: false,
              duration_seconds: 754,
              published: 1,
              sample: 0,
              locked: false,
              seconds: 0,
              finished: false,
            },
          ],
        },
      ],
      marquee: null,
      version: 1,
    });
    expect((await show(body.data.id)).body).toEqual(body);
  });

  test.each([
    ['a video that runs code', { video_url: 'javascript:alert(1)' }, 'video_url'],
    ['a video of another school', { video_url: '/files/999999/v.mp4' }, 'video_url'],
    ['a link that runs code behind blanks', { link: ' \tjava\nscript:alert(1)' }, 'link'],
    ['a link without its scheme', { link: 'luz.example.com' }, 'link'],
    ['a link to nowhere', { link: '//luz.example.com' }, 'link'],
    ['a link with a backslash', { link: '/\\luz.example.com' }, 'link'],
    ['a data address', { cover: 'data:text/html,<script>1</script>' }, 'cover'],
    ['a file of another school', { files: [{ name: 'a', path: '/files/1/a' }] }, 'files.0.path'],
    [
      'captions on the web',
      { captions: [{ language: 'pt', path: 'https://a.com/a' }] },
      'captions.0.path',
    ],
    ['a file on the web', { files: [{ name: 'a', path: 'https://a.com/a' }] }, 'files.0.path'],
    ['a player that is not listed', { embed: 'https://evil.example.com/embed/1' }, 'embed'],
    ['a player that only looks listed', { embed: 'https://youtube.com.evil.com/embed/x' }, 'embed'],
    ['a listed name before a foreign host', { embed: 'https://youtube.com@evil.com/' }, 'embed'],
    ['a frame of code', { embed: '<iframe src="javascript:alert(1)"></iframe>' }, 'embed'],
    ['a script as a player', { embed: '<script src="https://youtube.com/x"></script>' }, 'embed'],
  ])('but not with %s', async (_what, fields, field) => {
    const { status, body } = await create(fields);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      message: common.invalidLink,
      errors: { [field]: [common.invalidLink] },
    });
  });

  test('but not with a file path outside its school, or a file of another use', async () => {
    const foreign = await fileFor(world, await world.school(), 'lesson_file');
    const video = await fileFor(world, school, 'lesson_video');
    for (const path of [
      `/files/${school.id}/../1/a`,
      `/files/${school.id}/%2e%2e/1/a`,
      `/files/${school.id}/`,
      foreign,
      foreign.replace(/\d+/, String(school.id)),
      video,
    ]) {
      const { status, body } = await create({ files: [{ name: 'a', path }] });
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual(['files.0.path']);
    }
    const captions = [{ language: 'pt', path: foreign }];
    const { body } = await create({ files: [{ name: 'a', path: foreign }], captions });
    expect(body.errors).toEqual({
      'files.0.path': [common.invalidLink],
      'captions.0.path': [common.invalidLink],
    });
    expect((await create({ video_url: foreign })).status).toBe(422);
    expect((await create({ cover: video })).status).toBe(422);
  });

  test.each([
    ['a negative duration', { duration_seconds: -1 }],
    ['a duration of a fraction', { duration_seconds: 1.5 }],
    ['a duration beyond a hundred hours', { duration_seconds: limits.seconds + 1 }],
    ['a text for a list', { files: 'a' }],
    ['51 files', { files: Array.from({ length: 51 }, () => ({ name: 'a', path: '/files/1/a' })) }],
    ['no text as content', { content: 7 }],
  ])('nor with %s', async (_what, fields) => {
    expect((await create(fields)).status).toBe(422);
  });

  test('with content up to 1 MB of UTF-8', async () => {
    expect((await create({ content: 'é'.repeat(limits.content / 2) })).status).toBe(201);
    const { status, body } = await create({ content: `${'é'.repeat(limits.content / 2)}a` });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ content: [messages.contentTooLong] });
  });

  test('at the end, eight at once in eight positions', async () => {
    const answers = await Promise.all([...'ABCDEFGH'].map((title) => create({ title })));
    expect(statuses(answers)).toEqual({ 201: 8 });
    const rows = await school.transaction(({ db }) =>
      db.selectFrom('lessons').select('position').orderBy('position').execute(),
    );
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('by admins only', async () => {
    for (const roles of [['student'], ['instructor'], ['moderator']])
      expect((await create({}, await school.join(roles))).status).toBe(403);
  });
});

describe('a lesson is changed', () => {
  test('in the sent fields only, and counts its versions', async () => {
    const { body } = await create({
      content: '<p>a</p>',
      link: 'https://a.com',
      files: [{ name: 'a', path: await fileFor(world, school, 'lesson_file') }],
    });
    const changed = await patch(body.data.id, { title: 'Sombra', version: 1 });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({
      title: 'Sombra',
      content: '<p>a</p>',
      link: 'https://a.com',
      files: [{ name: 'a' }],
      version: 2,
    });
    const [{ name, url: path }] = body.data.files;
    const again = await patch(body.data.id, { files: [{ name, path }], version: 2 });
    expect(again.body.data.files).toMatchObject([{ name: 'a', size: 1234 }]);
    const beside = await create({
      files: [{ name: 'b', path: await fileFor(world, school, 'lesson_file') }],
      captions: [{ language: 'pt-BR', path: await fileFor(world, school, 'lesson_captions') }],
    });
    const emptied = await patch(body.data.id, { link: null, files: [], captions: [] });
    expect(emptied.body.data).toMatchObject({ link: null, files: [], version: 4 });
    expect((await show(beside.body.data.id)).body.data).toMatchObject({
      title: 'Luz',
      files: [{ name: 'b' }],
      captions: [{ language: 'pt-BR' }],
    });
  });

  test('by one of eight concurrent changes of the same version', async () => {
    const { id } = (await create({})).body.data;
    const answers = await Promise.all(
      [...'ABCDEFGH'].map((title) => patch(id, { title, version: 1 })),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 7 });
    const stale = answers.find(({ status }) => status === 409)!.body;
    expect(stale).toMatchObject({ code: 'stale_version', data: { id, version: 2 } });
  });

  test('to the module that it is in: it keeps its position', async () => {
    const course = await courseWith(school, { lessons: [3] });
    const [first] = course.lessons as [number];
    const { status } = await patch(first, { title: 'Luz', module_id: course.modules[0]!.id });
    expect(status).toBe(200);
    const { body } = await school.owner.get(`/api/v1/courses/${course.id}`);
    expect(body.data.modules[0].lessons.map(({ id }: { id: number }) => id)).toEqual(
      course.lessons,
    );
  });

  test('to another module of its course, with the progress of everybody', async () => {
    const product = await school.product();
    const course = await courseWith(school, { products: [product], lessons: [2, 1] });
    const student = await school.join(['student'], [product]);
    const [first] = course.lessons as [number];
    const path = `/api/v1/lessons/${first}/progress`;
    await student.send('PUT', path, { seconds: 40, finished: true });
    const moved = await patch(first, { module_id: course.modules[1]!.id });
    expect(moved.body.data).toMatchObject({ module: { id: course.modules[1]!.id }, next: null });
    expect((await show(first, student)).body.data).toMatchObject({
      seconds: 40,
      finished: true,
      previous: { title: 'Aula 2.1' },
      course: { progress: 33 },
    });
    expect((await student.send('PUT', path, { seconds: 41 })).body.data).toEqual({
      seconds: 41,
      finished: true,
      course_progress: 33,
      completed: [],
    });
  });

  test('but not to a module of another course or school', async () => {
    const { id } = (await create({})).body.data;
    const other = await courseWith(school, { lessons: [0] });
    const foreign = await courseWith(await world.school(), { lessons: [0] });
    for (const course of [other, foreign]) {
      const { status } = await patch(id, { title: 'x', module_id: course.modules[0]!.id });
      expect(status).toBe(404);
    }
    expect((await show(id)).body.data).toMatchObject({ title: 'Luz', module: { id: moduleId } });
  });
});

test('staff are told which lessons have nothing for students', async () => {
  const product = await school.product();
  const course = await courseWith(school, { products: [product], lessons: [0] });
  const student = await school.join(['student'], [product]);
  const { id } = course.modules[0]!;
  const add = (title: string, fields: object = {}) =>
    school.owner.post(`/api/v1/modules/${id}/lessons`, { title, ...fields });
  await add('Oca');
  await add('Texto', { content: '<p>Luz</p>' });
  await add('Link', { link: 'https://luz.example.com' });
  await add('Vídeo', { embed: 'https://youtu.be/dQw4w9WgXcQ' });
  const path = await fileFor(world, school, 'lesson_file');
  await add('Arquivo', { files: [{ name: 'Roteiro.pdf', path }] });
  const empty = async (who: Person) => {
    const { modules } = (await who.get(`/api/v1/courses/${course.id}`)).body.data;
    return modules[0].lessons.map((one: { empty: boolean | null }) => one.empty);
  };
  expect(await empty(school.owner)).toEqual([true, false, false, false, false]);
  expect(await empty(student)).toEqual([null, null, null, null, null]);
});

test('an image that moves from one lesson to another stays, in eight moves at once', async () => {
  const { lessons } = await courseWith(school, { lessons: [16] });
  const [from, to] = [lessons.slice(0, 8), lessons.slice(8)];
  const images = await Promise.all(from.map(() => fileFor(world, school, 'lesson_image')));
  const holding = (id: number, image: string) => patch(id, { content: `<img src="${image}">` });
  for (const [at, id] of from.entries()) await holding(id, images[at]!);
  const answers = await Promise.all(
    images.flatMap((image, at) => [patch(from[at]!, { content: '' }), holding(to[at]!, image)]),
  );
  expect(statuses(answers)).toEqual({ 200: 16 });
  const files = await claimedPaths(world, school);
  expect(images.filter((image) => !files.has(image))).toEqual([]);
});

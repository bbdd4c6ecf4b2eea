import { ANSWER_OWNER } from '@vitrine/contract/offline';
import { beforeEach, expect, test } from 'vitest';
import { courseWith } from './catalog.ts';
import { openWorld, statuses, type Person, type TestSchool } from './harness.ts';

const world = await openWorld();

let school: TestSchool;
let product: number;
let course: Awaited<ReturnType<typeof courseWith>>;
beforeEach(async () => {
  school = await world.school();
  product = await school.product('Plano Estúdio');
  course = await courseWith(school, { products: [product], lessons: [2] });
});

type Sender = Pick<Person, 'send'>;

const looking = (products: string, headers: object = {}) => ({
  headers: { 'view-as-student': products, ...headers },
});
const read = (person: Sender, path: string, products: string) =>
  person.send('GET', path, undefined, looking(products));
const members = async () => (await school.owner.get('/api/v1/members')).body.data.length as number;

const studentPages = () => [
  '/api/v1/home',
  `/api/v1/courses/${course.id}`,
  `/api/v1/lessons/${course.lessons[0]}`,
  '/api/v1/favorites',
];

test('staff read what a student with the same products reads', async () => {
  for (const [products, student] of [
    ['none', await school.join()],
    [String(product), await school.join(['student'], [product])],
  ] as const)
    for (const path of studentPages()) {
      const actual = await read(school.owner, path, products);
      const expected = await student.get(path);
      expect([path, actual.status, actual.body]).toEqual([path, expected.status, expected.body]);
    }
  const locked = await read(school.owner, `/api/v1/courses/${course.id}`, 'none');
  const open = await read(school.owner, `/api/v1/courses/${course.id}`, String(product));
  expect([locked.body.data.locked, open.body.data.locked]).toEqual([true, false]);
});

test('an answer names its reader, so that a device keeps it for them; a preview names nobody', async () => {
  const nameIn = ({ headers }: { headers: object }) =>
    (headers as Record<string, string>)[ANSWER_OWNER];
  const student = await school.join();
  for (const person of [school.owner, student])
    expect(nameIn(await person.get('/api/v1/home'))).toBe(`${school.id}-${person.id}`);
  expect(nameIn(await school.visitor.get('/api/v1/site'))).toBe(`${school.id}-0`);
  expect(nameIn(await read(school.owner, '/api/v1/home', 'none'))).toBeUndefined();
  expect(nameIn(await student.post('/api/v1/reminders', {}))).toBeUndefined();
});

test('any staff may preview, eight at once, and no preview is stored', async () => {
  const before = await members();
  const instructor = await school.join(['instructor']);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => read(instructor, '/api/v1/home', String(product))),
  );
  expect(statuses(answers)).toEqual({ 200: 8 });
  expect(await members()).toBe(before + 1);
});

test('a preview does not deadlock when connections are scarce', async () => {
  const narrow = await openWorld({ POOL_SIZE: '1' });
  const its = await narrow.school();
  const student = await its.join();
  const answers = await Promise.all([
    read(its.owner, '/api/v1/home', 'none'),
    student.get('/api/v1/home'),
    read(its.owner, '/api/v1/home', 'none'),
  ]);
  expect(statuses(answers)).toEqual({ 200: 3 });
});

test('the preview answers as a student', async () => {
  const { body } = await read(school.owner, '/api/v1/session', 'none');
  expect(body.user.name).toBe('Olívia Dona');
  expect(body.roles).toEqual([{ role: { slug: 'student' } }]);
  expect((await read(school.owner, '/api/v1/members', 'none')).status).toBe(403);
});

test('the preview writes nothing', async () => {
  const path = `/api/v1/lessons/${course.lessons[0]}/progress`;
  const put = await school.owner.send('PUT', path, { seconds: 30 }, looking(String(product)));
  expect([put.status, put.body.code]).toEqual([403, 'viewing_as_student']);
  const post = await school.owner.send('POST', '/api/v1/products', { title: 'X' }, looking('none'));
  expect(post.body.code).toBe('viewing_as_student');
  const publish = `/api/auth/config/plataforma/carrossel/publish/${school.id}/1`;
  const write = await school.owner.send(
    'GET',
    publish,
    undefined,
    looking('none', { tenantId: school.id }),
  );
  expect(write.body.code).toBe('viewing_as_student');
  expect((await school.owner.get('/api/v1/home')).body.data.continue).toEqual([]);
});

test('the preview grants no additional rights', async () => {
  const student = await school.join();
  const lesson = `/api/v1/lessons/${course.lessons[0]}`;
  expect((await read(student, lesson, String(product))).status).toBe(403);
  expect((await read(school.visitor, lesson, String(product))).status).toBe(401);
  expect((await read(school.visitor, '/api/v1/site', 'none')).status).toBe(403);
});

test('the preview accepts only products of this school', async () => {
  const neighbour = await world.school();
  const neighbourProduct = await neighbour.product();
  expect((await read(school.owner, '/api/v1/home', `${product},${neighbourProduct}`)).status).toBe(
    404,
  );
  for (const products of ['', '0', 'all', '1;2', '-1', '1,'])
    expect([products, (await read(school.owner, '/api/v1/home', products)).status]).toEqual([
      products,
      400,
    ]);
});

import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, statuses, type Person, type TestSchool } from '../../../test/harness.ts';
import { mailsTo } from '../../../test/sign-in.ts';

const world = await openWorld();

let school: TestSchool;
beforeEach(async () => {
  school = await world.school();
});

const createLink = (by: Person, id: number) => by.post(`/api/v1/members/${id}/access-link`);
const tokenOf = (url: string) => new URL(url).searchParams.get('token')!;
const enter = (token: string, atSchool = school) =>
  atSchool.visitor.post('/api/v1/password/reset', { token, password: 'segredo-bom' });
const add = async (fields: object = {}) => {
  const email = `p-${Math.random().toString(36).slice(2)}@example.com`;
  const { body } = await school.owner.post('/api/v1/members', { name: 'Rosa', email, ...fields });
  return body.data as { id: number; email: string };
};
const linksOf = (id: number) =>
  school.transaction(({ db }) =>
    db.selectFrom('sign_in_links').selectAll().where('member_id', '=', id).execute(),
  );

const HOUR_MS = 3_600_000;
const lifeOf = ({ body }: { body: { data: { expires_at: string } } }) =>
  (Date.parse(body.data.expires_at) - Date.now()) / HOUR_MS;

test('somebody without a password enters by a link that was handed over, once, within 7 days', async () => {
  const { id, email } = await add();
  const response = await createLink(school.owner, id);
  expect(response.status).toBe(201);
  expect(response.body.data.url).toMatch(/^http:\/\/[^/]+\/entrar\/senha\?token=[\w-]{20,}$/);
  expect(Math.round(lifeOf(response))).toBe(7 * 24);

  const token = tokenOf(response.body.data.url);
  // The queue of password hashes takes four of one address.
  expect(statuses(await Promise.all(Array.from({ length: 4 }, () => enter(token))))).toEqual({
    204: 1,
    401: 3,
  });
  const signedIn = await school.visitor.post('/api/v1/session', { email, password: 'segredo-bom' });
  expect(signedIn.body.user).toMatchObject({ id, email });
});

test('a later sign-in ends the other links of the person', async () => {
  const { id } = await add();
  const [first, second] = [await createLink(school.owner, id), await createLink(school.owner, id)];
  expect((await enter(tokenOf(second.body.data.url))).status).toBe(204);
  expect((await enter(tokenOf(first.body.data.url))).status).toBe(401);
});

test('an old link opens nothing', async () => {
  const { id } = await add();
  const { body } = await createLink(school.owner, id);
  await school.transaction(({ db }) =>
    db
      .updateTable('sign_in_links')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('member_id', '=', id)
      .execute(),
  );
  expect((await enter(tokenOf(body.data.url))).status).toBe(401);
});

test('for a member who has a password or has signed in, it is valid for an hour and ends their sessions', async () => {
  const withPassword = await add({ password: 'senha-de-antes' });
  expect(Math.round(lifeOf(await createLink(school.owner, withPassword.id)))).toBe(1);

  const student = await school.join();
  await school.transaction(({ db }) =>
    db
      .updateTable('members')
      .set({ password_hash: null, last_seen_at: new Date() })
      .where('id', '=', student.id)
      .execute(),
  );
  const response = await createLink(school.owner, student.id);
  expect(Math.round(lifeOf(response))).toBe(1);
  expect((await student.get('/api/v1/session')).status).toBe(200);
  await enter(tokenOf(response.body.data.url));
  expect((await student.get('/api/v1/session')).status).toBe(401);
});

describe('access links are created by', () => {
  test('an admin for members with fewer rights, an owner for everybody', async () => {
    const admin = await school.join(['admin']);
    const higher = [school.owner.id, (await school.join(['admin', 'student'])).id, admin.id];
    const refused = await Promise.all(higher.map((id) => createLink(admin, id)));
    expect(statuses(refused)).toEqual({ 403: 3 });
    expect(refused[0]!.body.code).toBe('link_of_higher');
    expect((await Promise.all(higher.map(linksOf))).flat()).toEqual([]);

    const lower = [(await school.join()).id, (await school.join(['instructor', 'moderator'])).id];
    const links = [
      ...(await Promise.all(lower.map((id) => createLink(admin, id)))),
      ...(await Promise.all([...higher, ...lower].map((id) => createLink(school.owner, id)))),
    ];
    expect(statuses(links)).toEqual({ 201: 7 });
  });

  test('no one without the right to manage people', async () => {
    const { id } = await add();
    for (const roles of [['student'], ['moderator'], ['instructor']] as const)
      expect((await createLink(await school.join([...roles]), id)).status).toBe(403);
    expect((await createLink(school.visitor as Person, id)).status).toBe(401);
  });

  test('nobody of another school, where the link opens nothing either', async () => {
    const neighbour = await world.school();
    const { id } = await add();
    expect((await createLink(neighbour.owner, id)).status).toBe(404);
    const { body } = await createLink(school.owner, id);
    expect((await enter(tokenOf(body.data.url), neighbour)).status).toBe(401);
    expect((await enter(tokenOf(body.data.url))).status).toBe(204);
  });

  test('nobody, for an account that waits for its erasure', async () => {
    const { id } = await add();
    await school.owner.post(`/api/v1/members/${id}/erasure`);
    expect((await createLink(school.owner, id)).status).toBe(404);
  });
});

describe('a link that an admin has made for a student opens nothing', () => {
  const setRoles = (id: number, roles: string[]) =>
    school.owner.send('PATCH', `/api/v1/members/${id}`, { roles });

  test.each([
    [
      'after the student has become an admin',
      401,
      (student: number) => setRoles(student, ['admin']),
    ],
    [
      'after the student has become an owner',
      401,
      (student: number) => setRoles(student, ['owner']),
    ],
    [
      'after the admin has become a student',
      401,
      (_student: number, admin: number) => setRoles(admin, ['student']),
    ],
    [
      'after the admin has been removed',
      401,
      (_student: number, admin: number) => school.owner.send('DELETE', `/api/v1/members/${admin}`),
    ],
    [
      'but it does after the student has become an instructor',
      204,
      (student: number) => setRoles(student, ['instructor']),
    ],
  ])('%s', async (_when, status, change) => {
    const [student, admin] = [await school.join(), await school.join(['admin'])];
    const { body } = await createLink(admin, student.id);
    expect((await change(student.id, admin.id)).status).toBeLessThan(300);
    expect((await enter(tokenOf(body.data.url))).status).toBe(status);
    expect((await student.get('/api/v1/session')).status).toBe(status === 204 ? 401 : 200);
  });

  test('and uses up no link that was mailed', async () => {
    const [{ id, email }, admin] = [await add(), await school.join(['admin'])];
    const { body } = await createLink(admin, id);
    await setRoles(id, ['admin']);
    expect((await enter(tokenOf(body.data.url))).status).toBe(401);
    const [mail] = await mailsTo(world, school, email);
    expect((await enter(/token=([\w-]+)/.exec(mail!.plain)![1]!)).status).toBe(204);
  });
});

test('each link leaves an audit row without its token, and there are ten an hour', async () => {
  const { id } = await add();
  const answers = [];
  for (let count = 0; count < 11; count++) answers.push(await createLink(school.owner, id));
  expect(statuses(answers)).toEqual({ 201: 10, 429: 1 });
  const rows = await school.auditEntries('members.accessLink');
  expect(rows).toHaveLength(10);
  expect(rows[0]).toMatchObject({ member_id: school.owner.id, params: { id } });
  // Those of one person limit no other.
  expect((await createLink(school.owner, (await add()).id)).status).toBe(201);
});

import { expect, test } from 'vitest';
import {
  openImportWorld,
  cartridgeOf,
  readImport,
  send,
  sendCourse,
} from '../../../test/imports.ts';
import { withPassword } from '../../../test/sign-in.ts';
import { makeJobsDue, runSql } from '../../../test/sql.ts';

/** Imports that run while others change the same things. Each test lets PostgreSQL choose who comes first. */
const world = await openImportWorld();
const school = await world.school();
const runJobs = () => world.platform.jobs.runAll();

const sheetOf = (emails: string[], products: string) =>
  `name,email,products\n${emails.map((email) => `Ana,${email},${products}`).join('\n')}`;
const sendPeople = async (sheet: string): Promise<number> =>
  (await send('/api/v1/members/import', sheet, school.owner, { name: 'a.csv' })).body.data.id;
const members = async (search: string): Promise<{ email: string; product_ids: number[] }[]> =>
  (await school.owner.get(`/api/v1/members?search=${search}`)).body.data;

test('the same people in two imports at once are added once, with the products of both', async () => {
  const [sun, moon] = [await school.product('Sol'), await school.product('Lua')];
  const emails = Array.from({ length: 15 }, (_, index) => `p${index}@twice.co`);
  // In opposite orders each waits for what the other has added: a deadlock.
  const ids = [
    await sendPeople(sheetOf(emails, 'Sol')),
    await sendPeople(sheetOf(emails.toReversed(), 'Lua')),
  ];
  await Promise.all([runJobs(), runJobs()]);
  const all = await members('twice.co');
  expect(all).toHaveLength(15);
  for (const { product_ids } of all) expect(product_ids).toEqual([sun, moon]);
  const imports = await Promise.all(ids.map((id) => readImport(school.owner, id)));
  expect(imports).toMatchObject([{ status: 'done' }, { status: 'done' }]);
  const counts = imports.map((one) => one.counts!);
  expect(counts.map(({ created, changed }) => created + changed)).toEqual([15, 15]);
  expect(counts.reduce((sum, { created }) => sum + created, 0)).toBe(15);
});

test('an undo keeps the account of who signs in at the same moment, or refuses the sign-in', async () => {
  const known = await withPassword(school);
  const emails = Array.from({ length: 6 }, (_, index) => `s${index}@undo.co`);
  const id = await sendPeople(sheetOf(emails, ''));
  await runJobs();
  await runSql(
    world.databaseUrl,
    `UPDATE members m SET password_hash = k.password_hash FROM members k
     WHERE k.email = '${known}' AND m.email LIKE '%@undo.co'`,
  );
  expect((await school.owner.post(`/api/v1/imports/${id}/undo`, {})).status).toBe(202);
  const signIn = (email: string) =>
    school.visitor.post('/api/v1/session', { email, password: 'segredo-bom' });
  // The first comes before the undo, and the last after it. Between them, either may win.
  const first = await signIn(emails[0]!);
  const [, ...others] = await Promise.all([runJobs(), ...emails.slice(1, -1).map(signIn)]);
  const last = await signIn(emails.at(-1)!);
  const answers = [first, ...others, last];
  const kept = new Set((await members('undo.co')).map(({ email }) => email));
  for (const [index, email] of emails.entries())
    expect([email, answers[index]!.status]).toEqual([email, kept.has(email) ? 200 : 401]);
  expect([kept.has(emails[0]!), kept.has(emails.at(-1)!)]).toEqual([true, false]);
  expect((await readImport(school.owner, id)).undo).toMatchObject({
    removed: emails.length - kept.size,
    kept: kept.size,
  });
});

test('a course is imported whole while its product goes, and other courses change', async () => {
  const [kept, going] = [await school.product('Fica'), await school.product('Sai')];
  const titles = Array.from({ length: 12 }, (_, index) => `Aula ${index + 1}`);
  const cartridge = cartridgeOf(Object.fromEntries(titles.map((title) => [title, '<p>Luz</p>'])));
  const { body } = await sendCourse(cartridge, school.owner, { products: [kept, going] });
  const { body: other } = await school.owner.post('/api/v1/courses', { title: 'Outro' });
  const courseOf = (id: number) => `/api/v1/courses/${id}`;
  const [, ...answers] = await Promise.all([
    runJobs(),
    school.owner.send('DELETE', `/api/v1/products/${going}`),
    school.owner.send('PATCH', courseOf(other.data.id), { title: 'Outro nome' }),
    ...[1, 2, 3].map((n) => school.owner.post('/api/v1/courses', { title: `Novo ${n}` })),
  ]);
  for (const { status } of answers) expect(status).toBeLessThan(300);
  // Another try, where the product went during the first one.
  await makeJobsDue(world.databaseUrl);
  await runJobs();
  const done = await readImport(school.owner, body.data.id);
  expect(done).toMatchObject({ status: 'done', done: 12, report: [] });
  const { data } = (await school.owner.get(courseOf(done.course_id!))).body;
  const lessons = data.modules.flatMap((one: { lessons: { title: string }[] }) => one.lessons);
  expect(lessons.map(({ title }: { title: string }) => title)).toEqual(titles);
  expect(data.product_ids).toEqual([kept]);
  const { body: list } = await school.owner.get('/api/v1/courses');
  const names = list.data.map(({ title }: { title: string }) => title);
  const expected = ['Novo 1', 'Novo 2', 'Novo 3', 'Outro nome', data.title];
  expect(names).toEqual(expect.arrayContaining(expected));
  expect(names).toHaveLength(expected.length);
});

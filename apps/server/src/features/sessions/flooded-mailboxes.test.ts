import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openWorld, statuses, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { mailsTo, signInByPassword, withPassword } from '../../../test/sign-in.ts';

const world = await openWorld({}, await ownDatabase());

const calls = { sign_in: '/api/v1/session/magic-link', password: '/api/v1/password/forgot' };
type Purpose = keyof typeof calls;
const askAsStranger = (school: TestSchool, purpose: Purpose, email: string) =>
  school.visitor.post(calls[purpose], { email });
const countOf = async (school: TestSchool, email: string) =>
  (await mailsTo(world, school, email)).length;
/** Makes all links this much older. */
const wait = (school: TestSchool, minutes: number) =>
  school.transaction(({ db }) =>
    sql`UPDATE sign_in_links SET expires_at = expires_at - make_interval(mins => ${minutes})`.execute(
      db,
    ),
  );

test.each(['sign_in', 'password'] as const)(
  'a mailbox gets twenty links of strangers a day, and then one an hour: %s',
  async (purpose) => {
    const school = await world.school();
    const [victim, classmate] = [await school.join(), await school.join()];
    const flood = async () => {
      for (let count = 0; count < 7; count += 1) await askAsStranger(school, purpose, victim.email);
      const sent = await countOf(school, victim.email);
      await wait(school, 11);
      return sent;
    };
    const sent = [];
    for (let round = 0; round < 5; round += 1) sent.push(await flood());
    expect(sent).toEqual([5, 10, 15, 20, 20]);
    // 66 minutes after the last one.
    await wait(school, 44);
    expect([await flood(), await flood()]).toEqual([21, 21]);
    await askAsStranger(school, purpose, classmate.email);
    expect(await countOf(school, classmate.email)).toBe(1);
    await wait(school, 24 * 60);
    expect(await flood()).toBe(26);
  },
);

test('links that staff hand over are no mails, and use up none', async () => {
  const school = await world.school();
  const email = await withPassword(school);
  const { data } = (await school.owner.get(`/api/v1/members?search=${email}`)).body;
  for (let count = 0; count < 5; count += 1) {
    const handed = await school.owner.post(`/api/v1/members/${data[0].id}/access-link`);
    expect(handed.status).toBe(201);
  }
  await askAsStranger(school, 'password', email);
  expect(await countOf(school, email)).toBe(1);
});

test('a browser that the account knows gets its links meanwhile, ten an hour', async () => {
  const school = await world.school();
  const email = await withPassword(school);
  const headers = { cookie: await signInByPassword(school, email) };
  for (let count = 0; count < 5; count += 1) await askAsStranger(school, 'sign_in', email);
  expect(await countOf(school, email)).toBe(5);
  const ask = (purpose: Purpose, address = email) =>
    school.visitor.send('POST', calls[purpose], { email: address }, { headers });
  expect(statuses([await ask('sign_in'), await ask('password')])).toEqual({ 202: 2 });
  expect(await countOf(school, email)).toBe(7);
  // The browser is a stranger to other accounts.
  const classmate = await school.join();
  for (let count = 0; count < 7; count += 1) await ask('sign_in', classmate.email);
  expect(await countOf(school, classmate.email)).toBe(5);
  const more = await Promise.all(Array.from({ length: 10 }, () => ask('sign_in')));
  expect(statuses(more)).toEqual({ 202: 8, 429: 2 });
});

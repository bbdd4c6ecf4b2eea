import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openWorld, statuses, type TestResponse } from '../../../test/harness.ts';
import { expectFree, expectWaiting } from '../../../test/lock-waits.ts';
import { endLinks, mailsTo } from '../../../test/sign-in.ts';

const world = await openWorld();

test('a forgotten password is reset once, and ends the other sessions of that person', async () => {
  const school = await world.school();
  const { id, email, get } = await school.join();
  const classmate = await school.join();
  expect((await school.visitor.post('/api/v1/password/forgot', { email })).status).toBe(202);
  const token = (await mailsTo(world, school, email)).at(-1)!.plain.match(/token=([\w-]+)/)![1];
  const reset = (password: string) =>
    school.visitor.post('/api/v1/password/reset', { token, password });
  expect((await reset('curta')).status).toBe(422);
  expect((await reset('uma-senha-nova')).status).toBe(204);
  expect((await reset('outra-senha-nova')).status).toBe(401);
  expect((await get('/api/v1/session')).status).toBe(401);
  expect((await classmate.get('/api/v1/session')).status).toBe(200);
  const signIn = (address: string) =>
    school.visitor.post('/api/v1/session', { email: address, password: 'uma-senha-nova' });
  expect(await signIn(email)).toMatchObject({ status: 200, body: { user: { id } } });
  expect((await signIn(classmate.email)).status).toBe(401);
});

test('a used reset link ends all other links and invitations of that person', async () => {
  const school = await world.school();
  const email = 'convidada@example.com';
  await school.owner.post('/api/v1/members', { name: 'Iara', email });
  const classmate = await school.join();
  for (const address of [email, classmate.email])
    await school.visitor.post('/api/v1/password/forgot', { email: address });
  await school.visitor.post('/api/v1/session/magic-link', { email });
  const tokensOf = async (address: string) =>
    (await mailsTo(world, school, address)).map(({ plain }) => plain.match(/token=([\w-]+)/)![1]);
  const [invitation, reset, magicLink] = await tokensOf(email);
  const [theirs] = await tokensOf(classmate.email);
  const useReset = (token: string | undefined) =>
    school.visitor.post('/api/v1/password/reset', { token, password: 'minha-senha-2' });
  expect((await useReset(reset)).status).toBe(204);
  expect((await useReset(invitation)).status).toBe(401);
  expect(
    (await school.visitor.post('/api/v1/session/magic-link/consume', { token: magicLink })).status,
  ).toBe(401);
  expect((await useReset(theirs)).status).toBe(204);
});

test('of two links of one person at the same moment, one sets a password, without a deadlock', async () => {
  const school = await world.school();
  const { id, email } = await school.join();
  for (let count = 0; count < 3; count += 1)
    await school.visitor.post('/api/v1/password/forgot', { email });
  const mails = await mailsTo(world, school, email);
  const [, ...tokens] = mails.map(({ plain }) => plain.match(/token=([\w-]+)/)![1]);
  expect(tokens).toHaveLength(2);
  const running = await school.transaction(async (tx) => {
    // The first link of the person.
    await sql`SELECT FROM sign_in_links WHERE member_id = ${id} LIMIT 1 FOR UPDATE`.execute(tx.db);
    const password = 'uma-senha-nova';
    const resets: Promise<TestResponse>[] = [];
    for (const token of tokens) {
      resets.push(school.visitor.post('/api/v1/password/reset', { token, password }));
      await expectWaiting(tx, resets.length);
    }
    await expectFree(tx, sql`sign_in_links WHERE member_id = ${id}`);
    return resets;
  });
  expect(statuses(await Promise.all(running))).toEqual({ 204: 1, 401: 1 });
});

test('a link to a new password ends with its time', async () => {
  const school = await world.school();
  const { email } = await school.join();
  await school.visitor.post('/api/v1/password/forgot', { email });
  const token = (await mailsTo(world, school, email)).at(-1)!.plain.match(/token=([\w-]+)/)![1];
  await endLinks(school);
  const { status } = await school.visitor.post('/api/v1/password/reset', {
    token,
    password: 'uma-senha-nova',
  });
  expect(status).toBe(401);
});

test.each([
  ['a link to a new password is valid for an hour', 'password', 60],
  ['an invitation is valid for seven days', 'invitation', 7 * 24 * 60],
])('%s', async (_rule, purpose, minutes) => {
  const school = await world.school();
  const tokenAfter = async (passed: number) => {
    const email = `${passed}@example.com`;
    await school.owner.post('/api/v1/members', { name: 'Iara', email });
    if (purpose === 'password') await school.visitor.post('/api/v1/password/forgot', { email });
    const token = (await mailsTo(world, school, email)).at(-1)!.plain.match(/token=([\w-]+)/)![1];
    await school.transaction(({ db }) =>
      sql`UPDATE sign_in_links SET expires_at = expires_at - make_interval(mins => ${passed})`.execute(
        db,
      ),
    );
    return token;
  };
  const reset = async (token: string | undefined) =>
    (await school.visitor.post('/api/v1/password/reset', { token, password: 'minha-senha-1' }))
      .status;
  expect(await reset(await tokenAfter(minutes - 1))).toBe(204);
  expect(await reset(await tokenAfter(minutes))).toBe(401);
});

test('an invitation speaks the language of who invites, until its reader chooses one', async () => {
  const school = await world.school('Jenipapo');
  const email = 'nova@example.com';
  const ask = (path: string, body: object, language: string) =>
    school.owner.send('POST', path, body, {
      headers: { cookie: `${school.owner.cookie}; language=${language}` },
    });
  const { body } = await ask('/api/v1/members', { name: 'Nova', email }, 'es');
  const again = `/api/v1/members/${body.data.id}/invitation`;
  await ask(again, {}, 'en');
  await school.transaction(({ db }) =>
    db.updateTable('members').set({ language: 'pt' }).where('email', '=', email).execute(),
  );
  await ask(again, {}, 'en');
  expect((await mailsTo(world, school, email)).map(({ subject }) => subject)).toEqual([
    'Tu acceso a Jenipapo',
    'Your access to Jenipapo',
    'Seu acesso a Jenipapo',
  ]);
});

test('an invited member gets a mail that leads to a password', async () => {
  const school = await world.school('Jenipapo');
  const email = 'nova@example.com';
  await school.owner.post('/api/v1/members', { name: 'Nova', email });
  const mail = (await mailsTo(world, school, email)).at(-1)!;
  expect(mail.subject).toBe('Seu acesso a Jenipapo');
  const token = mail.plain.match(/token=([\w-]+)/)![1];
  expect(mail.plain).toContain(`http://${school.host}/entrar/senha?token=`);
  expect(
    (await school.visitor.post('/api/v1/password/reset', { token, password: 'minha-senha-1' }))
      .status,
  ).toBe(204);
});

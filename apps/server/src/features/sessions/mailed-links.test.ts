import { HOUR_MS } from '@vitrine/contract/durations';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openWorld, statuses, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { cookiesOf, endLinks, mailsTo } from '../../../test/sign-in.ts';
import { ownerLink } from '../tenants/tenants.store.ts';

const world = await openWorld();

describe('with a link by mail', () => {
  const requestLink = async (school: TestSchool, email: string) => {
    const responses = await school.visitor.post('/api/v1/session/magic-link', { email });
    expect(responses.status).toBe(202);
    const mail = (await mailsTo(world, school, email)).at(-1);
    return {
      text: responses.text,
      browser: cookiesOf(responses.headers),
      token: mail?.plain.match(/token=([\w-]+)/)?.[1] ?? '',
      code: mail?.plain.match(/\b(\d{6})\b/)?.[1] ?? '',
    };
  };
  const consume = (school: TestSchool, body: object, cookie = '') =>
    school.visitor.send('POST', '/api/v1/session/magic-link/consume', body, {
      headers: { cookie },
    });

  test('the browser that asked enters once, as the person who asked', async () => {
    const school = await world.school();
    const { id, email } = await school.join();
    const classmate = await school.join();
    const theirs = await requestLink(school, classmate.email);
    const { token, browser } = await requestLink(school, email);
    const answers = await Promise.all([1, 2, 3].map(() => consume(school, { token }, browser)));
    expect(statuses(answers)).toEqual({ 200: 1, 401: 2 });
    const { body, headers } = answers.find(({ status }) => status === 200)!;
    expect(body).toMatchObject({ user: { id, email } });
    const session = { headers: { cookie: cookiesOf(headers) } };
    const own = await school.visitor.send('GET', '/api/v1/session', undefined, session);
    expect(own.body).toMatchObject({ user: { id, email } });
    // One account that everybody entered would be somebody's own.
    const entered = await consume(school, { token: theirs.token }, theirs.browser);
    expect(entered.body).toMatchObject({ user: { id: classmate.id } });
  });

  test('the link leads to the requested page, and never outside the school', async () => {
    const school = await world.school();
    const { email } = await school.join();
    const askFrom = async (next: string | undefined, headers: Record<string, string> = {}) => {
      const body = { email, ...(next !== undefined && { next }) };
      const path = '/api/v1/session/magic-link';
      expect((await school.visitor.send('POST', path, body, { headers })).status).toBe(202);
      const mail = (await mailsTo(world, school, email)).at(-1);
      return /token=[\w-]+(\S*)/.exec(mail!.plain)![1];
    };
    expect(await askFrom('/courses/7?aula=2')).toBe('&next=%2Fcourses%2F7%3Faula%3D2');
    const origin = `http://${school.host}`;
    expect(await askFrom(undefined, { origin, referer: `${origin}/favoritos` })).toBe(
      '&next=%2Ffavoritos',
    );
    for (const next of ['//evil.example.com/a', 'https://evil.example.com/', '/entrar'])
      expect(await askFrom(next)).toBe('');
    expect(
      (await school.visitor.post('/api/v1/session/magic-link', { email, next: 7 })).status,
    ).toBe(422);
  });

  test('a link ends with its time', async () => {
    const school = await world.school();
    const { email } = await school.join();
    const { token, browser } = await requestLink(school, email);
    await endLinks(school);
    expect((await consume(school, { token }, browser)).status).toBe(401);
  });

  test('is valid for ten minutes, as the mail says; a printed one of an owner for a day', async () => {
    const school = await world.school();
    const later = (minutes: number) =>
      school.transaction(({ db }) =>
        sql`UPDATE sign_in_links SET expires_at = expires_at - make_interval(mins => ${minutes})`.execute(
          db,
        ),
      );
    const mailed = async (minutes: number) => {
      const { token, browser } = await requestLink(school, (await school.join()).email);
      await later(minutes);
      return (await consume(school, { token }, browser)).status;
    };
    const printed = async (minutes: number) => {
      const link = await ownerLink(world.platform.database, school.id, school.owner.id);
      await later(minutes);
      const body = { token: link.split('token=')[1], email: school.owner.email };
      const owner = { ...body, password: 'uma-senha-nova' };
      return (await school.visitor.post('/api/v1/session/owner', owner)).status;
    };
    expect([await mailed(9), await mailed(10)]).toEqual([200, 401]);
    const day = 24 * 60;
    expect([await printed(day - 1), await printed(day)]).toEqual([200, 401]);
  });

  test.each([-1, 1])('is as good from a server whose clock is %i h off', async (hours) => {
    const school = await world.school();
    const { email } = await school.join();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS });
    onTestFinished(() => void vi.useRealTimers());
    const { token, browser } = await requestLink(school, email);
    const old = await requestLink(school, email);
    vi.useRealTimers();
    expect((await consume(school, { token }, browser)).status).toBe(200);
    await school.transaction(({ db }) =>
      sql`UPDATE sign_in_links SET expires_at = expires_at - interval '10 minutes'`.execute(db),
    );
    expect((await consume(school, { token: old.token }, old.browser)).status).toBe(401);
  });

  test('another browser types the code of the mail, with five tries', async () => {
    const school = await world.school();
    const { email } = await school.join();
    const { token, code } = await requestLink(school, email);
    const needed = await consume(school, { token });
    expect([needed.status, needed.body.code]).toEqual([409, 'code_needed']);
    expect((await consume(school, { token, code: '000000x' })).status).toBe(401);
    expect((await consume(school, { token, code })).status).toBe(200);

    const second = await requestLink(school, email);
    const classmate = await requestLink(school, (await school.join()).email);
    for (let i = 0; i < 5; i += 1) await consume(school, { token: second.token, code: 'nope' });
    expect((await consume(school, { token: second.token, code: second.code })).status).toBe(401);
    const { token: otherToken, code: otherCode } = classmate;
    expect((await consume(school, { token: otherToken, code: otherCode })).status).toBe(200);
  });

  test('each request marks its browser for another half year', async () => {
    const school = await world.school();
    const { email } = await school.join();
    const ask = (cookie?: string) =>
      school.visitor.send(
        'POST',
        '/api/v1/session/magic-link',
        { email },
        { headers: { ...(cookie && { cookie }) } },
      );
    const first = String((await ask()).headers['set-cookie']);
    const again = String((await ask(first.split(';')[0])).headers['set-cookie']);
    expect(again).toBe(first);
    expect(again).toContain('Max-Age=15552000');
  });

  test('ends the invitations of who has entered, also one that was handed over', async () => {
    const school = await world.school();
    const invite = async (name: string) => {
      const email = `${name}@example.com`;
      const { body } = await school.owner.post('/api/v1/members', { name, email });
      const handed = await school.owner.post(`/api/v1/members/${body.data.id}/access-link`);
      const [mail] = await mailsTo(world, school, email);
      const tokens = [mail!.plain, handed.body.data.url as string];
      return { email, tokens: tokens.map((text) => /token=([\w-]+)/.exec(text)![1]) };
    };
    const [iara, bia] = [await invite('iara'), await invite('bia')];
    await school.visitor.post('/api/v1/password/forgot', { email: iara.email });
    const forgotten = (await mailsTo(world, school, iara.email)).at(-1)!.plain;
    const { token, browser } = await requestLink(school, iara.email);
    expect((await consume(school, { token })).status).toBe(409);
    expect((await consume(school, { token }, browser)).status).toBe(200);
    const setPassword = async (invitation: string | undefined) =>
      (
        await school.visitor.post('/api/v1/password/reset', {
          token: invitation,
          password: 'minha-senha-2',
        })
      ).status;
    for (const invitation of iara.tokens) expect(await setPassword(invitation)).toBe(401);
    expect(await setPassword(bia.tokens[0])).toBe(204);
    // A link that the person asked for stays valid.
    expect(await setPassword(/token=([\w-]+)/.exec(forgotten)![1])).toBe(204);
  });

  test('asking says the same for an e-mail without account, and mails nothing', async () => {
    const school = await world.school();
    const { email } = await school.join();
    const known = await requestLink(school, email);
    const unknown = await requestLink(school, 'nobody@example.com');
    expect(unknown.text).toBe(known.text);
    expect(await mailsTo(world, school, 'nobody@example.com')).toEqual([]);
  });

  test('a link is of one school only, and for one purpose only', async () => {
    const [school, neighbour] = [await world.school(), await world.school()];
    const { email } = await school.join();
    const { token, code } = await requestLink(school, email);
    expect((await consume(neighbour, { token, code })).status).toBe(401);
    expect(
      (await school.visitor.post('/api/v1/password/reset', { token, password: 'nova-senha' }))
        .status,
    ).toBe(401);
  });

  test('a link to a password or to a new e-mail signs nobody in', async () => {
    const school = await world.school();
    const { email, send } = await school.join();
    const tokenOf = async (recipient: string) =>
      (await mailsTo(world, school, recipient)).at(-1)!.plain.match(/token=([\w-]+)/)![1];
    await school.visitor.post('/api/v1/password/forgot', { email });
    const password = await tokenOf(email);
    expect((await send('PUT', '/api/v1/session/email', { email: `nova-${email}` })).status).toBe(
      202,
    );
    const newEmail = await tokenOf(`nova-${email}`);
    for (const token of [password, newEmail]) {
      expect((await consume(school, { token })).status).toBe(401);
      const owner = { token, email: 'x@example.com', password: 'nova-senha' };
      expect((await school.visitor.post('/api/v1/session/owner', owner)).status).toBe(401);
    }
    const reset = { token: newEmail, password: 'nova-senha' };
    expect((await school.visitor.post('/api/v1/password/reset', reset)).status).toBe(401);
  });

  test('of parallel guesses of the code five are checked', async () => {
    const school = await world.school();
    const { email } = await school.join();
    const { token, code } = await requestLink(school, email);
    const guesses = Array.from({ length: 12 }, () => consume(school, { token, code: 'nope' }));
    const codes = (await Promise.all(guesses)).map(({ body }) => body.code as string);
    expect(codes.filter((one) => one === 'wrong_code')).toHaveLength(5);
    expect((await consume(school, { token, code })).status).toBe(401);
  });

  test('switched off, a request is 202 and sends no mail', async () => {
    const school = await world.school();
    const { email } = await school.join();
    await school.transaction(({ db }) =>
      db.updateTable('platform_settings').set({ magic_link_enabled: false }).execute(),
    );
    await expect
      .poll(
        async () =>
          (await school.visitor.get('/api/v1/site')).body.data.login_page.magic_link_enabled,
      )
      .toBe(0);
    await school.visitor.post('/api/v1/session/magic-link', { email });
    expect(await mailsTo(world, school, email)).toEqual([]);
  });

  test('a link that was asked for before it went off signs nobody in', async () => {
    const school = await world.school();
    const { email } = await school.join();
    const { token, browser } = await requestLink(school, email);
    await school.owner.post('/api/auth/config/plataforma/loginPage/update', {
      magic_link_enabled: 0,
    });
    expect((await consume(school, { token }, browser)).status).toBe(401);
  });

  test('a mailbox gets five links in ten minutes, however many are asked for at once', async () => {
    const own = await openWorld({}, await ownDatabase());
    const school = await own.school();
    const { email } = await school.join();
    const ask = async (times: number) => {
      for (let at = 0; at < times; at += 1)
        await school.visitor.post('/api/v1/session/magic-link', { email });
    };
    const links = () =>
      school.transaction(({ db }) => db.selectFrom('sign_in_links').select('expires_at').execute());
    await ask(4);
    await own.platform.jobs.runAll();
    await ask(8);
    const running = await school.transaction(async (tx) => {
      await sql`SELECT FROM members WHERE email = ${email} FOR UPDATE`.execute(tx.db);
      const jobs = [own.platform.jobs.runAll(), own.platform.jobs.runAll()];
      await expectWaiting(tx, 2); // none of the two has counted
      return jobs;
    });
    await Promise.all(running);
    expect(await links()).toHaveLength(5);
    // Neither another kind of link nor another mailbox has reached its limit.
    await school.visitor.post('/api/v1/password/forgot', { email });
    const classmate = await school.join();
    for (let at = 0; at < 5; at += 1)
      await school.visitor.post('/api/v1/password/forgot', { email: classmate.email });
    await own.platform.jobs.runAll();
    await school.visitor.post('/api/v1/session/magic-link', { email: classmate.email });
    await own.platform.jobs.runAll();
    expect(await links()).toHaveLength(12);
    await school.transaction(({ db }) =>
      db.updateTable('sign_in_links').set({ expires_at: new Date() }).execute(),
    );
    await ask(1);
    await own.platform.jobs.runAll();
    expect(await links()).toHaveLength(13);
  });

  test('one address has fifty wrong links in a quarter of an hour, and as many right ones as it likes', async () => {
    const school = await world.school();
    const counted = (count: number) =>
      school.transaction(({ db }) =>
        sql`INSERT INTO failed_tries (key, count, window_ends)
          VALUES ('link:127.0.0.1', ${count}, now() + interval '10 minutes')
          ON CONFLICT (tenant_id, key) DO UPDATE SET count = excluded.count`.execute(db),
      );
    const byLink = async () => {
      const { token, browser } = await requestLink(school, (await school.join()).email);
      expect((await consume(school, { token })).status).toBe(409); // another browser lacks its code
      return (await consume(school, { token }, browser)).status;
    };
    const password = 'uma-senha-nova';
    const reset = async () => {
      const { email } = await school.join();
      await school.visitor.post('/api/v1/password/forgot', { email });
      const mail = (await mailsTo(world, school, email)).at(-1)!;
      const token = mail.plain.match(/token=([\w-]+)/)![1];
      return (await school.visitor.post('/api/v1/password/reset', { token, password })).status;
    };
    const setUp = async () => {
      const link = await ownerLink(world.platform.database, school.id, school.owner.id);
      const body = { token: link.split('token=')[1], email: school.owner.email, password };
      return (await school.visitor.post('/api/v1/session/owner', body)).status;
    };
    await counted(49);
    expect([await byLink(), await reset(), await setUp()]).toEqual([200, 204, 200]);
    expect((await consume(school, { token: 'errado' })).status).toBe(401);
    const { token, browser } = await requestLink(school, (await school.join()).email);
    expect((await consume(school, { token }, browser)).status).toBe(429);
  });

  test('one address asks for 60 mails in a quarter of an hour, and not for more', async () => {
    const school = await world.school();
    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        school.visitor.post('/api/v1/password/forgot', { email: `x${index}@example.com` }),
      ),
    );
    expect(statuses(responses)).toEqual({ 202: 60, 429: 4 });
  });
});

test('a mail never links to the Host header of a stranger', async () => {
  const emptyWorld = await openWorld({}, await ownDatabase());
  const school = await emptyWorld.school(); // the first one: it answers at every bare address
  const { email } = await school.join();
  const forget = async (host: string) =>
    (
      await emptyWorld.app.inject({
        method: 'POST',
        url: '/api/v1/password/forgot',
        headers: { host },
        payload: { email },
      })
    ).statusCode;
  expect(await forget('203.0.113.9:8080')).toBe(202);
  expect(await forget('[2001:db8::9]')).toBe(202);
  expect(await forget(`${school.host}:8080`)).toBe(202);
  expect(await forget('[::1]@stranger.example')).toBe(404);
  const links = (await mailsTo(emptyWorld, school, email)).map(
    ({ plain }) => /(http.*)\?token/.exec(plain)![1],
  );
  expect(links).toEqual([
    `http://${school.host}/entrar/senha`,
    `http://${school.host}/entrar/senha`,
    `http://${school.host}/entrar/senha`,
  ]);
});

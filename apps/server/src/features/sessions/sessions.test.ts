import { messages as common } from '@vitrine/contract/messages';
import { translate } from '@vitrine/contract/texts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openWorld, statuses, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { passwordMatches } from '../../platform/secrets.ts';

const world = await openWorld();

const withPassword = async (school: TestSchool, password = 'segredo-bom') => {
  const email = `p-${Math.random().toString(36).slice(2)}@example.com`;
  const { status } = await school.owner.post('/api/v1/members', { name: 'Rosa', email, password });
  expect(status).toBe(201);
  return email;
};

const mailsTo = async (school: TestSchool, email: string, { platform } = world) => {
  await platform.jobs.runAll();
  return platform.database.transaction(school.id, ({ db }) =>
    db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute(),
  );
};

/** Keeps the account's queue of password hashes full until it is freed. */
function fillQueue(owner: Parameters<typeof passwordMatches>[0]) {
  let full = true;
  const hashWhileFull = async () => {
    while (full) await passwordMatches(owner, 'chute', null);
  };
  const hashes = Array.from({ length: 6 }, hashWhileFull); // two run, four are queued
  return async () => {
    full = false;
    await Promise.all(hashes);
  };
}

const cookiesOf = (headers: Record<string, unknown>) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => (cookie as string).split(';')[0])
    .join('; ');

describe('with a password', () => {
  test('the session opens, returns its member, and ends', async () => {
    const school = await world.school('Contraluz');
    const email = await withPassword(school);
    const signedIn = await school.visitor.post('/api/v1/session', {
      email: email.toUpperCase(),
      password: 'segredo-bom',
    });
    expect(signedIn.status).toBe(200);
    expect(signedIn.body).toEqual({
      user: { id: expect.any(Number), name: 'Rosa', email, photo_url: null },
      tenant: { id: school.id, name: 'Contraluz', slug: school.slug },
      roles: [{ role: { slug: 'student' } }],
    });
    const [setCookie] = [signedIn.headers['set-cookie']].flat();
    expect(setCookie).toMatch(/HttpOnly/);
    expect(setCookie).toMatch(/SameSite=Lax/);
    const headers = { cookie: cookiesOf(signedIn.headers) };
    const { visitor } = school;
    expect((await visitor.send('GET', '/api/v1/session', undefined, { headers })).body).toEqual(
      signedIn.body,
    );
    expect((await visitor.send('DELETE', '/api/v1/session', undefined, { headers })).status).toBe(
      204,
    );
    expect((await visitor.send('GET', '/api/v1/session', undefined, { headers })).status).toBe(401);
  });

  test('mails follow the language of the sign-in page, until the member chooses one', async () => {
    const school = await world.school();
    const email = await withPassword(school);
    const subjects = async (language: string) => {
      const signedIn = await school.visitor.send(
        'POST',
        '/api/v1/session',
        { email, password: 'segredo-bom' },
        { headers: { cookie: `language=${language}` } },
      );
      await school.visitor.post('/api/v1/password/forgot', { email });
      const sent = await mailsTo(school, email);
      return { headers: { cookie: cookiesOf(signedIn.headers) }, last: sent.at(-1)?.subject };
    };
    expect((await subjects('fr')).last).toMatch(/^Nova senha em /);
    const { headers, last } = await subjects('en');
    expect(last).toMatch(/^New password at /);
    await school.visitor.send('PATCH', '/api/v1/me', { language: 'es' }, { headers });
    expect((await subjects('en')).last).toMatch(/^Nueva contraseña en /);
  });

  test('the session signs nobody in once its time is over, whatever is opened', async () => {
    const school = await world.school();
    const student = await school.join();
    const endsIn = (seconds: number) =>
      school.transaction(({ db }) =>
        db
          .updateTable('sessions')
          .set({ expires_at: new Date(Date.now() + seconds * 1000) })
          .where('member_id', '=', student.id)
          .execute(),
      );
    const opened = async () => [
      (await student.get('/api/v1/session')).status,
      (await student.get('/api/v1/home')).status,
      (await student.send('PUT', '/api/v1/favorites/course/1')).status,
    ];
    await endsIn(60);
    expect(await opened()).toEqual([200, 200, 404]);
    await endsIn(-1);
    expect(await opened()).toEqual([401, 401, 401]);
  });

  test('a wrong password and an unknown e-mail answer alike', async () => {
    const school = await world.school();
    const email = await withPassword(school);
    const wrong = await school.visitor.post('/api/v1/session', {
      email,
      password: 'errada-demais',
    });
    const unknown = await school.visitor.post('/api/v1/session', {
      email: 'x@example.com',
      password: 'errada-demais',
    });
    expect([wrong.status, wrong.text]).toEqual([401, unknown.text]);
  });

  test('the same e-mail at two schools is two accounts', async () => {
    const [one, two] = [await world.school(), await world.school()];
    const email = await withPassword(one);
    expect(
      (await two.visitor.post('/api/v1/session', { email, password: 'segredo-bom' })).status,
    ).toBe(401);
    expect(
      (await two.owner.post('/api/v1/members', { name: 'Rosa', email, password: 'outra-senha' }))
        .status,
    ).toBe(201);
    expect(
      (await one.visitor.post('/api/v1/session', { email, password: 'outra-senha' })).status,
    ).toBe(401);
  });

  test('ten failures block further attempts, with the time to wait; successful sign-ins do not count', async () => {
    const school = await world.school();
    const email = await withPassword(school);
    const tryIt = (password: string) => school.visitor.post('/api/v1/session', { email, password });
    for (let i = 0; i < 12; i += 1) expect((await tryIt('segredo-bom')).status).toBe(200);
    for (let i = 0; i < 10; i += 1) expect((await tryIt('chute')).status).toBe(401);
    const refused = await tryIt('segredo-bom');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('of parallel guesses ten are checked, however many come at once', async () => {
    const school = await world.school();
    const email = await withPassword(school);
    const guesses = await Promise.all(
      Array.from({ length: 40 }, () =>
        school.visitor.post('/api/v1/session', { email, password: 'chute' }),
      ),
    );
    const judged = guesses.filter(({ status }) => status === 401).length;
    expect(judged).toBeLessThanOrEqual(10);
    expect(guesses.every(({ status }) => [401, 429, 503].includes(status))).toBe(true);
  });

  test('an account signs in 40 times a minute, and not more often', async () => {
    const school = await world.school();
    const email = await withPassword(school);
    const signIn = () => school.visitor.post('/api/v1/session', { email, password: 'segredo-bom' });
    for (let i = 0; i < 40; i += 1) expect((await signIn()).status).toBe(200);
    for (let i = 0; i < 12; i += 1) expect((await signIn()).status).toBe(429);
    // The server did not check the refused passwords, so they count as no failures after the
    // minute.
    await school.transaction(({ db }) =>
      db
        .updateTable('failed_tries')
        .set({ window_ends: new Date(0) })
        .where('key', 'like', 'sign-in:use:%')
        .execute(),
    );
    expect((await signIn()).status).toBe(200);
  });

  test("one student's storm of sign-ins does not shut another school's owner out", async () => {
    const [school, neighbour] = [await world.school(), await world.school()];
    const [email, other] = [await withPassword(school), await withPassword(neighbour)];
    const storm = Array.from({ length: 120 }, () =>
      school.visitor.post('/api/v1/session', { email, password: 'segredo-bom' }),
    );
    const owner = await neighbour.visitor.post('/api/v1/session', {
      email: other,
      password: 'segredo-bom',
    });
    expect(owner.status).toBe(200);
    expect(statuses(await Promise.all(storm))).toHaveProperty('503');
  });

  test('an attempt that the full queue refused does not count as a failure', async () => {
    const school = await world.school();
    const email = await withPassword(school);
    const signIn = (password: string) =>
      school.visitor.post('/api/v1/session', { email, password });
    const freeQueue = fillQueue({ tenantId: school.id, account: email });
    for (let i = 0; i < 12; i += 1) {
      const { status, headers } = await signIn('chute');
      expect([status, headers['retry-after']]).toEqual([503, '2']);
    }
    await freeQueue();
    for (let i = 0; i < 10; i += 1) expect((await signIn('chute')).status).toBe(401);
    expect((await signIn('chute')).status).toBe(429);
  });

  test('an e-mail without an account, or without a password, costs the same hash', async () => {
    const school = await world.school();
    const { email: withoutPassword } = await school.join();
    for (const email of ['ninguem@example.com', withoutPassword]) {
      const signIn = () => school.visitor.post('/api/v1/session', { email, password: 'chute' });
      expect((await signIn()).status).toBe(401);
      // An answer without a hash would come at once, and reveal that the account does not exist.
      const freeQueue = fillQueue({ tenantId: school.id, account: email });
      expect((await signIn()).status).toBe(503);
      await freeQueue();
    }
  });

  test('failures are forgotten when their time is over, and counted anew from one', async () => {
    const school = await world.school();
    const email = await withPassword(school);
    const signIn = (password: string) =>
      school.visitor.post('/api/v1/session', { email, password });
    const tryIt = async (password: string) => (await signIn(password)).status;
    const endIn = (seconds: number) =>
      school.transaction(({ db }) =>
        db
          .updateTable('failed_tries')
          .set({ window_ends: new Date(Date.now() + seconds * 1000) })
          .execute(),
      );
    for (let i = 0; i < 10; i += 1) await tryIt('chute');
    await endIn(60);
    for (let i = 0; i < 2; i += 1) {
      const { status, headers } = await signIn('segredo-bom');
      // Further tries do not prolong the wait.
      expect([status, Number(headers['retry-after']) <= 60]).toEqual([429, true]);
    }
    await endIn(0);
    for (let i = 0; i < 9; i += 1) expect(await tryIt('chute')).toBe(401);
    expect(await tryIt('segredo-bom')).toBe(200);
  });

  test('a write from another site is refused, and so is one from a neighbour school', async () => {
    const school = await world.school();
    const neighbour = await world.school();
    for (const headers of [
      { origin: 'https://evil.example.com' },
      { origin: `http://${neighbour.host}`, 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example.com', 'sec-fetch-site': 'same-origin' },
      { origin: 'null' },
      { referer: 'https://evil.example.com/a' },
      { referer: `http://${neighbour.host}/homepage` },
      { referer: 'no address' },
    ])
      expect(
        (await school.owner.send('DELETE', '/api/v1/session', undefined, { headers })).status,
      ).toBe(403);
    // An old browser sends the Referer only.
    const headers = { referer: `http://${school.host}/homepage` };
    expect(
      (await school.owner.send('PATCH', '/api/v1/members/1', { x: 1 }, { headers })).status,
    ).not.toBe(403);
  });

  test('a cookie with a language that is none of ours leaves that of the member', async () => {
    const { owner } = await world.school();
    await owner.send('PATCH', '/api/v1/me', { language: 'es' });
    const answerIn = async (language: string) => {
      const headers = { cookie: `${owner.cookie}; language=${language}` };
      return (await owner.send('GET', '/api/v1/courses/999999', undefined, { headers })).body
        .message;
    };
    expect(await answerIn('en')).toBe(translate('en', common.notFound));
    for (const language of ['fr', 'en-US', ''])
      expect(await answerIn(language)).toBe(translate('es', common.notFound));
  });

  test.each([
    ['https://school', ':443'],
    ['http://school', ':80'],
    ['https://school', ''],
  ])('a write from %s arrives through a proxy that adds “%s” to the host', async (site, port) => {
    const school = await world.school();
    const write = (origin: string) =>
      school.owner.send(
        'POST',
        '/api/v1/products',
        { title: 'Plano' },
        {
          headers: { host: `${school.host.toUpperCase()}${port}`, origin },
        },
      );
    const origin = site.replace('school', school.host);
    expect((await write(origin)).status).toBe(201);
    expect((await write(`${origin}:8443`)).status).toBe(403);
  });

  test('a write without the header of a site needs only the cookie', async () => {
    const school = await world.school();
    expect((await school.owner.post('/api/v1/products', { title: 'Plano' })).status).toBe(201);
    expect((await school.visitor.post('/api/v1/products', { title: 'Plano' })).status).toBe(401);
    const headers = { origin: `http://${school.host}`, 'sec-fetch-site': 'same-origin' };
    expect(
      (await school.owner.send('DELETE', '/api/v1/session', undefined, { headers })).status,
    ).toBe(204);
  });
});

/** Moves the requests of a school's links far into the past. */
const endLinks = (school: TestSchool) =>
  school.transaction(({ db }) =>
    db.updateTable('sign_in_links').set({ expires_at: new Date() }).execute(),
  );

describe('with a link by mail', () => {
  const requestLink = async (school: TestSchool, email: string) => {
    const responses = await school.visitor.post('/api/v1/session/magic-link', { email });
    expect(responses.status).toBe(202);
    const mail = (await mailsTo(school, email)).at(-1);
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
      const mail = (await mailsTo(school, email)).at(-1);
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

  test('each request marks its browser for another hour', async () => {
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
    expect(again).toContain('Max-Age=3600');
  });

  test('asking says the same for an e-mail without account, and mails nothing', async () => {
    const school = await world.school();
    const { email } = await school.join();
    const known = await requestLink(school, email);
    const unknown = await requestLink(school, 'nobody@example.com');
    expect(unknown.text).toBe(known.text);
    expect(await mailsTo(school, 'nobody@example.com')).toEqual([]);
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
      (await mailsTo(school, recipient)).at(-1)!.plain.match(/token=([\w-]+)/)![1];
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
    expect(await mailsTo(school, email)).toEqual([]);
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

test('a sign-in begins no session with a password that was changed meanwhile', async () => {
  const school = await world.school();
  const email = await withPassword(school);
  const answer = await school.transaction(async (tx) => {
    const changed = tx.db.updateTable('members').set({ password_hash: 'another' });
    await changed.where('email', '=', email).execute();
    const signIn = school.visitor.post('/api/v1/session', { email, password: 'segredo-bom' });
    await expectWaiting(tx, 1);
    return { signIn };
  });
  expect((await answer.signIn).status).toBe(401);
});

test('a forgotten password is reset once, and ends the other sessions of that person', async () => {
  const school = await world.school();
  const { id, email, get } = await school.join();
  const classmate = await school.join();
  expect((await school.visitor.post('/api/v1/password/forgot', { email })).status).toBe(202);
  const token = (await mailsTo(school, email)).at(-1)!.plain.match(/token=([\w-]+)/)![1];
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
    (await mailsTo(school, address)).map(({ plain }) => plain.match(/token=([\w-]+)/)![1]);
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

test('a link to a new password ends with its time', async () => {
  const school = await world.school();
  const { email } = await school.join();
  await school.visitor.post('/api/v1/password/forgot', { email });
  const token = (await mailsTo(school, email)).at(-1)!.plain.match(/token=([\w-]+)/)![1];
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
    const token = (await mailsTo(school, email)).at(-1)!.plain.match(/token=([\w-]+)/)![1];
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
  const links = (await mailsTo(school, email, emptyWorld)).map(
    ({ plain }) => /(http.*)\?token/.exec(plain)![1],
  );
  expect(links).toEqual([
    `http://${school.host}/entrar/senha`,
    `http://${school.host}/entrar/senha`,
    `http://${school.host}/entrar/senha`,
  ]);
});

test('an invited member gets a mail that leads to a password', async () => {
  const school = await world.school('Jenipapo');
  const email = 'nova@example.com';
  await school.owner.post('/api/v1/members', { name: 'Nova', email });
  const mail = (await mailsTo(school, email)).at(-1)!;
  expect(mail.subject).toBe('Seu acesso a Jenipapo');
  const token = mail.plain.match(/token=([\w-]+)/)![1];
  expect(mail.plain).toContain(`http://${school.host}/entrar/senha?token=`);
  expect(
    (await school.visitor.post('/api/v1/password/reset', { token, password: 'minha-senha-1' }))
      .status,
  ).toBe(204);
});

test('a changed role counts at the next request', async () => {
  const school = await world.school();
  const member = await school.join(['admin']);
  expect((await member.get('/api/v1/members')).status).toBe(200);
  await school.owner.send('PATCH', `/api/v1/members/${member.id}`, { roles: ['student'] });
  expect((await member.get('/api/v1/members')).status).toBe(403);
});

test('an unknown host has no school', async () => {
  const { app } = world;
  const response = await app.inject({
    url: '/api/v1/site',
    headers: { host: 'nowhere.localhost' },
  });
  expect(response.statusCode).toBe(404);
});

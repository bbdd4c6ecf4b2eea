import { HOUR_MS } from '@vitrine/contract/durations';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openWorld, statuses, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { cookiesOf, mailsTo, withPassword } from '../../../test/sign-in.ts';
import { passwordMatches } from '../../platform/secrets.ts';

const world = await openWorld();

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

/** Signs in from an address, with the cookies of a browser. */
const signInFrom = (school: TestSchool, remoteAddress: string, body: object, cookie = '') =>
  school.visitor.send('POST', '/api/v1/session', body, {
    remoteAddress,
    headers: { ...(cookie && { cookie }) },
  });

/** Counts failures of the next two and a half hours. */
const countFailures = (school: TestSchool, key: string, count: number) =>
  school.transaction(({ db }) =>
    db
      .insertInto('failed_tries')
      .values({ key, count, window_ends: new Date(Date.now() + 2.5 * HOUR_MS) })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doUpdateSet({ count }))
      .execute(),
  );

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
      const sent = await mailsTo(world, school, email);
      return { headers: { cookie: cookiesOf(signedIn.headers) }, last: sent.at(-1)?.subject };
    };
    expect((await subjects('fr')).last).toMatch(/^Nova senha em /);
    const { headers, last } = await subjects('en');
    expect(last).toMatch(/^New password at /);
    await school.visitor.send('PATCH', '/api/v1/me', { language: 'es' }, { headers });
    expect((await subjects('en')).last).toMatch(/^Nueva contraseña en /);
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

  test('failures at one address lock the account there, and not for a person elsewhere', async () => {
    const school = await world.school();
    const email = await withPassword(school);
    for (let i = 0; i < 10; i += 1)
      await signInFrom(school, '203.0.113.1', { email, password: 'x' });
    const statusAt = async (address: string) =>
      (await signInFrom(school, address, { email, password: 'segredo-bom' })).status;
    expect([await statusAt('203.0.113.1'), await statusAt('203.0.113.2')]).toEqual([429, 200]);
  });

  test('failures at the addresses of one IPv6 network count together', async () => {
    const school = await world.school();
    const email = await withPassword(school);
    const tryAt = async (address: string, password: string) =>
      (await signInFrom(school, address, { email, password })).status;
    for (const host of ['2001:db8:0:7::1', '2001:DB8:0:7:1:2:3:4', '2001:0db8::7:1:0:0:0'])
      for (let i = 0; i < 3; i += 1) expect(await tryAt(host, 'chute')).toBe(401);
    expect(await tryAt('2001:db8:0:7::2', 'chute')).toBe(401);
    expect(await tryAt('2001:db8:0:7::3', 'segredo-bom')).toBe(429);
    expect(await tryAt('2001:db8:0:8::1', 'segredo-bom')).toBe(200);
    // An IPv4 address is the same at a socket of both families.
    for (let i = 0; i < 10; i += 1) await tryAt('::ffff:203.0.113.9', 'chute');
    expect(await tryAt('203.0.113.9', 'segredo-bom')).toBe(429);
    expect(await tryAt('::ffff:203.0.113.10', 'segredo-bom')).toBe(200);
  });

  test('failures at many addresses lock the account, but not where it has signed in before', async () => {
    const school = await world.school();
    const [email, classmate] = [await withPassword(school), await withPassword(school)];
    const right = { email, password: 'segredo-bom' };
    const own = cookiesOf((await signInFrom(school, '203.0.113.1', right)).headers);
    const other = { email: classmate, password: 'segredo-bom' };
    const foreign = cookiesOf((await signInFrom(school, '203.0.113.1', other)).headers);
    await countFailures(school, `sign-in:account:${email}`, 99);
    const last = await signInFrom(school, '203.0.113.3', { email, password: 'chute' });
    expect(last.status).toBe(401);
    for (const cookie of ['', foreign, 'vitrine-browser=chute']) {
      const refused = await signInFrom(school, '203.0.113.4', right, cookie);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(2 * 3600);
    }
    expect((await signInFrom(school, '203.0.113.4', right, own)).status).toBe(200);
    await countFailures(school, 'sign-in:address:203.0.113.5', 60);
    expect((await signInFrom(school, '203.0.113.5', other)).status).toBe(429);
    expect((await signInFrom(school, '203.0.113.5', other, foreign)).status).toBe(200);
    // Half a year after its last sign-in a browser is a stranger's.
    await school.transaction(({ db }) =>
      db.updateTable('known_browsers').set({ expires_at: new Date() }).execute(),
    );
    expect((await signInFrom(school, '203.0.113.4', right, own)).status).toBe(429);
  });

  test('a class of any size signs in from one address, which sixty failures lock', async () => {
    const school = await world.school();
    const emails = [];
    for (let count = 0; count < 4; count += 1) emails.push(await withPassword(school));
    const [address, key] = ['203.0.113.7', 'sign-in:address:203.0.113.7'];
    await countFailures(school, key, 59);
    for (const email of emails.slice(1))
      await countFailures(school, `sign-in:account:${email}`, 99);
    const signIn = async (email: string | undefined, password = 'segredo-bom') =>
      (await signInFrom(school, address, { email, password })).status;
    const [first, ...others] = emails;
    for (const email of [...others, ...others]) expect(await signIn(email)).toBe(200);
    expect([await signIn(first, 'chute'), await signIn(first)]).toEqual([401, 429]);
  });

  test('a browser that the account knows has ten tries too, whatever its address', async () => {
    const school = await world.school();
    const email = await withPassword(school);
    const right = { email, password: 'segredo-bom' };
    const own = cookiesOf((await signInFrom(school, '203.0.113.1', right)).headers);
    for (let i = 0; i < 10; i += 1) {
      const wrong = { email, password: 'chute' };
      expect((await signInFrom(school, `203.0.113.${i}`, wrong, own)).status).toBe(401);
    }
    expect((await signInFrom(school, '203.0.113.99', right, own)).status).toBe(429);
    expect((await signInFrom(school, '203.0.113.99', right)).status).toBe(200);
  });

  test('an account knows the twenty browsers that signed in last', async () => {
    const school = await world.school();
    const email = await withPassword(school);
    const right = { email, password: 'segredo-bom' };
    const first = cookiesOf((await signInFrom(school, '203.0.113.1', right)).headers);
    await school.transaction(({ db }) =>
      sql`WITH oldest AS (
          UPDATE known_browsers SET expires_at = expires_at - interval '1 hour' RETURNING *)
        INSERT INTO known_browsers (member_id, browser_hash, expires_at)
        SELECT member_id, sha256(n::text::bytea), expires_at + n * interval '1 second'
        FROM oldest, generate_series(1, 19) AS n`.execute(db),
    );
    const known = () =>
      school.transaction(({ db }) => db.selectFrom('known_browsers').selectAll().execute());
    // The browser that signs in again is no other one, and becomes the latest.
    for (const _ of [1, 2]) await signInFrom(school, '203.0.113.1', right, first);
    expect(await known()).toHaveLength(20);
    await signInFrom(school, '203.0.113.1', right);
    await signInFrom(school, '203.0.113.1', right);
    expect(await known()).toHaveLength(20);
    await countFailures(school, `sign-in:account:${email}`, 100);
    expect((await signInFrom(school, '203.0.113.1', right, first)).status).toBe(200);
  });

  test('other people forget no browser, and keep those that they share', async () => {
    const school = await world.school();
    const [email, classmate] = [await withPassword(school), await withPassword(school)];
    const signIn = (who: string, cookie = '') =>
      signInFrom(school, '203.0.113.1', { email: who, password: 'segredo-bom' }, cookie);
    const shared = cookiesOf((await signIn(email)).headers);
    await signIn(classmate, shared);
    for (let count = 0; count < 20; count += 1) await signIn(classmate);
    await signIn(email);
    await countFailures(school, `sign-in:account:${email}`, 100);
    await countFailures(school, `sign-in:account:${classmate}`, 100);
    expect((await signIn(email, shared)).status).toBe(200);
    expect((await signIn(classmate, shared)).status).toBe(429);
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

  test.each([-1, 1])(
    'ten failures block further attempts for the same time on a server whose clock is %i h off',
    async (hours) => {
      const school = await world.school();
      const email = await withPassword(school);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS });
      onTestFinished(() => void vi.useRealTimers());
      const tryIt = (password: string) =>
        school.visitor.post('/api/v1/session', { email, password });
      for (let i = 0; i < 10; i += 1) expect((await tryIt('chute')).status).toBe(401);
      const { status, headers } = await tryIt('segredo-bom');
      const seconds = Number(headers['retry-after']);
      expect([status, seconds > 14 * 60, seconds <= 15 * 60]).toEqual([429, true, true]);
    },
  );

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

import { HOUR_MS } from '@vitrine/contract/durations';
import { messages as common } from '@vitrine/contract/messages';
import { translate } from '@vitrine/contract/texts';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openWorld, type TestSchool } from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { signInByPassword, withPassword } from '../../../test/sign-in.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';

const world = await openWorld();

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

test('the cookie outlasts the session, which each visit extends', async () => {
  const school = await world.school();
  const email = await withPassword(school);
  const { headers } = await school.visitor.post('/api/v1/session', {
    email,
    password: 'segredo-bom',
  });
  const cookie = [headers['set-cookie']].flat().find((one) => String(one).startsWith('vitrine='));
  // 400 days: browsers keep no cookie longer.
  expect(cookie).toContain('Max-Age=34560000;');
});

test('each visit extends the session of its browser, also beside another one', async () => {
  const school = await world.school();
  const email = await withPassword(school);
  await signInByPassword(school, email);
  const laptop = await signInByPassword(school, email);
  await school.transaction(({ db }) =>
    sql`UPDATE sessions SET last_seen_at = now() - interval '1 day', expires_at = now() + interval '1 minute'
      WHERE id = (SELECT max(id) FROM sessions)`.execute(db),
  );
  await school.visitor.send('GET', '/api/v1/session', undefined, { headers: { cookie: laptop } });
  const ending = async () => {
    const { rows } = await school.transaction(({ db }) =>
      sql`SELECT FROM sessions WHERE expires_at < now() + interval '29 days'
          OR last_seen_at < now() - interval '1 hour'`.execute(db),
    );
    return rows.length;
  };
  // That of the owner ends within an hour.
  await expect.poll(ending).toBe(1);
});

test('a visit within the hour leaves the session as it is', async () => {
  const school = await world.school();
  const student = await school.join();
  const seen = async () => {
    const { rows } = await school.transaction(({ db }) =>
      sql<{ seen: string; ends: string }>`
        SELECT last_seen_at::text AS seen, expires_at::text AS ends FROM sessions
        WHERE member_id = ${student.id}`.execute(db),
    );
    return rows[0]!;
  };
  const visitAfter = async (minutes: number) => {
    await school.transaction(({ db }) =>
      sql`UPDATE sessions SET last_seen_at = now() - make_interval(mins => ${minutes}::integer)
        WHERE member_id = ${student.id}`.execute(db),
    );
    const before = await seen();
    expect((await student.get('/api/v1/session')).status).toBe(200);
    return before;
  };
  const before = await visitAfter(59);
  // A later visit extends it, so the one before has had its time.
  const late = await visitAfter(61);
  expect(late.ends).toBe(before.ends);
  await expect.poll(async () => (await seen()).ends > late.ends).toBe(true);
});

test('a server that is an hour behind extends a session once', async () => {
  const school = await world.school();
  const student = await school.join();
  const staleCount = async () => {
    const { rows } = await school.transaction(({ db }) =>
      sql`SELECT FROM sessions WHERE member_id = ${student.id}
        AND last_seen_at < now() - interval '1 hour'`.execute(db),
    );
    return rows.length;
  };
  await school.transaction(({ db }) =>
    sql`UPDATE sessions SET last_seen_at = now() - interval '1 day'`.execute(db),
  );
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - HOUR_MS });
  onTestFinished(() => void vi.useRealTimers());
  expect((await student.get('/api/v1/session')).status).toBe(200);
  await expect.poll(staleCount).toBe(0);
});

test('signing out ends the session, and its browser forgets the cookie', async () => {
  const school = await world.school();
  const student = await school.join();
  const { headers } = await student.send('DELETE', '/api/v1/session');
  expect([headers['set-cookie']].flat()).toContainEqual(
    expect.stringMatching(/^vitrine=;.*Expires=Thu, 01 Jan 1970/),
  );
  expect((await student.get('/api/v1/session')).status).toBe(401);
});

test('an account that closes while its password is checked signs nobody in', async () => {
  const school = await world.school();
  const email = await withPassword(school);
  const [signIn] = await school.transaction(async (tx) => {
    await tx.db
      .updateTable('members')
      .set({ erase_at: new Date() })
      .where('email', '=', email)
      .execute();
    const running = school.visitor.post('/api/v1/session', { email, password: 'segredo-bom' });
    await expectWaiting(tx, 1);
    return [running];
  });
  const { status, headers } = await signIn;
  expect([status, headers['set-cookie']]).toEqual([401, undefined]);
});

test('the name of a browser is stored to three hundred characters', async () => {
  const school = await world.school();
  const email = await withPassword(school);
  const headers = { 'user-agent': 'x'.repeat(5_000) };
  const body = { email, password: 'segredo-bom' };
  await school.visitor.send('POST', '/api/v1/session', body, { headers });
  const { user_agent } = await school.transaction(({ db }) =>
    db
      .selectFrom('sessions')
      .select('user_agent')
      .where('user_agent', 'like', 'x%')
      .executeTakeFirstOrThrow(),
  );
  expect(user_agent).toHaveLength(300);
});

test('a sign-in ends the session that its browser had, and no other one', async () => {
  const school = await world.school();
  const [email, other] = [await withPassword(school), await withPassword(school)];
  const statusOf = async (cookie: string) =>
    (await school.visitor.send('GET', '/api/v1/session', undefined, { headers: { cookie } }))
      .status;
  const elsewhere = await signInByPassword(school, email);
  const first = await signInByPassword(school, email);
  const second = await signInByPassword(school, email, first);
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  const listed = await school.visitor.send('GET', '/api/v1/me/sessions', undefined, {
    headers: { cookie: second },
  });
  expect(listed.body).toHaveLength(2);
  const third = await signInByPassword(school, other, second);
  expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200]);
  expect(await statusOf(elsewhere)).toBe(200);
});

test('a sign-in deletes the sessions of its school whose time is over, and no others', async () => {
  const [school, neighbour] = [await world.school(), await world.school()];
  const email = await withPassword(school);
  const addSession = (target: TestSchool, name: string, expires_at: Date) =>
    target.transaction(({ db }) =>
      db
        .insertInto('sessions')
        .values({
          member_id: target.owner.id,
          token_hash: hashToken(newToken()),
          expires_at,
          user_agent: name,
        })
        .execute(),
    );
  const minute = 60_000;
  for (const target of [school, neighbour]) {
    await addSession(target, 'is over', new Date(Date.now() - minute));
    await addSession(target, 'runs', new Date(Date.now() + minute));
  }
  const named = (target: TestSchool) =>
    target.transaction(async ({ db }) => {
      const rows = await db
        .selectFrom('sessions')
        .select('user_agent')
        .where('user_agent', 'in', ['is over', 'runs'])
        .execute();
      return rows.map(({ user_agent }) => user_agent).toSorted();
    });
  await signInByPassword(school, email);
  expect(await named(school)).toEqual(['runs']);
  expect(await named(neighbour)).toEqual(['is over', 'runs']);
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
  // A page that tells no referrer has no origin either, but the browser knows its site.
  const hidden = { origin: 'null', 'sec-fetch-site': 'same-origin' };
  expect(
    (await school.owner.send('PATCH', '/api/v1/members/1', { x: 1 }, { headers: hidden })).status,
  ).not.toBe(403);
  // An old browser sends the Referer only.
  const headers = { referer: `http://${school.host}/homepage` };
  expect(
    (await school.owner.send('PATCH', '/api/v1/members/1', { x: 1 }, { headers })).status,
  ).not.toBe(403);
});

test('a read of a member from another site is refused, and leaves no trace', async () => {
  const school = await world.school();
  const { owner } = school;
  const student = await school.join();
  const paths = ['/api/v1/me/export', `/api/v1/members/${student.id}/export`, '/api/v1/me'];
  const statusesAt = async (path: string, headers: object) =>
    (await owner.send('GET', path, undefined, { headers: { ...headers } })).status;
  for (const path of paths) {
    for (const site of ['cross-site', 'same-site'])
      expect(await statusesAt(path, { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' })).toBe(
        403,
      );
    expect(await statusesAt(path, { referer: 'https://evil.example.com/a' })).toBe(403);
  }
  expect((await owner.get('/api/v1/data-requests?state=done')).body.data).toEqual([]);
  expect(await school.auditEntries('privacy')).toEqual([]);
  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}])
    expect(await statusesAt('/api/v1/me', headers)).toBe(200);
  // Visitors read it, too.
  expect(await statusesAt('/api/v1/site', { 'sec-fetch-site': 'cross-site' })).toBe(200);
});

test('a cookie with a language that is none of ours leaves that of the member', async () => {
  const { owner } = await world.school();
  await owner.send('PATCH', '/api/v1/me', { language: 'es' });
  const answerIn = async (language: string) => {
    const headers = { cookie: `${owner.cookie}; language=${language}` };
    return (await owner.send('GET', '/api/v1/courses/999999', undefined, { headers })).body.message;
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

import { allRoutes } from '@vitrine/contract';
import { paramNames, type AnyRoute } from '@vitrine/contract/core';
import { eventStream } from '@vitrine/contract/events';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { ensureFirstSchool } from '../src/demo/first-school.ts';
import { hashToken, newToken } from '../src/platform/secrets.ts';
import { openWorld } from './harness.ts';
import { ownDatabase } from './own-database.ts';
import { runSql } from './sql.ts';

/**
 * Calls every read of the contract in the demo school. Its lists have several rows: a statement that
 * runs for each of them runs twice or more. New routes are tested without a line here.
 */
const databaseUrl = await ownDatabase();
const ownerSignIn = { OWNER_EMAIL: 'dona@example.com', OWNER_PASSWORD: 'segredo-bom-2026' };
const { app, platform } = await openWorld(ownerSignIn, databaseUrl);
const host = 'contraluz.localhost';
await ensureFirstSchool(platform);
const tenantId = (await runSql<{ id: string }>(databaseUrl, 'SELECT id::text FROM tenants'))[0]!.id;

/** Three rows for each list that is shorter in the demo school. */
const moreRows = `
  INSERT INTO reminders (tenant_id, member_id, base_url, title, time, time_zone, weekdays, next_at)
    SELECT ${tenantId}, m.id, 'http://a.co', 'Luz', '08:00', 'UTC', '{1}', now()
    FROM members m, generate_series(1, 3) WHERE m.email = 'duda@example.com';
  INSERT INTO custom_html (tenant_id, title, html, page)
    SELECT ${tenantId}, 'Luz ' || n, '<p>Luz</p>', 'homepage' FROM generate_series(1, 3) n;
  INSERT INTO imports (tenant_id, kind, filename, status)
    SELECT ${tenantId}, 'members', 'a.csv', 'done' FROM generate_series(1, 3);
  INSERT INTO mails (tenant_id, recipient, subject, html, plain)
    SELECT ${tenantId}, 'duda@example.com', 'Luz', '', '' FROM generate_series(1, 3);
  INSERT INTO live_messages (tenant_id, live_id, member_id, text)
    SELECT ${tenantId}, l.id, m.id, 'Luz' FROM lives l, members m WHERE m.roles = '{student}';
  INSERT INTO live_silences (tenant_id, live_id, member_id, created_by)
    SELECT ${tenantId}, l.id, m.id, m.id FROM lives l, members m WHERE m.roles = '{student}';
  INSERT INTO community_silences (tenant_id, community_id, member_id)
    SELECT ${tenantId}, c.id, m.id FROM communities c, members m
    WHERE m.roles = '{student}' AND m.email <> 'duda@example.com' ON CONFLICT DO NOTHING;
  INSERT INTO post_reports (tenant_id, community_id, post_id, member_id, reason)
    SELECT ${tenantId}, p.community_id, p.id, m.id, 'Luz' FROM posts p, members m
    WHERE m.email = 'kaue@example.com' AND p.member_id <> m.id ON CONFLICT DO NOTHING;
  INSERT INTO posts (tenant_id, community_id, channel_id, content, removed_at)
    SELECT ${tenantId}, k.community_id, k.id, 'Luz', now() FROM channels k, generate_series(1, 3);
  INSERT INTO data_requests (tenant_id, member_id, kind)
    SELECT ${tenantId}, m.id, 'access' FROM members m WHERE m.roles = '{student}';
  INSERT INTO point_seasons (tenant_id, started_at, ended_at)
    SELECT ${tenantId}, now() - interval '9 days', now() - interval '8 days' FROM generate_series(1, 3);
  INSERT INTO custom_links (tenant_id, title, url, slot, position)
    SELECT ${tenantId}, 'Luz', 'a.co', slot, slot FROM generate_series(1, 3) slot ON CONFLICT DO NOTHING;
  UPDATE members SET last_seen_at = now()`;

/** The tables of the ids in a path: by operation, by parameter, or by domain. */
const tables: Record<string, string> = {
  'catalog.showCourse': 'courses',
  'catalog.courseStudents': 'courses',
  'catalog.showModule': 'modules',
  'catalog.showLesson': 'lessons',
  'comments.list': 'lessons',
  'comments.show': 'lesson_comments',
  'communities.channelContents': 'channels',
  'posts.list': 'channels',
  'posts.people': 'channels',
  'posts.search': 'communities',
  'posts.reports': 'communities',
  'quizzes.attempt': 'quiz_attempts',
  'quizzes.profileCourses': 'quiz_attempts',
  moduleId: 'modules',
  memberId: 'members',
  people: 'members',
  points: 'members',
  'live-chat': 'lives',
};
const words: Record<string, string> = {
  tenant: tenantId,
  tenantId,
  page: 'homepage',
  term: 'luz',
  cardType: 'horizontal',
  carouselType: '1',
  questionId: '1',
};
const queries: Record<string, string> = {
  'search.find': '?q=luz',
  'offline.openLessons': '?ids=1,2,3',
};

/** Things of a kind that are read: the first of them need not have the most in it. */
const MAX_THINGS = 6;

async function addressesOf(name: string, { path }: AnyRoute) {
  const domain = name.split('.')[0]!;
  let addresses = [path + (queries[name] ?? '')];
  for (const param of paramNames(path)) {
    const table = tables[param] ?? tables[name] ?? tables[domain] ?? domain.replaceAll('-', '_');
    const ids = `SELECT id::text FROM ${table} ORDER BY id LIMIT ${MAX_THINGS}`;
    const values = words[param]
      ? [words[param]]
      : (await sql<{ id: string }>(ids)).map(({ id }) => id);
    addresses = addresses.flatMap((address) =>
      values.map((value) => address.replace(`{${param}}`, value)),
    );
  }
  return addresses.slice(0, MAX_THINGS);
}

const sql = <Row extends object>(text: string) => runSql<Row>(databaseUrl, text);

async function signIn(email: string) {
  const token = newToken();
  await sql(`INSERT INTO sessions (tenant_id, member_id, token_hash, expires_at)
    SELECT ${tenantId}, id, '\\x${hashToken(token).toString('hex')}', now() + interval '1 day'
    FROM members WHERE email = '${email}'`);
  return `vitrine=${token}`;
}

/** Reads an address, and collects the statements that the server runs for it. */
async function read(url: string, cookie: string) {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    const { statusCode, body } = await app.inject({ url, headers: { host, cookie } });
    const calls = query.mock.calls as unknown as [string | { text: string }][];
    const statements = calls.map(([one]) => (typeof one === 'string' ? one : one.text));
    return { isRead: statusCode === 200, body, statements };
  } finally {
    query.mockRestore();
  }
}

const repeated = (statements: string[]) =>
  statements.filter((text, at) => !/^BEGIN|^COMMIT/.test(text) && statements.indexOf(text) < at);

/** The number of things in the longest list of an answer. */
const lengthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Math.max(Array.isArray(value) ? value.length : 0, ...Object.values(value).map(lengthOf))
    : 0;

const cookies: string[] = [];
beforeAll(async () => {
  await sql(moreRows);
  for (const email of [ownerSignIn.OWNER_EMAIL, 'duda@example.com', 'duda@example.com'])
    cookies.push(await signIn(email));
}, 120_000);

test('no read runs a statement again for each row', async () => {
  const lengths: Record<string, number> = {};
  for (const { name, route } of allRoutes) {
    if (route.method !== 'GET' || route.writes || !route.answer || route === eventStream.open)
      continue;
    for (const address of await addressesOf(name, route))
      for (const cookie of cookies.slice(0, 2)) {
        const { isRead, body, statements } = await read(address, cookie);
        if (!isRead) continue;
        expect({ address, repeated: repeated(statements) }).toEqual({ address, repeated: [] });
        lengths[name] = Math.max(lengths[name] ?? 0, lengthOf(JSON.parse(body)));
      }
  }
  // Lists without rows would prove nothing. Some reads answer one thing.
  const lists = Object.keys(lengths).filter((name) => lengths[name]! > 1);
  expect(lists.length).toBeGreaterThan(70);
}, 120_000);

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isBuilt } from '../src/features/site/web-build.ts';
import { statement } from '../src/platform/statement.ts';
import { courseWith } from './catalog.ts';
import { openWorld, statuses, type TestResponse, type TestSchool } from './harness.ts';
import { video } from './media.ts';
import { ownDatabase } from './own-database.ts';

/** Tests trouble outside the code: the database is gone, or too many requests come at once. */
const databaseUrl = await ownDatabase();
const one = statement({ name: 'one', sql: 'SELECT 1 AS one', row: z.object({ one: z.number() }) });
const world = await openWorld({ POOL_SIZE: '2' }, databaseUrl);
const database = new pg.Client({ connectionString: databaseUrl });
beforeAll(() => database.connect());
afterAll(() => database.end());

test('a connection has a timeout for statements, locks and idle transactions', async () => {
  const school = await world.school();
  const limits = statement({
    name: 'limits',
    sql: `SELECT current_setting('statement_timeout') AS of_statement,
      current_setting('lock_timeout') AS of_lock,
      current_setting('idle_in_transaction_session_timeout') AS of_idle`,
    row: z.object({ of_statement: z.string(), of_lock: z.string(), of_idle: z.string() }),
  });
  const expected = [{ of_statement: '15s', of_lock: '5s', of_idle: '30s' }];
  expect(await school.transaction((tx) => tx.run(limits))).toEqual(expected);
  expect(await world.platform.database.reader(school.id).run(limits)).toEqual(expected);
});

test('connections that break answer 503 with Retry-After, and the next request is served', async () => {
  const school = await world.school();
  const requests = Array.from({ length: 40 }, () => school.owner.get('/api/v1/session'));
  await database.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() AND query LIKE '%session%'",
  );
  const answers = await Promise.all(requests);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status }) => status).every((status) => status === 503)).toBe(true);
  expect(refused.every(({ headers }) => headers['retry-after'])).toBe(true);
  expect((await school.owner.get('/api/v1/session')).status).toBe(200);
});

test('a saved change shows on the next page of its server, even without notifications between servers', async () => {
  const school = await world.school();
  const linksInPages = async () => (await world.platform.schools.byId(school.id))!.links;
  expect(await linksInPages()).toEqual([]);
  // The connection that listens comes back after a second.
  await database.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
  );
  const { status, body } = await school.owner.post('/api/auth/config/plataforma/links/create', {
    link_title: 'Loja',
    link_url: 'loja.example.com',
  });
  expect(status).toBe(201);
  expect(await linksInPages()).toEqual([body.data]);
});

test('a migration under a running server costs each connection one answer at most', async () => {
  const url = await ownDatabase();
  const poolSize = 2;
  const { school: makeSchool } = await openWorld({ POOL_SIZE: String(poolSize) }, url);
  const school = await makeSchool();
  const { lessons } = await courseWith(school);
  const announcement = async (call: () => Promise<TestResponse>) =>
    statuses(await Promise.all(Array.from({ length: 16 }, call)));
  const read = () => school.owner.get('/api/v1/session');
  const write = () =>
    school.owner.send('PUT', `/api/v1/lessons/${lessons[0]}/progress`, { seconds: 7 });
  const migration = new pg.Client({ connectionString: url });
  await migration.connect();
  for (const [call, change] of [
    [read, 'members ALTER email TYPE varchar(254)'],
    [write, 'lesson_progress ALTER seconds TYPE bigint'],
  ] as const) {
    expect(await announcement(call)).toEqual({ 200: 16 });
    await migration.query(`ALTER TABLE ${change}`);
    const { 200: served = 0, 503: refused = 0 } = await announcement(call);
    expect(served + refused).toBe(16);
    expect(refused).toBeLessThanOrEqual(poolSize);
    expect(await announcement(call)).toEqual({ 200: 16 });
  }
  await migration.end();
});

describe('with more requests than the database can answer', () => {
  const ask = ({ owner }: TestSchool) => owner.get('/api/v1/session');

  /** Creates schools that the server has cached: no lookup waits while all connections are held. */
  async function knownSchools(count: number) {
    const schools = await Promise.all(Array.from({ length: count }, () => world.school()));
    for (const school of schools) expect((await ask(school)).status).toBe(200);
    return schools;
  }

  /** The requests of one student of each school. The server knows their sessions. */
  async function knownStudents(schools: TestSchool[]) {
    const students = await Promise.all(schools.map((school) => school.join()));
    const requests = students.map((student) => () => student.get('/api/v1/session'));
    for (const request of requests) expect((await request()).status).toBe(200);
    return requests;
  }

  async function uploadVideo({ owner }: TestSchool) {
    const content = video();
    const upload = { filename: 'aula.mp4', size: content.length, use: 'lesson_video' };
    const { data } = (await owner.post('/api/v1/uploads', upload)).body;
    const headers = { 'content-type': 'application/octet-stream' };
    await owner.send('PUT', new URL(data.url).pathname, content, { headers });
    return data.path as string;
  }

  /** Takes both connections in the school's name, so that later requests wait for them. */
  async function holdConnections(school: TestSchool) {
    let releaseConnections = () => {};
    const released = new Promise<void>((resolve) => (releaseConnections = resolve));
    const transactions: Promise<void>[] = [];
    const taken = [1, 2].map(
      () =>
        new Promise<void>((resolve) => {
          const work = school.transaction(async (tx) => {
            await tx.run(one);
            resolve();
            await released;
          });
          transactions.push(work);
        }),
    );
    await Promise.all(taken);
    return async () => {
      releaseConnections();
      await Promise.all(transactions);
    };
  }

  test('a flooding school gets 503, and its neighbour is served', async () => {
    const [loud, quiet] = (await knownSchools(2)) as [TestSchool, TestSchool];
    const releaseConnections = await holdConnections(loud);
    const flood = Array.from({ length: 100 }, () => ask(loud));
    const served = ask(quiet);
    // The server refuses it at once. The neighbour's request came before and is queued by now.
    const refused = await ask(loud);
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      503,
      'busy',
      '2',
    ]);
    // Nothing may keep the refusal for the next reader.
    expect(refused.headers['cache-control']).toBe('no-store');
    await releaseConnections();
    // An account may queue seven calls per connection.
    expect(statuses(await Promise.all(flood))).toEqual({ 200: 14, 503: 86 });
    expect((await served).status).toBe(200);
  });

  // The pages of an app that is not built are 404.
  test.skipIf(!isBuilt())(
    'a browser that opens a page meanwhile gets a page that reloads itself',
    async () => {
      const [school] = (await knownSchools(1)) as [TestSchool];
      const headers = {
        'sec-fetch-mode': 'navigate',
        cookie: `${school.owner.cookie}; language=en`,
      };
      const open = (path: string) => school.owner.send('GET', path, undefined, { headers });
      const releaseConnections = await holdConnections(school);
      const flood = Array.from({ length: 20 }, () => ask(school));
      expect((await ask(school)).status).toBe(503); // the queue is full by now
      const page = await open('/homepage');
      await releaseConnections();
      await Promise.all(flood);
      expect([page.status, page.headers['retry-after']]).toEqual([503, '2']);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.text).toMatch(/<meta http-equiv="refresh" content="\d">/);
      expect(page.text).toContain('<a href="">Try again</a>');

      const missing = await open('/files/none.jpg');
      expect(missing.status).toBe(404);
      expect(missing.text).toContain('<a href="/">Go to the home page</a>');
      expect(missing.text).not.toContain('refresh');
    },
  );

  test.skipIf(!isBuilt())(
    'a visitor reads pages, and a member opens files, without a connection',
    async () => {
      const schools = await knownSchools(6);
      const [school] = schools as [TestSchool];
      // So many of one school that a visitor's account, too, would find no place.
      const study = await knownStudents(Array.from({ length: 12 }, () => school));
      const video = world.platform.files.signedUrl(await uploadVideo(school), 5);
      const { visitor, owner } = school;
      const reads = {
        page: () => visitor.get('/entrar'),
        file: () => owner.get(video),
        ofMember: () => owner.get('/homepage'),
        call: study[0]!,
      };
      // The server has read both once, and keeps the page and the file's row.
      expect((await reads.page()).status).toBe(200);
      expect((await reads.file()).status).toBe(200);
      const releaseConnections = await holdConnections(school);
      const ways = [...schools.map((one) => () => ask(one)), ...study];
      const flood = Array.from({ length: 20 }, () => ways.map((way) => way())).flat();
      expect((await reads.ofMember()).status).toBe(503); // the queue is full by now
      expect((await reads.call()).status).toBe(503);
      expect((await reads.page()).status).toBe(200);
      expect((await reads.file()).status).toBe(200);
      await releaseConnections();
      await Promise.all(flood);
    },
  );

  test('a neighbour waits for its turn, not for all requests of another school', async () => {
    const [loud, quiet] = (await knownSchools(2)) as [TestSchool, TestSchool];
    const releaseConnections = await holdConnections(loud);
    const order: string[] = [];
    const flood = Array.from({ length: 14 }, () => ask(loud).then(() => order.push('loud')));
    const served = ask(quiet).then(() => order.push('quiet'));
    expect((await ask(loud)).status).toBe(503); // all of them are queued by now
    await releaseConnections();
    await Promise.all([...flood, served]);
    expect(order.indexOf('quiet')).toBeLessThan(6);
  });

  test('an owner waits for their turn, not for all requests of another account', async () => {
    const [school] = (await knownSchools(1)) as [TestSchool];
    const student = await school.join();
    const study = () => student.get('/api/v1/session');
    expect((await study()).status).toBe(200);
    const releaseConnections = await holdConnections(school);
    const order: string[] = [];
    const flood = Array.from({ length: 14 }, () => study().then(() => order.push('student')));
    expect((await study()).status).toBe(503); // an account's share is full, the school's is not
    const served = ask(school).then(({ status }) => {
      order.push('owner');
      return status;
    });
    // The server refuses it at once. The owner's request came before and is queued by now.
    expect((await study()).status).toBe(503);
    await releaseConnections();
    await Promise.all(flood);
    expect(await served).toBe(200);
    expect(order.indexOf('owner')).toBeLessThan(6);
  });

  test('staff have places in the queue of all schools that students do not fill', async () => {
    const schools = await knownSchools(6);
    const study = await knownStudents(schools);
    const releaseConnections = await holdConnections(schools[0]!);
    // Of its 48 places, each lane gives each of six schools six.
    const students = Array.from({ length: 20 }, () => study.map((one) => one())).flat();
    const staff = Array.from({ length: 20 }, () => schools.map(ask)).flat();
    expect((await ask(schools[5]!)).status).toBe(503);
    await releaseConnections();
    expect(statuses(await Promise.all(staff))).toEqual({ 200: 36, 503: 84 });
    expect(statuses(await Promise.all(students))).toEqual({ 200: 36, 503: 84 });
  });

  test('staff and sign-ins have places in the queue while the students of their school fill theirs', async () => {
    const [school] = (await knownSchools(1)) as [TestSchool];
    const study = await knownStudents([school, school]);
    const releaseConnections = await holdConnections(school);
    // A school may queue ten calls per connection.
    const students = Array.from({ length: 20 }, () => study.map((one) => one())).flat();
    expect((await study[1]!()).status).toBe(503);
    const staff = ask(school);
    const signIn = school.visitor.post('/api/v1/session', { email: 'a@b.com', password: 'x' });
    await releaseConnections();
    expect(statuses(await Promise.all(students))).toEqual({ 200: 20, 503: 20 });
    expect((await staff).status).toBe(200);
    expect((await signIn).status).toBe(401);
  });

  test('the queue is limited to thirty requests for each connection', async () => {
    const schools = await knownSchools(6);
    const releaseConnections = await holdConnections(schools[0]!);
    // Fourteen an account, and jobs are one account of their school.
    const work = schools.flatMap((school) =>
      Array.from({ length: 14 }, () =>
        school
          .transaction((tx) => tx.run(one))
          .then(
            () => 200,
            (error: { status: number }) => error.status,
          ),
      ),
    );
    await releaseConnections();
    const outcomes = await Promise.all(work);
    expect(outcomes.filter((status) => status === 200)).toHaveLength(60);
    expect(outcomes.filter((status) => status === 503)).toHaveLength(24);
  });
});

test('a request that fails has changed nothing', async () => {
  const school = await world.school();
  const product = await school.product();
  const answer = await school.owner.post('/api/v1/members', {
    name: 'Rosa',
    email: 'rosa@example.com',
    product_ids: [product, 999_999],
  });
  expect(answer.status).toBe(404);
  expect((await school.owner.get('/api/v1/members?search=rosa')).body.data).toEqual([]);
});

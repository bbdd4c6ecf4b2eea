import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { migrate } from '../src/platform/migrate.ts';
import { courseWith } from './catalog.ts';
import { comment, publish } from './communities.ts';
import { openWorld, type TestResponse } from './harness.ts';
import { cartridgeOf, readImport, sendCourse } from './imports.ts';
import { ownDatabase } from './own-database.ts';
import { comments, postCalls, postPath, schoolWithPeople } from './posts.ts';
import { quizCalls, quizWith, rightAnswers } from './quizzes.ts';
import { cookiesOf, signInByPassword, withPassword } from './sign-in.ts';

/** Two transactions that wait for each other: PostgreSQL ends the one that has waited for longer. */
const url = await ownDatabase();
await migrate(url);
const other = new pg.Client({ connectionString: url });
await other.connect();
afterAll(() => other.end());
// The other one is not ended. Its own lock must find the request still waiting for its first look.
await other.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET deadlock_timeout = '3s'`);
await other.query("SET deadlock_timeout = '60s'; SET statement_timeout = '60s'");
// With the server's own 5 seconds, a slow machine could end the wait before PostgreSQL looks.
const patient = new URL(url);
patient.searchParams.set('options', '-c lock_timeout=60s -c timezone=UTC');
const world = await openWorld({}, patient.href);
const people = await schoolWithPeople(world);
const { school, channel, marina, joao } = people;
const { uploadedBy } = postCalls(world, () => people);

/** PostgreSQL itself waits until somebody waits for this transaction: a busy test process is late. */
const untilWaitedFor = `DO $$ BEGIN
  WHILE NOT EXISTS (
    SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))
  LOOP PERFORM pg_sleep(0.01); END LOOP;
END $$`;

/** Locks a row, begins a request that waits for it, and then locks what the request has locked. */
async function crossed(
  [first, second]: [string, string],
  request: () => Promise<TestResponse>,
): Promise<TestResponse> {
  await other.query(`BEGIN; ${first}`);
  const answer = request();
  await other.query(`${untilWaitedFor}; ${second}; COMMIT`);
  return answer;
}

const post = (id: number) => `SELECT FROM posts WHERE id = ${id} FOR UPDATE`;
const commentRow = (id: number) => `SELECT FROM post_comments WHERE id = ${id} FOR UPDATE`;

test('a transaction of a call that ends in a deadlock begins again', async () => {
  const { id } = await publish(marina, channel);
  const head = await comment(joao, id);
  const removal = await crossed([commentRow(head.id), post(id)], () =>
    marina.send('DELETE', postPath(id)),
  );
  expect(removal.status).toBe(204);
  expect((await joao.get(postPath(id))).status).toBe(404);
});

test('a write of one statement that ends in a deadlock begins again', async () => {
  const { id } = await publish(marina, channel);
  const head = await comment(joao, id);
  const answer = await crossed([post(id), commentRow(head.id)], () =>
    marina.post(postPath(id, '/comments'), { content: 'A de 50.', parent_id: head.id }),
  );
  expect(answer.status).toBe(201);
  expect((await comments(joao, id)).data).toMatchObject([{ replies: [{ content: 'A de 50.' }] }]);
});

test('a lesson that is finished in a deadlock is finished', async () => {
  const product = await school.product();
  const { lessons } = await courseWith(school, { products: [product], lessons: [1] });
  const ana = await school.join(['student'], [product]);
  const locks: [string, string] = [
    `SELECT FROM members WHERE id = ${ana.id} FOR UPDATE`,
    `SELECT FROM lessons WHERE id = ${lessons[0]} FOR UPDATE`,
  ];
  const answer = await crossed(locks, () =>
    ana.send('PUT', `/api/v1/lessons/${lessons[0]}/progress`, { seconds: 5, finished: true }),
  );
  expect(answer).toMatchObject({ status: 200, body: { data: { finished: true } } });
});

describe('an attempt that earns a reward', () => {
  const timed = { stopwatch: 1, time_limit: '00:05:00' };
  const { start, keep, pass } = quizCalls(() => ({ school, student: joao }));

  /** An attempt with the right answers, and locks of its reward and of itself. */
  async function rewarded(fields?: object) {
    const quiz = await quizWith(school, fields);
    const { body: reward } = await school.owner.post('/api/auth/ranking/rewards/create', {
      tenant_id: school.id,
      name: 'Olhar de macro',
      criteria: 'quiz',
      quiz: quiz.id,
    });
    const id = (await start(quiz.id)).body.data.id as number;
    for (const { question_id, option_ids } of rightAnswers(quiz))
      await keep(id, question_id, option_ids);
    const locks: [string, string] = [
      `SELECT FROM rewards WHERE id = ${reward.id} FOR UPDATE`,
      `SELECT FROM quiz_attempts WHERE id = ${id} FOR UPDATE`,
    ];
    const isEarned = async () =>
      (await joao.get('/api/v1/me/rewards')).body.some(
        (one: { id: number }) => one.id === reward.id,
      );
    return { id, locks, isEarned };
  }

  test('is handed in, also in a deadlock', async () => {
    const { id, locks, isEarned } = await rewarded();
    const answer = await crossed(locks, () => joao.post(`/api/v1/attempts/${id}/finish`, {}));
    expect(answer).toMatchObject({ status: 200, body: { data: { score: 100 } } });
    expect(await isEarned()).toBe(true);
  });

  test('is handed in by its reader after its time, also in a deadlock', async () => {
    const { id, locks, isEarned } = await rewarded(timed);
    await pass(id, 600);
    const answer = await crossed(locks, () => joao.get(`/api/v1/attempts/${id}`));
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { score: 100 } },
    });
    expect(await isEarned()).toBe(true);
  });
});

test('a post with a file that ends in a deadlock is published', async () => {
  const path = await uploadedBy(marina, 'post_file');
  const locks: [string, string] = [
    `SELECT FROM channels WHERE id = ${channel} FOR UPDATE`,
    `SELECT FROM files WHERE name = '${path.split('/')[3]}' FOR UPDATE`,
  ];
  const attachments = [{ kind: 'file', path, name: 'Roteiro.pdf' }];
  const answer = await crossed(locks, () =>
    marina.post(`/api/v1/channels/${channel}/posts`, { content: 'Roteiro', attachments }),
  );
  expect(answer).toMatchObject({ status: 201, body: { data: { attachments: [{ path }] } } });
});

test('a sign-in that ends in a deadlock signs in, with one cookie', async () => {
  const email = await withPassword(school);
  await signInByPassword(school, email);
  const { rows } = await other.query<{ id: number; member_id: number }>(`
    UPDATE sessions s SET expires_at = now() - interval '1 day' FROM members m
    WHERE m.id = s.member_id AND m.email = '${email}' RETURNING s.id, s.member_id`);
  const [expired] = rows;
  // It locks the account, and then deletes sessions that are over.
  const locks: [string, string] = [
    `SELECT FROM sessions WHERE id = ${expired!.id} FOR UPDATE`,
    `SELECT FROM members WHERE id = ${expired!.member_id} FOR UPDATE`,
  ];
  const body = { email, password: 'segredo-bom' };
  const answer = await crossed(locks, () => school.visitor.post('/api/v1/session', body));
  expect(answer).toMatchObject({ status: 200, body: { user: { email } } });
  expect(cookiesOf(answer.headers).match(/(?<!\w-)vitrine=|__Host-vitrine=/g)).toHaveLength(1);
});

test('a job that ends in a deadlock does its work once: a course is imported whole', async () => {
  // The last statement of the import. A sequence counts what a rollback takes back.
  await other.query(`
    CREATE SEQUENCE ends;
    CREATE FUNCTION first_end_fails() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      IF nextval('ends') = 1 THEN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER first_end_fails BEFORE UPDATE ON imports
      FOR EACH ROW WHEN (NEW.status = 'done') EXECUTE FUNCTION first_end_fails()`);
  const cartridge = cartridgeOf({
    Luz: '<p>Luz <img src="falta.png"></p>',
    Sombra: '<p><a href="p0.html">Luz</a></p>',
  });
  const { body } = await sendCourse(cartridge, school.owner);
  await world.platform.jobs.runAll();
  const done = await readImport(school.owner, body.data.id);
  expect(done).toMatchObject({ status: 'done', done: 2, total: 2, report: [{ item: 'Luz' }] });
  const { data } = (await school.owner.get(`/api/v1/courses/${done.course_id}`)).body;
  expect(data.modules[0].lessons).toMatchObject([{ title: 'Luz' }, { title: 'Sombra' }]);
});

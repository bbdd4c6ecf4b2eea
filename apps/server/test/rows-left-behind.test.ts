import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { migrate } from '../src/platform/migrate.ts';
import { courseWith } from './catalog.ts';
import { openWorld } from './harness.ts';
import { ownDatabase } from './own-database.ts';
import { photoOf } from './privacy.ts';
import { quizWith, takeQuiz } from './quizzes.ts';

/** The state of an installation whose owner row-level security bound while migrations ran. */
vi.setConfig({ testTimeout: 60_000 });

const url = await ownDatabase();
await migrate(url);
const world = await openWorld({}, url);
const owner = new pg.Client({ connectionString: url });
await owner.connect();
afterAll(() => owner.end());

const rowsOf = async (text: string) => (await owner.query({ text, rowMode: 'array' })).rows;

/** Runs the migrations that bring the rows right, as an update does. */
async function update() {
  await owner.query(`DELETE FROM schema_migrations
    WHERE name ~ 'left_behind' OR name = 'row-level-security.sql'`);
  await migrate(url);
}

const progress = `SELECT tenant_id, member_id, course_id, lessons, last_lesson_id, touched_at`;
const truths = {
  progress: [
    `${progress} FROM course_progress ORDER BY 2, 3`,
    `${progress} FROM course_progress_from_lessons(NULL, NULL, NULL) ORDER BY 2, 3`,
  ],
  'used files': [
    'SELECT id, claimed FROM files ORDER BY 1',
    'SELECT id, unused_since IS NULL FROM files ORDER BY 1',
  ],
  'sizes of files': [
    'SELECT id FROM files WHERE counted_bytes >= bytes ORDER BY 1',
    'SELECT id FROM files ORDER BY 1',
  ],
  'storage of the school': [
    'SELECT tenant_id, files, bytes FROM school_storage ORDER BY 1',
    'SELECT tenant_id, count(*), sum(counted_bytes)::bigint FROM files GROUP BY 1 ORDER BY 1',
  ],
  'storage of members': [
    'SELECT member_id, files, bytes FROM member_storage ORDER BY 1',
    'SELECT member_id, count(*), sum(counted_bytes)::bigint FROM files GROUP BY 1 ORDER BY 1',
  ],
  'reached levels': [
    'SELECT member_id, level_id FROM level_reaches ORDER BY 1',
    `SELECT member_id, thing_id FROM notifications WHERE event = 'level' ORDER BY 1`,
  ],
  'counts of scores': [
    `SELECT season_id, size, bucket, members FROM point_score_counts WHERE members <> 0 ORDER BY 1, 2, 3`,
    `SELECT season_id, size, score >> (6 * size), count(*) FROM point_scores, generate_series(0, 5) AS size
     WHERE listed AND score > 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  ],
  'counts of Monday': [
    `SELECT season_id, size, bucket, week_members FROM point_score_counts WHERE week_members <> 0
     ORDER BY 1, 2, 3`,
    `SELECT season_id, size, week_score >> (6 * size), count(*) FROM point_scores, generate_series(0, 5) AS size
     WHERE listed AND week_score > 0 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  ],
  'rankings of all seasons': [
    'SELECT tenant_id FROM point_total_states',
    'SELECT DISTINCT tenant_id FROM point_seasons WHERE ended_at IS NOT NULL',
  ],
  'passed quizzes': [
    'SELECT quiz_id, member_id, score, passed FROM quiz_results ORDER BY 1, 2',
    'SELECT quiz_id, member_id, max(score), bool_or(passed) FROM quiz_attempts GROUP BY 1, 2 ORDER BY 1, 2',
  ],
} as const;

test('an update brings right what earlier ones left behind, and changes nothing that is right', async () => {
  const school = await world.school();
  const product = await school.product();
  const { lessons } = await courseWith(school, { products: [product], lessons: [3] });
  const [ana, bia] = [
    await school.join(['student'], [product]),
    await school.join(['student'], [product]),
  ];
  const watch = (lesson: number) =>
    ana.send('PUT', `/api/v1/lessons/${lessons[lesson]}/progress`, { seconds: 10 });
  const give = (who: { id: number }, points: number) =>
    school.owner.post(`/api/v1/members/${who.id}/points`, { points, reason: 'Ajudou' });
  const countScores = () =>
    owner.query(
      `SELECT set_config('app.tenant', '${school.id}', false); SELECT count_score_moves()`,
    );
  const quiz = await quizWith(school, { product_ids: [product] });

  await owner.query(
    `INSERT INTO levels (tenant_id, name, needed_score) VALUES (${school.id}, 'Lince', 10)`,
  );
  await watch(0);
  await watch(1);
  await photoOf(school.owner);
  for (const who of [ana, bia]) await give(who, 10);
  expect((await takeQuiz(ana, quiz)).status).toBe(200);
  await countScores();
  await owner.query(`INSERT INTO point_seasons (tenant_id, started_at, ended_at)
    VALUES (${school.id}, now() - interval '2 days', now() - interval '1 day')`);

  // What the migrations did not write.
  await owner.query(`SET session_replication_role = replica;
    DELETE FROM course_progress; DELETE FROM school_storage; DELETE FROM member_storage;
    UPDATE files SET counted_bytes = 0, claimed = false;
    DELETE FROM level_reaches; DELETE FROM point_score_counts;
    UPDATE quiz_results SET passed = false;
    UPDATE point_scores SET week = week - 7;
    RESET session_replication_role`);
  // What people did since. Some of it waits to be counted.
  await watch(2);
  await photoOf(bia);
  await give(ana, 5);
  await countScores();
  await give(bia, 1);

  await update();
  const waiting = await rowsOf('SELECT * FROM point_score_moves');
  expect(waiting).toHaveLength(1);
  await countScores();
  for (const [what, [kept, truth]] of Object.entries(truths))
    expect(await rowsOf(kept), what).toEqual(await rowsOf(truth));

  const all = () => Promise.all(Object.values(truths).map(([kept]) => rowsOf(kept)));
  const right = await all();
  await give(ana, 7); // waits while the update runs
  await update();
  expect(await all()).toEqual(right);
  await countScores();
  for (const [what, [kept, truth]] of Object.entries(truths))
    expect(await rowsOf(kept), what).toEqual(await rowsOf(truth));
});

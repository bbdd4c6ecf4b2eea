import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { communityWith, publish } from '../../../test/communities.ts';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { runSql } from '../../../test/sql.ts';
import { enqueueRetentionIn } from '../../kit/privacy/retention-job.ts';

/** The words that correct a typo, after their texts are gone (decision 126). */
// A database of its own: no other test's server may run the jobs.
const world = await openWorld({}, await ownDatabase());

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});

const titles = async (q: string) =>
  (await school.owner.get(`/api/v1/search?q=${q}`)).body.data.map(
    ({ title }: { title: string }) => title,
  );

const addCourse = async (title: string) =>
  (await school.owner.post('/api/v1/courses', { title })).body.data.id as number;
const removeCourse = async (id: number) =>
  expect((await school.owner.send('DELETE', `/api/v1/courses/${id}`)).status).toBe(204);

async function runDailyJob() {
  await school.transaction((tx) => enqueueRetentionIn(tx, 0));
  await world.platform.jobs.runAll();
}

const wordsOf = async (one = school) =>
  one.transaction(async ({ db }) => {
    const rows = await db.selectFrom('search_words').select('word').execute();
    return rows.map(({ word }) => word);
  });

test('a typo is not corrected to words of removed courses', async () => {
  const removed = [];
  // Each is more like the typo than the right word is.
  for (const title of ['Retrxta', 'Retrxte', 'Retrxti', 'Retrxtu'])
    removed.push(await addCourse(title));
  for (const id of removed) await removeCourse(id);
  await addCourse('Retrato');
  expect(await titles('retrxto')).toEqual([]);
  await runDailyJob();
  expect(await titles('retrxto')).toEqual(['Retrato']);
});

test('a word stays while a text of any kind has it, and goes with the last one', async () => {
  const neighbour = await world.school();
  await neighbour.owner.post('/api/v1/courses', { title: 'Daguerreótipo' });
  const courseId = await addCourse('Daguerreótipo');
  const { channels } = await communityWith(school);
  const post = await publish(student, channels[0]!, '<p>Um daguerreotipo antigo</p>');
  await removeCourse(courseId);
  await runDailyJob();
  expect(await wordsOf()).toContain('daguerreotipo');

  await student.send('PATCH', `/api/v1/posts/${post.id}`, { content: '<p>Um retrato antigo</p>' });
  await runDailyJob();
  expect(await wordsOf()).not.toContain('daguerreotipo');
  expect(await wordsOf()).toEqual(expect.arrayContaining(['retrato', 'antigo']));
  expect(await wordsOf(neighbour)).toContain('daguerreotipo');
});

test('a long text leaves no word', async () => {
  const before = await wordsOf();
  const content = Array.from({ length: 1_200 }, (_, n) => `palavra${n}`).join(' ');
  const { channels } = await communityWith(school, { title: 'Clube' });
  const post = await publish(student, channels[0]!, `<p>${content.slice(0, 9_900)}</p>`);
  expect((await wordsOf()).length).toBeGreaterThan(800);
  await student.send('DELETE', `/api/v1/posts/${post.id}`);
  // A turn checks a thousand words, and enqueues the next one.
  for (let turn = 0; turn < 3; turn += 1) await runDailyJob();
  const left = await wordsOf();
  expect(left.filter((word) => word.startsWith('palavra'))).toEqual([]);
  expect(left).toEqual(expect.arrayContaining(before));
});

test('words of many texts go on one day, a turn after another', async () => {
  const { channels } = await communityWith(school, { title: 'Clube' });
  const posts = [];
  // A turn checks a thousand words, and each of these texts has about seven hundred.
  for (const text of ['luz', 'cor']) {
    const words = Array.from({ length: 700 }, (_, n) => `${text}${n}`).join(' ');
    posts.push(await publish(student, channels[0]!, `<p>${words}</p>`));
  }
  for (const { id } of posts) await student.send('DELETE', `/api/v1/posts/${id}`);
  await runDailyJob();
  // The next turn comes within the minute, not on the next day.
  await runSql(
    world.databaseUrl,
    `UPDATE graphile_worker._private_jobs SET run_at = now()
      WHERE key = '${school.id}:apply-retention' AND run_at < now() + interval '1 minute'`,
  );
  await world.platform.jobs.runAll();
  expect((await wordsOf()).filter((word) => /^(luz|cor)\d/.test(word))).toEqual([]);
});

test('a word stays if a text with it is saved while the job runs', async () => {
  await removeCourse(await addCourse('Cianotipia'));
  await school.transaction(async ({ db }) => {
    await sql`INSERT INTO courses (title) VALUES ('Cianotipia')`.execute(db);
    await runDailyJob();
  });
  await runDailyJob();
  expect(await wordsOf()).toContain('cianotipia');
});

test('a former name leaves the words, too', async () => {
  await school.owner.send('PATCH', `/api/v1/members/${student.id}`, { name: 'Zuleica Novais' });
  await school.owner.send('PATCH', `/api/v1/members/${student.id}`, { name: 'Zuleica Braga' });
  await runDailyJob();
  expect(await wordsOf()).toEqual(expect.arrayContaining(['zuleica', 'braga']));
  expect(await wordsOf()).not.toContain('novais');
});

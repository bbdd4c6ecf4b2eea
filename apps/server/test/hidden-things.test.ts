import { allRoutes } from '@vitrine/contract';
import { paramNames, type AnyRoute } from '@vitrine/contract/core';
import { eventStream } from '@vitrine/contract/events';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { foreignBody } from '../src/isolation/bodies.ts';
import { isTenantParam } from '../src/kit/access/access.ts';
import { courseWith, showBlockedContent } from './catalog.ts';
import { comment, communityWith, publish } from './communities.ts';
import { openWorld, type Person, type TestResponse, type TestSchool } from './harness.ts';
import { ownDatabase } from './own-database.ts';
import { quizWith } from './quizzes.ts';

/**
 * Tests that each call answers for a hidden thing exactly as for one that does not exist. A live of a
 * product is locked, not hidden: everybody sees its announcement.
 */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const databaseUrl = await ownDatabase();
const world = await openWorld({}, databaseUrl);
const MISSING = 9_999_999;
/** The hidden things have ids of their own kind, so that an id names one thing only. */
const FIRST_ID = 10_000;
let school: TestSchool;
let student: Person;
const hidden: Record<string, number> = {};

const done = async (sent: Promise<TestResponse>) => expect((await sent).status).toBe(200);

/** Moves each table's sequence to a range of its own. */
async function spreadIds() {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
     WHERE c.relkind = 'S' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  for (const [at, { name }] of rows.entries())
    await client.query('SELECT setval($1::regclass, $2)', [name, FIRST_ID * (at + 1)]);
  await client.end();
}

beforeAll(async () => {
  school = await world.school();
  const { owner } = school;
  await courseWith(school); // one that everybody sees
  await communityWith(school);
  await spreadIds();
  const product = await school.product();
  const buyer = await school.join(['student'], [product]);
  student = await school.join();

  const course = await courseWith(school, { title: 'Fechado', products: [product] });
  const lessonComment = await buyer.post(`/api/v1/lessons/${course.lessons[0]}/comments`, {
    content: 'Luz',
  });
  hidden['course'] = course.id;
  hidden['module'] = course.modules[0]!.id;
  hidden['lesson'] = course.lessons[0]!;
  hidden['comment'] = lessonComment.body.data.id;

  const draft = await courseWith(school, { title: 'Rascunho' });
  await owner.send('PATCH', `/api/v1/courses/${draft.id}`, { published: 0 });
  hidden['draft course'] = draft.id;
  hidden['draft module'] = draft.modules[0]!.id;
  hidden['draft lesson'] = draft.lessons[0]!;

  const community = await communityWith(school, {
    title: 'Oculta',
    products: [product],
    hidden: true,
  });
  const post = await publish(buyer, community.channels[0]!);
  const postComment = await comment(buyer, post.id);
  hidden['channel'] = community.channels[0]!;
  hidden['post'] = post.id;
  hidden['post comment'] = postComment.id;

  const quiz = await quizWith(school, { product_ids: [product] });
  hidden['quiz'] = quiz.id;
  hidden['attempt'] = (await buyer.post(`/api/v1/quizzes/${quiz.id}/attempts`)).body.data.id;
  const inLesson = await quizWith(school, { name: 'Na aula' });
  await done(owner.send('PATCH', `/api/v1/lessons/${course.lessons[0]}`, { quiz_id: inLesson.id }));
  hidden['quiz of a lesson'] = inLesson.id;
  hidden['draft quiz'] = (await quizWith(school, { name: 'Rascunho', published: 0 })).id;
  const inactive = await communityWith(school, { title: 'Inativa' });
  const oldPost = await publish(owner, inactive.channels[0]!);
  const toggle = `/api/auth/community/toggle-status/${school.id}/${inactive.id}/0`;
  await done(owner.send('PUT', toggle));
  hidden['inactive community'] = inactive.id;
  hidden['channel of an inactive community'] = inactive.channels[0]!;
  hidden['post of an inactive community'] = oldPost.id;
  const shy = await school.join();
  await done(shy.send('PATCH', '/api/v1/me', { show_profile: 0 }));
  hidden['member who hides'] = shy.id;
  const reminder = await buyer.post('/api/v1/reminders', {
    title: 'Estudar',
    weekdays: [1],
    time: '20:00',
  });
  hidden['reminder of somebody else'] = reminder.body.data.id;
  await showBlockedContent(world, school, false);
});

const address = (route: AnyRoute, id: number) =>
  paramNames(route.path).reduce(
    (path, name) => path.replace(`{${name}}`, String(isTenantParam(name) ? school.id : id)),
    route.path,
  );

const calls = allRoutes.filter(
  ({ route }) =>
    route !== eventStream.open && ['public', 'showcase', 'member'].includes(route.access),
);

/** Answers of calls that name an id in the path, the query or the body. */
async function answers(name: string, route: AnyRoute, id: number) {
  const headers = { tenantid: String(school.id) };
  const filled = foreignBody(route, { id, list: [id], path: '/files/1/nothing.png' });
  // A wrong body is 422, but not before the thing is 404. Each field that names an id keeps it.
  const bodies = filled === undefined ? [filled] : [filled, {}, wrongBody(filled, id)];
  const path = address(route, id);
  const queries = Object.keys((route.query as { shape?: object } | null)?.shape ?? {})
    .filter((key) => /id$|^(course|community|lesson|module|channel)/.test(key))
    .map((key) => `${path}?${key}=${id}`);
  return Promise.all(
    [path, ...queries].flatMap((one) =>
      bodies.map(async (body) => {
        const { status, text } = await student.send(route.method, one, body, { headers });
        return `${name} ${one.replaceAll(String(id), 'ID')}: ${status} ${text.replaceAll(String(id), 'ID')}`;
      }),
    ),
  );
}

/** A body whose fields are of the wrong type, but for those that name the thing. */
const wrongBody = (body: unknown, id: number) =>
  Object.fromEntries(
    Object.entries(body as object).map(([field, value]) => [
      field,
      value === id ? value : { wrong: true },
    ]),
  );

test('hidden content of every kind exists', () => {
  expect(Object.values(hidden).every((id) => id > FIRST_ID)).toBe(true);
  expect(new Set(Object.values(hidden)).size).toBe(Object.keys(hidden).length);
});

test.each(calls.map(({ name, route }) => [name, route] as const))(
  '%s shows no hidden content',
  async (name, route) => {
    const namesId = JSON.stringify([
      address(route, MISSING),
      foreignBody(route, { id: MISSING, list: [MISSING], path: '/a' }) ?? null,
      Object.keys((route.query as { shape?: object } | null)?.shape ?? {}),
    ]);
    if (!/9999999|id"/.test(namesId)) return;
    const missing = await answers(name, route, MISSING);
    for (const [thing, id] of Object.entries(hidden))
      expect(await answers(name, route, id), thing).toEqual(missing);
  },
);

import { limits, quizzes } from '@vitrine/contract/quizzes';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { quizWith } from '../../../test/quizzes.ts';

/** Hostile bodies: each gets a clear 4xx and changes nothing. */
const world = await openWorld();
let school: TestSchool;
let student: Person;
let ids: Record<string, number>;
/** Ids of a neighbouring school, by the name of their parameter. */
let neighbours: Record<string, number>;

beforeAll(async () => {
  school = await world.school();
  const neighbour = await world.school();
  student = await school.join();
  ids = await idsOf(school, student);
  neighbours = await idsOf(neighbour, await neighbour.join());
});

/** A quiz with two attempts: one is open. */
async function idsOf(of: TestSchool, who: Person) {
  const quiz = await quizWith(of, { repeat: 1 });
  const attempt = (await who.post(`/api/v1/quizzes/${quiz.id}/attempts`)).body.data.id as number;
  const [question] = quiz.questions;
  return {
    quiz: quiz.id,
    attempt,
    member: who.id,
    question: question!.id,
    option: question!.options[0]!.id,
    product: await of.product(),
  };
}

type Verb = keyof typeof quizzes;

const addressOf = (verb: Verb, from = ids) =>
  quizzes[verb].path
    .replace('{tenant}', String(school.id))
    .replace('{memberId}', String(from['member']))
    .replace('{questionId}', String(from['question']))
    .replace(
      '{id}',
      String(quizzes[verb].path.includes('/attempts/{id}') ? from['attempt'] : from['quiz']),
    );

/** Sends a text body unchanged. */
const send = (verb: Verb, body: unknown, address = addressOf(verb)) =>
  (quizzes[verb].access === 'member' ? student : school.owner).send(
    quizzes[verb].method,
    address,
    body,
    typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : undefined,
  );

/** Everything that these calls could have changed. */
const stored = () =>
  world.platform.database.transaction(school.id, async ({ db }) => {
    const { rows } = await sql`SELECT
      (SELECT json_agg(q ORDER BY q.id) FROM quizzes q) AS quizzes,
      (SELECT json_agg(p ORDER BY p.quiz_id, p.product_id) FROM quiz_products p) AS products,
      (SELECT json_agg(a ORDER BY a.id) FROM quiz_attempts a) AS attempts,
      (SELECT json_agg(s ORDER BY s.attempt_id, s.question_id) FROM quiz_answers s) AS answers,
      (SELECT json_agg(r ORDER BY r.quiz_id, r.member_id) FROM quiz_results r) AS results`.execute(
      db,
    );
    return rows[0];
  });

/** Replaces the text `deep` by deeply nested lists. */
const nested = (body: unknown) =>
  JSON.stringify(body).replace('"deep"', `${'['.repeat(5_000)}${']'.repeat(5_000)}`);
const repeated = <T>(count: number, value: T) => Array.from({ length: count }, () => value);
const NUL = String.fromCharCode(0);
const LONE = String.fromCharCode(0xd800);

const quiz = (more: object) => ({ name: 'Luz', ...more });
const question = (more: object) => ({
  questions: [{ kind: 'single', text: 'x', options: [{ text: 'a' }, { text: 'b' }], ...more }],
});
const option = (more: object) => question({ options: [{ text: 'a', ...more }] });
const profile = (more: object) => ({
  questions: [],
  profiles: [{ key: 'a', title: 'A', ...more }],
});
const answer = (more: object) => ({
  question_id: ids['question'],
  option_ids: [ids['option']],
  ...more,
});
const answers = (...all: unknown[]) => ({ answers: all });

const wrongQuizzes = (): [string, unknown][] => [
  ['no name', {}],
  ['a name that is a list', quiz({ name: ['x'] })],
  ['a name of 100,000 characters', quiz({ name: 'x'.repeat(100_000) })],
  ['a NUL in the name', quiz({ name: `x${NUL}y` })],
  ['half a character in the name', quiz({ name: `x${LONE}` })],
  ['a goal that is a fraction', quiz({ goal: 69.5 })],
  ['a goal below 0', quiz({ goal: -1 })],
  ['a goal beyond numbers', '{"name":"x","goal":1e999}'],
  ['a goal that is a thing', quiz({ goal: { gt: 0 } })],
  ['a type that is none', quiz({ type: '__proto__' })],
  ['a published that is a text', quiz({ published: 'sim' })],
  ['a time limit with a minus', quiz({ stopwatch: 1, time_limit: '-1:00:00' })],
  ['a time limit of 100,000 digits', quiz({ stopwatch: 1, time_limit: '1'.repeat(100_000) })],
  ['a review that is none', quiz({ review: 'always' })],
  ['a product of the neighbour', quiz({ product_ids: [neighbours['product']] })],
  ['a product that is a fraction', quiz({ product_ids: [1.5] })],
  ['20,000 products', quiz({ product_ids: repeated(20_000, 1).map((one, at) => one + at) })],
  ['a version that is a text', quiz({ version: 'x' })],
  ['the school of the neighbour', quiz({ tenant_id: school.id + 1 })],
];

const wrongQuestions = (): [string, unknown][] => [
  ['no questions', {}],
  ['questions that are a thing', { questions: { 0: {} } }],
  ['questions that are texts', { questions: ['x'] }],
  ['201 questions', { questions: repeated(201, { kind: 'single', text: 'x', options: [] }) }],
  ['21 options', question({ options: repeated(21, { text: 'a' }) })],
  ['options that are a text', question({ options: 'abc' })],
  ['an option that is null', question({ options: [null] })],
  ['a text of 5,001 characters', question({ text: 'x'.repeat(5_001) })],
  ['an option of 1,001 characters', option({ text: 'x'.repeat(1_001) })],
  ['an explanation of 5,001 characters', question({ explanation: 'x'.repeat(5_001) })],
  ['a NUL in a text', question({ text: `a${NUL}` })],
  ['a NUL in an option', option({ text: `a${NUL}` })],
  ['a NUL in a profile', profile({ title: `a${NUL}` })],
  ['half a character in an option', option({ text: `a${LONE}` })],
  ['a weight below 0', question({ weight: -1 })],
  ['a weight above 1,000', question({ weight: 1_000.5 })],
  ['a weight that is a text', question({ weight: '1' })],
  [
    'a weight beyond numbers',
    '{"questions":[{"kind":"single","text":"x","weight":1e999,"options":[]}]}',
  ],
  ["an option's weight below 0", option({ weight: -0.5 })],
  [
    'an id of a question twice',
    { questions: repeated(2, { id: ids['question'], kind: 'single', text: 'x', options: [] }) },
  ],
  [
    'an id of an option twice',
    question({ options: repeated(2, { id: ids['option'], text: 'a' }) }),
  ],
  [
    "an option's id in two questions",
    {
      questions: repeated(2, {
        kind: 'single',
        text: 'x',
        options: [{ id: ids['option'], text: 'a' }],
      }),
    },
  ],
  ['an id that was never given', question({ id: 999_999 })],
  ['an id that is a fraction', question({ id: 1.5 })],
  ['an id below 0', option({ id: -1 })],
  ['an id beyond integers', option({ id: 2 ** 53 })],
  ['two profiles of one key', { questions: [], profiles: repeated(2, { key: 'a', title: 'A' }) }],
  [
    '21 profiles',
    { questions: [], profiles: repeated(21, 0).map((_, at) => ({ key: `${at}`, title: 'A' })) },
  ],
  ['a profile that an option only names', option({ profile: '__proto__' })],
  ['an image of another school', question({ image: '/files/1/aaaaaaaaaaaaaaaaaaaaaa.png' })],
  ['an image from elsewhere', question({ image: 'javascript:alert(1)' })],
  ['questions 5,000 deep', nested({ questions: 'deep' })],
];

const wrongAnswers = (): [string, unknown][] => [
  ['nothing', {}],
  ['a question that is a text', answer({ question_id: 'x' })],
  ['a question that is a fraction', answer({ question_id: 1.5 })],
  ['a question below 0', answer({ question_id: -1 })],
  ['a question beyond integers', answer({ question_id: 2 ** 53 })],
  ['a question beyond those of the database', answer({ question_id: 2 ** 40 })],
  ['a question that is not asked', answer({ question_id: 999_999 })],
  ['options that are a number', answer({ option_ids: 1 })],
  ['an option that is a list', answer({ option_ids: [[ids['option']]] })],
  ['an option that is null', answer({ option_ids: [null] })],
  ['an option below 0', answer({ option_ids: [-1] })],
  ['an option that is a fraction', answer({ option_ids: [0.5] })],
  ['an option beyond those of the database', answer({ option_ids: [2 ** 40] })],
  ['an option that the question has not', answer({ option_ids: [999_999] })],
  ['the question as its option', answer({ option_ids: [ids['question']] })],
  ['50,000 options', answer({ option_ids: repeated(50_000, ids['option']) })],
  ['options 5,000 deep', nested(answer({ option_ids: 'deep' }))],
];

const wrongHandIns = (): [string, unknown][] => [
  ['answers that are a thing', { answers: {} }],
  ['answers that are a text', { answers: 'all' }],
  ['answers that are null', { answers: null }],
  ['201 answers', answers(...repeated(201, answer({})))],
  ['answers 5,000 deep', nested({ answers: 'deep' })],
  ...wrongAnswers()
    .filter(([, body]) => typeof body !== 'string')
    .map(([what, body]): [string, unknown] => [what, answers(body)]),
  ['a right answer and one that is none', answers(answer({}), answer({ question_id: 999_999 }))],
];

const noThings: [string, unknown][] = [
  ['a list', '[]'],
  ['a text', '"x"'],
  ['null', 'null'],
  ['half a thing', '{"name":'],
  ['a key of the prototype', '{"__proto__":{"name":"x"}}'],
];

const wrongPublications = (): [string, unknown][] => [
  ['nothing', {}],
  ['a number that is no flag', { published: 2 }],
  ['a text that is no flag', { published: 'sim' }],
  ['null', { published: null }],
];

const wrong: { [verb in Verb]?: () => [string, unknown][] } = {
  create: wrongQuizzes,
  update: wrongQuizzes,
  publish: wrongPublications,
  saveQuestions: wrongQuestions,
  answer: wrongAnswers,
  finish: wrongHandIns,
};

test('every call with a body is tested here', () => {
  const withBody = Object.entries(quizzes).filter(([, route]) => route.body);
  expect(Object.keys(wrong).toSorted()).toEqual(withBody.map(([verb]) => verb).toSorted());
});

describe.each(Object.keys(wrong) as Verb[])('%s', (verb) => {
  test('refuses each, and stores nothing', async () => {
    const before = await stored();
    const isOptional = verb === 'finish';
    const cases = [...noThings.slice(0, isOptional ? 4 : 5), ...wrong[verb]!()];
    // An unknown id is 404, another school 403.
    const taken: unknown[] = [];
    for (const [what, body] of cases) {
      const { status } = await send(verb, body);
      if (![400, 403, 404, 413, 422].includes(status)) taken.push([what, status]);
    }
    expect(taken).toEqual([]);
    expect(await stored()).toEqual(before);
  });
});

describe.each(Object.keys(quizzes) as Verb[])('%s', (verb) => {
  const { path } = quizzes[verb];
  test.runIf(/\{(id|memberId)\}/.test(path))(
    'accepts no id of another school, and no invalid id',
    async () => {
      const before = await stored();
      const bodies: Partial<Record<string, object>> = {
        create: quiz({}),
        update: quiz({}),
        answer: answer({}),
        saveQuestions: question({}),
        publish: { published: 1 },
      };
      const body = bodies[verb] ?? {};
      const status = async (address: string) =>
        (await send(verb, quizzes[verb].body ? body : undefined, address)).status;
      expect(await status(addressOf(verb, neighbours))).toBe(404);
      if (path.includes('{memberId}'))
        expect(await status(addressOf(verb, { ...ids, member: neighbours['member']! }))).toBe(404);
      const withId = (id: string) =>
        path.replace('{id}', id).replace(/\{(memberId|questionId)\}/, '1');
      for (const id of ['0', '-1', '1.5', '1e3', 'x', '9'.repeat(40), '%00', "1'--"])
        expect([400, 404]).toContain(await status(withId(id)));
      expect(await status(withId(String(2 ** 52)))).toBe(404);
      if (path.includes('{questionId}'))
        for (const id of ['0', 'x', String(2 ** 31), String(2 ** 52), '9'.repeat(40)])
          expect([400, 404]).toContain(
            await status(path.replace('{id}', String(ids['quiz'])).replace('{questionId}', id)),
          );
      expect(await stored()).toEqual(before);
    },
  );
});

test('an unreadable cursor is 400', async () => {
  for (const cursor of ['x', '1-', `${'9'.repeat(17)}-1`, '%00', `1-1${'x'.repeat(200)}`])
    for (const call of ['results?', 'results/students?', 'results/students?q=a&'])
      expect(
        (await school.owner.get(`/api/v1/quizzes/${ids['quiz']}/${call}cursor=${cursor}`)).status,
      ).toBe(400);
});

test('the largest quiz that may be saved can be saved again', async () => {
  const profiles = Array.from({ length: limits.profiles }, (_, at) => ({
    key: `p${at}`,
    title: 'Retratista',
    description: 'Gente',
  }));
  const options = Array.from({ length: limits.options }, (_, at) => ({
    text: 'a',
    correct: at < 2,
    profile: `p${at}`,
    weight: 1,
  }));
  const questions = Array.from({ length: limits.questions }, () => ({
    kind: 'multiple',
    text: 'Qual?',
    image_alt: 'b',
    explanation: 'c',
    weight: 1,
    options,
  }));
  const quiz = await quizWith(school, {}, questions, profiles);
  const { path } = quizzes.questions;
  const { data } = (await school.owner.get(path.replace('{id}', String(quiz.id)))).body;
  expect(
    data.questions.flatMap((question: { options: object[] }) => question.options),
  ).toHaveLength(limits.questions * limits.options);
  const again = await school.owner.send('PUT', path.replace('{id}', String(quiz.id)), data);
  expect(again.status).toBe(200);
});

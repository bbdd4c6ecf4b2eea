import type { AnswerInput } from '@vitrine/contract/quizzes';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  openWorld,
  statuses,
  type Person,
  type TestResponse,
  type TestSchool,
} from '../../../test/harness.ts';
import { EXPLANATION, quizCalls, rightAnswers, type SavedQuestion } from '../../../test/quizzes.ts';
import type { TenantTransaction } from '../../platform/database.ts';

const world = await openWorld();

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});

const { quizOf, start, keep, finish, results } = quizCalls(() => ({ school, student }));

describe('an attempt', () => {
  test('scores by weight, in the exact set, and shows the review', async () => {
    const { id, questions } = await quizOf({ repeat: 1 });
    const [single, multiple] = questions as [SavedQuestion, SavedQuestion];
    const take = async (answers: object[]) => {
      const { body } = await start(id);
      return (await finish(body.data.id, answers)).body.data;
    };
    const right = await take(rightAnswers({ questions }));
    expect(right).toMatchObject({ score: 100, passed: true, profile: null });
    expect(right.review[0]).toEqual({
      question_id: single.id,
      correct: true,
      chosen: [single.options[0]!.id],
      right: [single.options[0]!.id],
      explanation: EXPLANATION,
    });
    const three = await take([rightAnswers({ questions })[0]!]);
    expect(three).toMatchObject({ score: 75, passed: true });
    const half = multiple.options.slice(0, 1).map((option) => option.id);
    expect(await take([{ question_id: multiple.id, option_ids: half }])).toMatchObject({
      score: 0,
      passed: false,
    });
    const all = multiple.options.map((option) => option.id);
    expect(await take([{ question_id: multiple.id, option_ids: all }])).toMatchObject({ score: 0 });
    expect(await take([rightAnswers({ questions })[1]!])).toMatchObject({
      score: 25,
      passed: false,
    });
  });

  test('passes at the goal, and not below', async () => {
    const { id, questions } = await quizOf({ repeat: 1, goal: 75 });
    const three = [rightAnswers({ questions })[0]!];
    const one = (await start(id)).body.data.id;
    expect((await finish(one, three)).body.data.passed).toBe(true);
    await school.owner.post(`/api/auth/quiz/update/${id}`, {
      name: 'x',
      published: 1,
      repeat: 1,
      goal: 76,
    });
    const two = (await start(id)).body.data.id;
    expect((await finish(two, three)).body.data.passed).toBe(false);
  });

  test.each([
    ['57 of 100 points', [57, 43], 1, 57],
    ['three of four weights of 0.3', [0.3, 0.3, 0.3, 0.3], 3, 75],
  ])('passes with %s at the same goal in percent', async (_points, weights, right, goal) => {
    const { id, questions } = await quizOf(
      { goal },
      weights.map((weight) => ({
        kind: 'single',
        text: `Vale ${weight}`,
        weight,
        options: [{ text: 'Sim', correct: true }, { text: 'Não' }],
      })),
    );
    const attempt = (await start(id)).body.data.id;
    const answers = rightAnswers({ questions }).slice(0, right);
    expect((await finish(attempt, answers)).body.data).toMatchObject({ score: goal, passed: true });
  });

  test.each(['sent with it', 'kept before'])(
    'is handed in once by eight hand-ins at once, with answers %s',
    async (when) => {
      const { id, questions } = await quizOf();
      const attempt = (await start(id)).body.data.id;
      const given = rightAnswers({ questions });
      const isKept = when === 'kept before';
      for (const { question_id, option_ids } of isKept ? given : [])
        await keep(attempt, question_id, option_ids);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => finish(attempt, isKept ? undefined : given)),
      );
      expect(statuses(answers)).toEqual({ 200: 1, 409: 7 });
      expect(await results(id)).toMatchObject({ attempts: 1, members: 1, passed: 1, mean: 100 });
    },
  );

  test('is handed in once by its student and by staff who close it at once', async () => {
    const { id, questions } = await quizOf();
    const attempt = (await start(id)).body.data.id;
    const close = () => school.owner.post(`/api/v1/attempts/${attempt}/close`);
    const answers = await Promise.all(
      [...'12345678'].map((_, at) =>
        at % 2 ? close() : finish(attempt, rightAnswers({ questions })),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 7 });
    const { score } = (await student.get(`/api/v1/attempts/${attempt}`)).body.data;
    expect(await results(id)).toMatchObject({ attempts: 1, members: 1, mean: score });
  });

  test('that is answered and handed in while its quiz is removed never breaks', async () => {
    const { id, questions } = await quizOf({ repeat: 1 });
    const people = await Promise.all(Array.from({ length: 4 }, () => school.join()));
    const attempts = await Promise.all(
      people.map(async (who) => (await start(id, who)).body.data.id as number),
    );
    const [first] = rightAnswers({ questions });
    const answers = await Promise.all([
      ...people.flatMap((who, at) => [
        keep(attempts[at]!, first!.question_id, first!.option_ids, who),
        finish(attempts[at]!, rightAnswers({ questions }), who),
      ]),
      school.owner.send('DELETE', `/api/auth/quiz/${id}`),
      start(id),
    ]);
    for (const { status } of answers) expect([200, 201, 404, 409]).toContain(status);
    expect(answers.at(-2)!.status).toBe(200);
    for (const [at, who] of people.entries())
      expect((await who.get(`/api/v1/attempts/${attempts[at]}`)).status).toBe(404);
  });

  /**
   * Hands in while a transaction holds the quiz, as a removal does first, and does this meanwhile.
   */
  async function whileHeld(
    quizId: number,
    handIn: () => Promise<TestResponse>,
    meanwhile: (db: TenantTransaction['db']) => Promise<unknown>,
  ) {
    const { database } = world.platform;
    let waiting: Promise<TestResponse> | undefined;
    await database.transaction(school.id, async ({ db }) => {
      await sql`SELECT FROM quizzes WHERE id = ${quizId} FOR UPDATE`.execute(db);
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
      waiting = handIn();
      const blocked = () =>
        sql<{ count: number }>`SELECT count(*)::integer AS count FROM pg_stat_activity
          WHERE ${rows[0]!.pid} = ANY (pg_blocking_pids(pid))`.execute(database.platform);
      await expect.poll(async () => (await blocked()).rows[0]!.count).toBe(1);
      await meanwhile(db);
    });
    return waiting!;
  }

  test.each(['its student', 'the owner'])(
    'that %s hands in waits for a removal before it takes locks',
    async (by) => {
      const { id, questions } = await quizOf();
      const attempt = (await start(id)).body.data.id as number;
      const handIn = () =>
        by === 'the owner'
          ? school.owner.post(`/api/v1/attempts/${attempt}/close`)
          : finish(attempt, rightAnswers({ questions }));
      // Then, by the cascade, the removal locks the attempts.
      const handedIn = await whileHeld(id, handIn, (db) =>
        sql`SELECT FROM quiz_attempts WHERE id = ${attempt} FOR UPDATE NOWAIT`.execute(db),
      );
      expect(handedIn.status).toBe(200);
    },
  );

  test('counts an answer that was saved after the hand-in read the others', async () => {
    const { id, questions } = await quizOf();
    const attempt = (await start(id)).body.data.id as number;
    const [first, second] = rightAnswers({ questions }) as [AnswerInput, AnswerInput];
    const handedIn = await whileHeld(
      id,
      () => finish(attempt, [first]),
      (db) =>
        db
          .insertInto('quiz_answers')
          .values({ attempt_id: attempt, ...second })
          .execute(),
    );
    expect(handedIn.body.data).toMatchObject({ score: 100, right: 2 });
    const read = (await student.get(`/api/v1/attempts/${attempt}`)).body.data;
    expect(read.answers).toEqual([first, second]);
  });

  test('is handed in with the answers of the hand-in, in place of saved ones', async () => {
    const { id, questions } = await quizOf();
    const attempt = (await start(id)).body.data.id as number;
    const [single, multiple] = questions as [SavedQuestion, SavedQuestion];
    const [first, second] = rightAnswers({ questions }) as [AnswerInput, AnswerInput];
    await keep(attempt, single.id, [single.options[1]!.id]);
    await keep(attempt, multiple.id, second.option_ids.toReversed());
    const { data } = (await finish(attempt, [first, { question_id: multiple.id, option_ids: [] }]))
      .body;
    expect(data).toMatchObject({ score: 75, right: 1 });
    expect((await student.get(`/api/v1/attempts/${attempt}`)).body.data.answers).toEqual([first]);
  });
});

test('a behavioural quiz ends with the profile of the highest weight', async () => {
  const option = (text: string, profile: string, weight = 1) => ({ text, profile, weight });
  const questions = [
    { kind: 'single', text: '1', options: [option('a', 'gato'), option('b', 'cao')] },
    { kind: 'single', text: '2', options: [option('a', 'gato'), option('b', 'cao', 3)] },
  ];
  const profiles = [
    { key: 'gato', title: 'Gato', description: 'Olha antes de pular.' },
    { key: 'cao', title: 'Cão' },
  ];
  const { id, questions: saved } = await quizOf(
    { type: 'comportamental', repeat: 1 },
    questions,
    profiles,
  );
  const take = async (...picks: number[]) => {
    const attempt = (await start(id)).body.data.id;
    const answers = picks.map((pick, at) => ({
      question_id: saved[at]!.id,
      option_ids: [saved[at]!.options[pick]!.id],
    }));
    return (await finish(attempt, answers)).body.data;
  };
  expect(await take(0, 1)).toMatchObject({
    passed: null,
    score: 75,
    profile: { key: 'cao', title: 'Cão', description: '' },
    profiles: [{ share: 0.25 }, { share: 0.75 }],
    weights: [
      { profile: 'gato', weight: 1 },
      { profile: 'cao', weight: 3 },
    ],
  });
  expect((await take(0, 0)).profile.key).toBe('gato');
  const { students } = (await school.owner.get(`/api/v1/quizzes/${id}/results`)).body.data;
  expect(students.data[0].profile).toBe('gato');
  expect((await take()).profile).toBeNull();
  // Of equal profiles the first is the result. An option without a weight counts one.
  const { questions: weightless } = (
    await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
      questions: questions.map((question, at) => ({
        ...question,
        id: saved[at]!.id,
        options: question.options.map(({ text, profile }, place) => ({
          text,
          profile,
          id: saved[at]!.options[place]!.id,
        })),
      })),
      profiles,
    })
  ).body.data;
  expect(weightless).toHaveLength(2);
  expect(await take(1, 0)).toMatchObject({
    profile: { key: 'gato' },
    profiles: [{ share: 0.5 }, { share: 0.5 }],
  });
  const { body } = await school.owner.get(`/api/v1/quizzes/${id}/members/${student.id}/attempts`);
  expect(body.data.at(-1).profile).toBe('cao');
});

test('of profiles whose fractions add up to the same the first is the result', async () => {
  const option = (text: string, profile: string, weight: number) => ({ text, profile, weight });
  const { id, questions } = await quizOf(
    { type: 'comportamental' },
    [
      { kind: 'single', text: '1', options: [option('a', 'cao', 0.1), option('b', 'gato', 1)] },
      { kind: 'single', text: '2', options: [option('a', 'cao', 0.2), option('b', 'gato', 1)] },
      { kind: 'single', text: '3', options: [option('a', 'gato', 0.3), option('b', 'cao', 1)] },
    ],
    [
      { key: 'gato', title: 'Gato' },
      { key: 'cao', title: 'Cão' },
    ],
  );
  const attempt = (await start(id)).body.data.id;
  const answers = questions.map((question) => ({
    question_id: question.id,
    option_ids: [question.options[0]!.id],
  }));
  expect((await finish(attempt, answers)).body.data).toMatchObject({
    score: 50,
    profile: { key: 'gato' },
  });
});

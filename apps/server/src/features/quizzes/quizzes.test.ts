import { messages, type AnswerInput } from '@vitrine/contract/quizzes';
import { sql } from 'kysely';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { claimedPaths, fileFor } from '../../../test/catalog.ts';
import {
  openWorld,
  statuses,
  type Person,
  type TestResponse,
  type TestSchool,
} from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import type { TenantTransaction } from '../../platform/database.ts';

const world = await openWorld();

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});

const create = (more: object = {}, who = school.owner) =>
  who.post('/api/auth/quiz/create', { name: 'Luz e sombra', published: 1, ...more });

async function quizOf(more: object = {}, questions: object[] = twoQuestions, profiles?: object[]) {
  const { body } = await create(more);
  const id = body[2].data.id as number;
  const saved = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
    questions,
    ...(profiles && { profiles }),
  });
  expect(saved.status).toBe(200);
  return { id, questions: saved.body.data.questions as SavedQuestion[] };
}

interface SavedQuestion {
  id: number;
  image: string | null;
  options: { id: number; text: string; correct?: boolean }[];
}

const MARKER = 'explicacao-que-nao-sai';
const twoQuestions = [
  {
    kind: 'single',
    text: 'Qual abertura deixa entrar mais luz?',
    explanation: MARKER,
    weight: 3,
    options: [{ text: 'f/2', correct: true }, { text: 'f/16' }],
  },
  {
    kind: 'multiple',
    text: 'Quais são cores primárias da luz?',
    weight: 1,
    options: [
      { text: 'Vermelho', correct: true },
      { text: 'Azul', correct: true },
      { text: 'Ocre' },
    ],
  },
];

const start = (id: number, who = student) => who.post(`/api/v1/quizzes/${id}/attempts`);
const finish = (id: number, answers?: object[], who = student) =>
  who.post(`/api/v1/attempts/${id}/finish`, answers ? { answers } : {});
const keep = (id: number, question_id: number, option_ids: number[], who = student) =>
  who.send('PUT', `/api/v1/attempts/${id}/answers`, { question_id, option_ids });
const rightAnswers = (questions: SavedQuestion[]): AnswerInput[] =>
  questions.map(({ id, options }) => ({
    question_id: id,
    option_ids: options.filter(({ correct }) => correct).map((option) => option.id),
  }));
const results = async (id: number, query = '') =>
  (await school.owner.get(`/api/v1/quizzes/${id}/results${query}`)).body.data;

/** Moves an attempt into the past, as if this many seconds had gone by. */
const pass = (attempt: number, seconds: number) =>
  world.platform.database.transaction(school.id, ({ db }) =>
    db
      .updateTable('quiz_attempts')
      .set({
        started_at: sql`started_at - ${seconds} * interval '1 second'`,
        deadline: sql`deadline - ${seconds} * interval '1 second'`,
      })
      .where('id', '=', attempt)
      .execute(),
  );

describe('a quiz', () => {
  test('is created with the defaults of the specification', async () => {
    const { status, body } = await school.owner.post('/api/auth/quiz/create', {
      name: ' Prova 1 ',
    });
    expect(status).toBe(201);
    expect(body[0]).toBe('Avaliação criada com sucesso');
    expect(body[1]).toBe(201);
    expect(body[2].data).toMatchObject({
      name: 'Prova 1',
      type: 'comun',
      goal: 70,
      published: 0,
      repeat: 0,
      stopwatch: 0,
      time_limit: null,
      tenant_id: school.id,
    });
  });

  test('is listed, shown, changed and removed', async () => {
    const held = await create({ product_ids: [await school.product()] });
    const other = held.body[2].data;
    const { body } = await create();
    const { id } = body[2].data;
    expect(body[2].data.product_ids).toEqual([]);
    const changed = await school.owner.post(`/api/auth/quiz/update/${id}`, {
      name: 'Outra',
      type: 'comun',
      goal: 60,
      published: 0,
      repeat: 1,
      stopwatch: 1,
      time_limit: '1:5:',
    });
    expect(changed.body[0]).toBe('Avaliação editada com sucesso!');
    expect(changed.body[2].data).toMatchObject({
      name: 'Outra',
      goal: 60,
      published: 0,
      repeat: 1,
      stopwatch: 1,
      time_limit: '01:05:00',
    });
    const list = await school.owner.get(`/api/auth/quiz/${school.id}`);
    expect(list.body[2].data).toEqual([changed.body[2].data, other]);
    expect((await school.owner.send('DELETE', `/api/auth/quiz/${id}`)).status).toBe(200);
    expect((await school.owner.get(`/api/auth/quiz/show/${id}`)).status).toBe(404);
    const left = await school.owner.get(`/api/auth/quiz/show/${other.id}`);
    expect(left.body[2].data).toEqual(other);
  });

  test.each(['::', '00:00:00', '0::0', '10', '1:60:00', '1:00:60', 'x'])(
    'refuses the time limit %s',
    async (time_limit) => {
      const { status, body } = await create({ stopwatch: 1, time_limit });
      expect(status).toBe(422);
      expect(body.errors).toEqual({ time_limit: ['Adicione um tempo limite valido!'] });
    },
  );

  test.each([
    ['a blank name', { name: '  ' }, 'name'],
    ['a goal above 100', { goal: 101 }, 'goal'],
    ['an unknown type', { type: 'outra' }, 'type'],
  ])('refuses %s', async (_what, more, field) => {
    const { status, body } = await create(more);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  test('drops the time limit where the stopwatch is off', async () => {
    const { body } = await create({ stopwatch: 0, time_limit: '00:10:00' });
    expect(body[2].data.time_limit).toBeNull();
  });

  test('refuses an outdated version with the current quiz', async () => {
    const { body } = await create();
    const { id, version } = body[2].data;
    const save = () => school.owner.post(`/api/auth/quiz/update/${id}`, { name: 'Nova', version });
    expect(statuses(await Promise.all([save(), save()]))).toEqual({ 200: 1, 409: 1 });
  });

  test('belongs to admins of its school', async () => {
    const { id } = await quizOf();
    const neighbour = await world.school();
    for (const roles of [['student'], ['instructor'], ['moderator']]) {
      const who = await school.join(roles);
      expect((await create({}, who)).status).toBe(403);
      expect((await who.get(`/api/auth/quiz/${school.id}`)).status).toBe(403);
      expect((await who.get(`/api/v1/quizzes/${id}/questions`)).status).toBe(403);
      expect((await who.get(`/api/v1/quizzes/${id}/results`)).status).toBe(403);
    }
    expect((await neighbour.owner.get(`/api/auth/quiz/show/${id}`)).status).toBe(404);
    expect((await neighbour.owner.get(`/api/v1/quizzes/${id}/results`)).status).toBe(404);
    expect((await neighbour.owner.get(`/api/auth/quiz/${school.id}`)).status).toBe(403);
    expect((await neighbour.owner.post(`/api/v1/quizzes/${id}/attempts`)).status).toBe(404);
    expect((await neighbour.owner.send('DELETE', `/api/auth/quiz/${id}`)).status).toBe(404);
  });
});

describe('questions', () => {
  test('keep existing ids, and give no id twice', async () => {
    const { id, questions } = await quizOf();
    const [first, second] = questions as [SavedQuestion, SavedQuestion];
    const put = (body: object) => school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, body);
    const kept = await put({ questions: [{ ...twoQuestions[1], ...second }] });
    expect(kept.body.data.questions[0].id).toBe(second.id);
    const added = await put({
      questions: [{ ...twoQuestions[1], ...second }, twoQuestions[0]],
    });
    const taken = [first, second].flatMap((question) => [
      question.id,
      ...question.options.map((option) => option.id),
    ]);
    expect(taken).not.toContain(added.body.data.questions[1].id);
  });

  test('that were removed come back under their own ids when the author undoes it', async () => {
    const { id, questions } = await quizOf();
    const put = (list: object[]) =>
      school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, { questions: list });
    const all = questions.map((question, at) => ({ ...twoQuestions[at], ...question }));
    expect((await put(all.slice(1))).status).toBe(200);
    const back = await put(all);
    expect(back.body.data.questions).toMatchObject(questions);
  });

  test.each([
    [
      'two right answers of a single choice',
      [
        {
          kind: 'single',
          text: 'x',
          options: [
            { text: 'a', correct: true },
            { text: 'b', correct: true },
          ],
        },
      ],
      messages.twoRight,
    ],
    [
      'three options of true or false',
      [{ kind: 'true_false', text: 'x', options: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] }],
      messages.trueFalse,
    ],
    [
      'a profile that is none',
      [{ kind: 'single', text: 'x', options: [{ text: 'a', profile: 'gato' }] }],
      messages.unknownProfile,
    ],
    ['an empty text', [{ kind: 'single', text: ' ', options: [] }], 'Campo obrigatório'],
  ])('refuses %s, and keeps the saved questions', async (_what, questions, says) => {
    const { id } = await quizOf();
    const put = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, { questions });
    expect(put.status).toBe(422);
    expect(put.body.message).toBe(says);
    const { body } = await school.owner.get(`/api/v1/quizzes/${id}/questions`);
    expect(body.data.questions).toHaveLength(2);
  });

  test('refuse an id that the quiz does not have', async () => {
    const { id } = await quizOf();
    const put = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
      questions: [{ ...twoQuestions[0], id: 999 }],
    });
    expect(put.status).toBe(404);
  });
});

describe('an attempt', () => {
  test('never sends the right answers with the questions', async () => {
    const { id } = await quizOf({ stopwatch: 1, time_limit: '00:10:00' });
    const begun = await start(id);
    expect(begun.status).toBe(201);
    const { data } = begun.body;
    expect(data.questions).toHaveLength(2);
    expect(Date.parse(data.deadline) - Date.parse(data.started_at)).toBe(600_000);
    const read = await student.get(`/api/v1/attempts/${data.id}`);
    const list = await student.get('/api/v1/quizzes');
    const kept = await keep(data.id, data.questions[0].id, [data.questions[0].options[0].id]);
    for (const { text } of [begun, read, list, kept]) {
      expect(text).not.toContain('correct');
      expect(text).not.toContain(MARKER);
    }
  });

  test('scores by weight, in the exact set, and shows the review', async () => {
    const { id, questions } = await quizOf({ repeat: 1 });
    const [single, multiple] = questions as [SavedQuestion, SavedQuestion];
    const take = async (answers: object[]) => {
      const { body } = await start(id);
      return (await finish(body.data.id, answers)).body.data;
    };
    const right = await take(rightAnswers(questions));
    expect(right).toMatchObject({ score: 100, passed: true, profile: null });
    expect(right.review[0]).toEqual({
      question_id: single.id,
      correct: true,
      chosen: [single.options[0]!.id],
      right: [single.options[0]!.id],
      explanation: MARKER,
    });
    const three = await take([rightAnswers(questions)[0]!]);
    expect(three).toMatchObject({ score: 75, passed: true });
    const half = multiple.options.slice(0, 1).map((option) => option.id);
    expect(await take([{ question_id: multiple.id, option_ids: half }])).toMatchObject({
      score: 0,
      passed: false,
    });
    const all = multiple.options.map((option) => option.id);
    expect(await take([{ question_id: multiple.id, option_ids: all }])).toMatchObject({ score: 0 });
    expect(await take([rightAnswers(questions)[1]!])).toMatchObject({ score: 25, passed: false });
  });

  test('passes at the goal, and not below', async () => {
    const { id, questions } = await quizOf({ repeat: 1, goal: 75 });
    const three = [rightAnswers(questions)[0]!];
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

  test('passes with 57 of 100 points at a goal of 57 percent', async () => {
    const weighing = (weight: number) => ({
      kind: 'single',
      text: `Vale ${weight}`,
      weight,
      options: [{ text: 'Sim', correct: true }, { text: 'Não' }],
    });
    const { id } = await quizOf({ goal: 57 });
    const { body } = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
      questions: [weighing(57), weighing(43)],
    });
    const attempt = (await start(id)).body.data.id;
    const answers = rightAnswers(body.data.questions).slice(0, 1);
    expect((await finish(attempt, answers)).body.data).toMatchObject({ score: 57, passed: true });
  });

  test('is one, however often it is started at once', async () => {
    const { id } = await quizOf();
    const answers = await Promise.all(Array.from({ length: 50 }, () => start(id)));
    expect(statuses(answers)).toEqual({ 201: 50 });
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  });

  test('is one where all starts have read that none exists', async () => {
    const { id } = await quizOf();
    await start(id, await school.join()); // freezes the questions
    const STARTS = 4;
    let answers!: Promise<TestResponse[]>;
    await school.transaction(async (tx) => {
      // Each insert then waits: for this lock by its foreign key, or for an insert of the same key.
      const ofQuiz = tx.db.selectFrom('quiz_revisions').select('version').where('quiz_id', '=', id);
      await ofQuiz.forUpdate().execute();
      answers = Promise.all(Array.from({ length: STARTS }, () => start(id)));
      await expectWaiting(tx, STARTS);
    });
    expect(statuses(await answers)).toEqual({ 201: STARTS });
    expect(new Set((await answers).map(({ body }) => body.data.id)).size).toBe(1);
  });

  test('is the only one without repeat, also if another was taken since a start read that there is none', async () => {
    const { id } = await quizOf();
    await start(id, await school.join()); // freezes the questions
    let answer!: Promise<TestResponse>;
    await school.transaction(async (tx) => {
      const { version } = await tx.db
        .selectFrom('quiz_revisions')
        .select('version')
        .where('quiz_id', '=', id)
        .executeTakeFirstOrThrow();
      const taken = { quiz_id: id, version, member_id: student.id, number: 1 };
      await tx.db
        .insertInto('quiz_attempts')
        .values({ ...taken, finished_at: new Date(), score: 0, passed: false })
        .execute();
      answer = start(id);
      await expectWaiting(tx, 1);
    });
    expect((await answer).body.code).toBe('no_attempt_left');
  });

  test('is the only one without repeat, unless the owner grants another', async () => {
    const grantOf = (quiz: number, { id }: Person) =>
      school.owner.post(`/api/v1/quizzes/${quiz}/members/${id}/attempts`);
    const { id: other } = await quizOf();
    const { id, questions } = await quizOf();
    const classmate = await school.join();
    await grantOf(other, classmate);
    for (const person of [student, classmate]) {
      const { body } = await start(id, person);
      await finish(body.data.id, rightAnswers(questions), person);
    }
    const refused = await start(id);
    expect([refused.status, refused.body.code]).toEqual([409, 'no_attempt_left']);
    const grant = await grantOf(id, student);
    expect(grant.body.data).toEqual({ attempts_left: 1 });
    expect((await start(id, classmate)).status).toBe(409);
    expect((await start(id)).status).toBe(201);
  });

  test('keeps each answer, for another device too, and counts it without being sent again', async () => {
    const { id, questions } = await quizOf();
    const attempt = (await start(id)).body.data.id;
    const [first, second] = rightAnswers(questions) as [AnswerInput, AnswerInput];
    expect((await keep(attempt, first.question_id, first.option_ids)).body.data.saved_at).toMatch(
      /Z$/,
    );
    await keep(attempt, second.question_id, second.option_ids);
    const again = (await start(id)).body.data;
    expect(again.id).toBe(attempt);
    expect(again.answers).toEqual([first, second]);
    const classmate = await school.join();
    const theirs = (await start(id, classmate)).body.data.id;
    await keep(theirs, second.question_id, second.option_ids, classmate);
    await keep(attempt, second.question_id, []);
    const kept = async (one: number, who: Person) =>
      (await who.get(`/api/v1/attempts/${one}`)).body.data.answers;
    expect(await kept(attempt, student)).toEqual([first]);
    expect(await kept(theirs, classmate)).toEqual([second]);
    expect((await finish(attempt)).body.data.score).toBe(75);
    const late = await keep(attempt, second.question_id, second.option_ids);
    expect([late.status, late.body.code]).toEqual([409, 'finished']);
  });

  test('refuses answers to questions that it does not have', async () => {
    const { id, questions } = await quizOf();
    const attempt = (await start(id)).body.data.id;
    const [single, multiple] = questions as [SavedQuestion, SavedQuestion];
    const both = single.options.map((option) => option.id);
    expect((await keep(attempt, 999, [1])).body.errors).toEqual({
      question_id: [messages.unknownQuestion],
    });
    expect((await keep(attempt, single.id, [multiple.options[0]!.id])).status).toBe(422);
    expect((await keep(attempt, single.id, both)).body.errors).toEqual({
      option_ids: [messages.oneOption],
    });
    // No integer of the database: without a check of its own, the refusal names no field.
    const tooLarge = await keep(attempt, single.id, [9_000_000_000]);
    expect(tooLarge.body.errors).toEqual({ option_ids: [messages.unknownOption] });
    expect((await finish(attempt, [{ question_id: single.id, option_ids: both }])).status).toBe(
      422,
    );
    expect((await student.get(`/api/v1/attempts/${attempt}`)).body.data.answers).toEqual([]);
  });

  test.each(['sent with it', 'kept before'])(
    'is handed in once by eight hand-ins at once, with answers %s',
    async (when) => {
      const { id, questions } = await quizOf();
      const attempt = (await start(id)).body.data.id;
      const given = rightAnswers(questions);
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

  test('refuses an answer that waits for a hand-in', async () => {
    const { id, questions } = await quizOf();
    const [first] = rightAnswers(questions);
    const attempt = (await start(id)).body.data.id;
    let kept!: Promise<TestResponse>;
    await world.platform.database.transaction(school.id, async ({ db }) => {
      const ofAttempt = db.selectFrom('quiz_attempts').select('id').where('id', '=', attempt);
      await ofAttempt.forUpdate().executeTakeFirst();
      kept = keep(attempt, first!.question_id, first!.option_ids);
      // The answer has arrived at the lock.
      await expect
        .poll(async () => (await sql`SELECT FROM pg_locks WHERE NOT granted`.execute(db)).rows)
        .not.toEqual([]);
      await db
        .updateTable('quiz_attempts')
        .set({ finished_at: sql`now()`, score: 0, passed: false })
        .where('id', '=', attempt)
        .execute();
    });
    expect((await kept).body.code).toBe('finished');
    expect((await student.get(`/api/v1/attempts/${attempt}`)).body.data.answers).toEqual([]);
  });

  test('takes answers until 2 s after the deadline, and hands in by itself after it', async () => {
    const { id, questions } = await quizOf({ repeat: 1, stopwatch: 1, time_limit: '00:01:00' });
    const [first, second] = rightAnswers(questions) as [AnswerInput, AnswerInput];
    const inGrace = (await start(id)).body.data.id;
    await pass(inGrace, 60);
    expect((await keep(inGrace, first.question_id, first.option_ids)).status).toBe(200);
    expect((await finish(inGrace)).body.data.score).toBe(75);

    const late = (await start(id)).body.data.id;
    await keep(late, first.question_id, first.option_ids);
    await pass(late, 63);
    const kept = await keep(late, second.question_id, second.option_ids);
    expect([kept.status, kept.body.code]).toEqual([409, 'deadline_passed']);
    const handed = await finish(late, [second]);
    expect([handed.status, handed.body.code]).toEqual([409, 'deadline_passed']);
    const read = (await student.get(`/api/v1/attempts/${late}`)).body.data;
    expect(read).toMatchObject({ score: 75, passed: true, seconds: 60 });
    expect((await finish(late)).body.code).toBe('finished');
  });

  test('that expired makes room for the next one', async () => {
    const { id } = await quizOf({ repeat: 1, stopwatch: 1, time_limit: '00:01:00' });
    const first = (await start(id)).body.data.id;
    await pass(first, 63);
    const second = (await start(id)).body.data.id;
    expect(second).not.toBe(first);
    expect((await student.get(`/api/v1/attempts/${first}`)).body.data.score).toBe(0);
  });

  test('keeps its questions while the quiz changes', async () => {
    const { id, questions } = await quizOf();
    const attempt = (await start(id)).body.data.id;
    await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
      questions: [{ kind: 'true_false', text: 'Outra', options: [{ text: 'V' }, { text: 'F' }] }],
    });
    // A start freezes the new questions, too.
    const other = (await start(id, await school.join())).body.data;
    const textsOf = (asked: { text: string }[]) => asked.map(({ text }) => text);
    expect(textsOf(other.questions)).toEqual(['Outra']);
    const { body } = await student.get(`/api/v1/attempts/${attempt}`);
    expect(textsOf(body.data.questions)).toEqual(textsOf(twoQuestions));
    const [first] = rightAnswers(questions);
    expect((await keep(attempt, first!.question_id, first!.option_ids)).status).toBe(200);
    const done = await finish(attempt, rightAnswers(questions));
    expect(done.body.data).toMatchObject({ score: 100, passed: true });
    expect((await results(id)).questions).toEqual([
      expect.objectContaining({ text: 'Outra', right_share: null }),
    ]);
  });

  test('goes with its quiz', async () => {
    const { id, questions } = await quizOf();
    const attempt = (await start(id)).body.data.id;
    await school.owner.send('DELETE', `/api/auth/quiz/${id}`);
    expect((await finish(attempt, rightAnswers(questions))).status).toBe(404);
    expect((await keep(attempt, 1, [1])).status).toBe(404);
    expect((await student.get(`/api/v1/attempts/${attempt}`)).status).toBe(404);
    expect((await start(id)).status).toBe(404);
  });

  test('that is answered and handed in while its quiz is removed never breaks', async () => {
    const { id, questions } = await quizOf({ repeat: 1 });
    const people = await Promise.all(Array.from({ length: 4 }, () => school.join()));
    const attempts = await Promise.all(
      people.map(async (who) => (await start(id, who)).body.data.id as number),
    );
    const [first] = rightAnswers(questions);
    const answers = await Promise.all([
      ...people.flatMap((who, at) => [
        keep(attempts[at]!, first!.question_id, first!.option_ids, who),
        finish(attempts[at]!, rightAnswers(questions), who),
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
          : finish(attempt, rightAnswers(questions));
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
    const [first, second] = rightAnswers(questions) as [AnswerInput, AnswerInput];
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
    const [first, second] = rightAnswers(questions) as [AnswerInput, AnswerInput];
    await keep(attempt, single.id, [single.options[1]!.id]);
    await keep(attempt, multiple.id, second.option_ids.toReversed());
    const { data } = (await finish(attempt, [first, { question_id: multiple.id, option_ids: [] }]))
      .body;
    expect(data).toMatchObject({ score: 75, right: 1 });
    expect((await student.get(`/api/v1/attempts/${attempt}`)).body.data.answers).toEqual([first]);
  });

  test('is read by its member and the staff only', async () => {
    const { id } = await quizOf();
    const attempt = (await start(id)).body.data.id;
    const other = await school.join();
    const instructor = await school.join(['instructor']);
    const neighbour = await world.school();
    expect((await other.get(`/api/v1/attempts/${attempt}`)).status).toBe(404);
    expect((await finish(attempt, [], other)).status).toBe(404);
    expect((await keep(attempt, 1, [1], other)).status).toBe(404);
    expect(
      (await other.send('PUT', `/api/v1/attempts/${attempt}/answers`, { question_id: 'x' })).status,
    ).toBe(404);
    expect((await neighbour.owner.get(`/api/v1/attempts/${attempt}`)).status).toBe(404);
    expect((await instructor.get(`/api/v1/attempts/${attempt}`)).status).toBe(200);
    expect((await finish(attempt, [], instructor)).status).toBe(404);
    expect((await school.visitor.get(`/api/v1/attempts/${attempt}`)).status).toBe(401);
    expect((await student.post(`/api/v1/attempts/${attempt}/close`)).status).toBe(403);
    expect((await school.owner.post(`/api/v1/attempts/${attempt}/close`)).status).toBe(200);
    expect((await school.owner.post(`/api/v1/attempts/${attempt}/close`)).status).toBe(409);
  });

  test.each([
    ['never', 1, [0, 0]],
    ['finished', 1, [2, 2]],
    ['last', 0, [2]],
    ['last', 1, [0, 0]],
  ] as const)(
    'shows the review as the owner chose: %s (repeat %d)',
    async (review, repeat, shown) => {
      const { id } = await quizOf({ review, repeat });
      for (const count of shown) {
        const attempt = (await start(id)).body.data.id;
        expect((await finish(attempt)).body.data.review).toHaveLength(count);
        expect((await student.get(`/api/v1/attempts/${attempt}`)).body.data.review).toHaveLength(
          count,
        );
      }
    },
  );

  test('keeps when right answers are shown, where a change does not name it', async () => {
    const { id } = await quizOf({ review: 'never' });
    const changed = await school.owner.post(`/api/auth/quiz/update/${id}`, {
      name: 'x',
      type: 'comun',
      goal: 70,
      published: 1,
      repeat: 0,
      stopwatch: 0,
      time_limit: null,
      tenant_id: school.id,
    });
    expect(changed.body[2].data.review).toBe('never');
    const attempt = (await start(id)).body.data.id as number;
    expect((await finish(attempt)).body.data.review).toEqual([]);
  });

  test('shows the review of all attempts after the last one, and of none while one is open', async () => {
    const { id } = await quizOf({ review: 'last', repeat: 1 });
    const reviewOf = async (attempt: number) =>
      (await student.get(`/api/v1/attempts/${attempt}`)).body.data.review.length;
    // Open attempts of a classmate, and of another quiz, hide nothing.
    await start(id, await school.join());
    await start((await quizOf()).id);
    const first = (await start(id)).body.data.id;
    await finish(first);
    const second = (await start(id)).body.data.id;
    await school.owner.post(`/api/auth/quiz/update/${id}`, {
      name: 'x',
      published: 1,
      repeat: 0,
      review: 'last',
    });
    expect(await reviewOf(first)).toBe(0);
    expect((await finish(second)).body.data.review).toHaveLength(2);
    expect(await Promise.all([reviewOf(first), reviewOf(second)])).toEqual([2, 2]);
    for (const _ of [1, 2])
      await school.owner.post(`/api/v1/quizzes/${id}/members/${student.id}/attempts`);
    expect(await reviewOf(second)).toBe(0);
  });

  test('of a quiz without questions is refused', async () => {
    const { body } = await create();
    const refused = await start(body[2].data.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'no_questions']);
  });
});

describe('publishing', () => {
  const publish = (id: number, published = 1, who = school.owner) =>
    who.send('PUT', `/api/v1/quizzes/${id}/published`, { published });
  const option = (text: string, correct = false) => ({ text, correct });
  const single = (...options: object[]) => ({ kind: 'single', text: 'Qual?', options });

  test('shows the quiz to students, and takes it back', async () => {
    const { id } = await quizOf({ published: 0 });
    const { id: draft } = await quizOf({ published: 0 });
    const { id: open } = await quizOf();
    const shown = async () =>
      (await student.get('/api/v1/quizzes')).body.map((quiz: { id: number }) => quiz.id);
    expect((await publish(id)).body.data).toMatchObject({ id, published: 1, goal: 70 });
    expect([await shown(), (await start(draft)).status]).toEqual([[open, id], 404]);
    expect((await start(id)).status).toBe(201);
    expect((await publish(id, 0)).body.data.published).toBe(0);
    expect(await shown()).toEqual([open]);
  });

  test.each([
    ['without a right answer', single(option('a'), option('b')), 'Sem resposta certa'],
    ['with equal options', single(option('a', true), option('A')), 'Duas opções iguais'],
    ['with one option', single(option('a', true)), 'Menos de duas opções'],
    [
      'whose options are all right',
      { ...single(option('a', true), option('b', true)), kind: 'multiple' },
      'Todas as opções são certas',
    ],
  ])(
    'is refused at a question %s, which the call of A section 7 still publishes',
    async (_what, bad, fault) => {
      const { id } = await quizOf({ published: 0 }, [...twoQuestions, bad]);
      const refused = await publish(id);
      expect([refused.status, refused.body.code]).toEqual([422, 'not_ready']);
      expect(refused.body.message).toBe('Falta corrigir a pergunta 3 antes de publicar.');
      expect(refused.body.errors).toEqual({ 'questions.2': [fault] });
      expect((await school.owner.get(`/api/auth/quiz/show/${id}`)).body[2].data.published).toBe(0);
      const legacy = await school.owner.post(`/api/auth/quiz/update/${id}`, {
        name: 'x',
        published: 1,
      });
      expect(legacy.body[2].data.published).toBe(1);
      expect((await publish(id, 0)).status).toBe(200);
    },
  );

  test('asks a behavioural quiz for profiles, and any quiz for questions', async () => {
    const { id } = await quizOf({ published: 0, type: 'comportamental' }, [
      single(option('a'), option('b')),
    ]);
    expect((await publish(id)).body.errors).toEqual({
      'questions.0': ['Nenhuma opção leva a um perfil'],
    });
    const { body } = await create({ published: 0 });
    const empty = await publish(body[2].data.id);
    expect([empty.status, empty.body.code]).toEqual([409, 'no_questions']);
  });

  test('waits for a save of the questions, and checks the saved ones', async () => {
    const { id, questions } = await quizOf({ published: 0 });
    const bad = { questions: [{ ...single(option('a'), option('b')), id: questions[0]!.id }] };
    const save = () => school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, bad);
    const [saved, ...published] = await Promise.all([
      save(),
      ...Array.from({ length: 7 }, () => publish(id)),
    ]);
    expect(saved.status).toBe(200);
    expect(new Set(published.map(({ status }) => status)).size).toBeLessThanOrEqual(2);
    expect(published.every(({ status }) => status === 200 || status === 422)).toBe(true);
    expect((await publish(id)).status).toBe(422);
  });

  test('is for staff of the school, and writes an audit entry', async () => {
    const { id } = await quizOf({ published: 0 });
    const neighbour = await world.school();
    expect((await publish(id, 1, student)).status).toBe(403);
    expect((await publish(id, 1, neighbour.owner)).status).toBe(404);
    await publish(id);
    const [entry] = await world.platform.database.transaction(school.id, ({ db }) =>
      db.selectFrom('audit_entries').select('action').orderBy('id', 'desc').limit(1).execute(),
    );
    expect(entry!.action).toBe('quizzes.publish');
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

describe('the list of a student', () => {
  const mine = async (who = student) => (await who.get('/api/v1/quizzes')).body;

  test('shows attempts, the open one and the best result', async () => {
    const { id, questions } = await quizOf({ repeat: 1, stopwatch: 1, time_limit: '00:05:00' });
    const classmate = await school.join();
    await finish((await start(id, classmate)).body.data.id, [], classmate);
    await start(id, classmate);
    expect(await mine()).toMatchObject([
      {
        id,
        attempts: 0,
        attempts_left: null,
        open_attempt: null,
        result: null,
        questions_count: 2,
      },
    ]);
    const best = (await start(id)).body.data.id;
    expect((await mine())[0].open_attempt.id).toBe(best);
    await finish(best, rightAnswers(questions));
    await finish((await start(id)).body.data.id, []);
    expect((await mine())[0]).toMatchObject({
      attempts: 2,
      open_attempt: null,
      result: {
        attempt_id: best,
        score: 100,
        passed: true,
        finished_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      },
    });
  });

  test('hands in what expired', async () => {
    const { id } = await quizOf({ stopwatch: 1, time_limit: '00:01:00' });
    const attempt = (await start(id)).body.data.id;
    await pass(attempt, 63);
    expect((await mine())[0]).toMatchObject({
      open_attempt: null,
      attempts_left: 0,
      result: { score: 0, passed: false },
    });
  });

  test('holds what the student may take: published, by product, by course', async () => {
    const product = await school.product();
    const holder = await school.join(['student'], [product]);
    const { id: draft } = await quizOf({ published: 0 });
    // Published, and nothing is asked yet.
    expect((await create()).status).toBe(201);
    const { id: open } = await quizOf();
    const { id: byProduct } = await quizOf({ product_ids: [product] });
    const { id: byCourse } = await quizOf();
    await inLesson(byCourse, product);
    const ids = async (who: Person) =>
      (await mine(who)).map((quiz: { id: number }) => quiz.id).toReversed();
    expect(await ids(student)).toEqual([open]);
    expect(await ids(holder)).toEqual([open, byProduct, byCourse]);
    expect((await start(draft)).status).toBe(404);
    for (const id of [byProduct, byCourse]) {
      expect((await start(id)).status).toBe(404);
      expect((await start(id, holder)).status).toBe(201);
    }
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    expect(await ids(holder)).toEqual([open]);
  });

  test('a quiz of a product or of a lesson can be taken only by students with access', async () => {
    const product = await school.product();
    const holder = await school.join(['student'], [product]);
    const { id: byProduct } = await quizOf({ product_ids: [product] });
    const { id: byLesson } = await quizOf();
    await inLesson(byLesson, product);
    for (const id of [byProduct, byLesson]) {
      const frozen = () =>
        world.platform.database.transaction(school.id, ({ db }) =>
          db.selectFrom('quiz_revisions').select('version').where('quiz_id', '=', id).execute(),
        );
      // Neither a refused start nor a look freezes the questions.
      expect((await start(id)).status).toBe(404);
      expect(await frozen()).toEqual([]);
      const begun = await Promise.all(Array.from({ length: 8 }, () => start(id, holder)));
      expect(new Set(begun.map(({ body }) => body.data.id)).size).toBe(1);
      const attempt = begun[0]!.body.data.id as number;
      expect((await start(id, holder)).body.data.id).toBe(attempt);
      // Frozen or not, the others are refused.
      expect((await start(id)).status).toBe(404);
      await holder.post(`/api/v1/attempts/${attempt}/finish`, {});
      const used = await start(id, holder);
      expect([used.status, used.body.code]).toEqual([409, 'no_attempt_left']);
    }
    await school.owner.send('PATCH', `/api/v1/products/${product}`, { status: 'inactive' });
    for (const id of [byProduct, byLesson]) expect((await start(id, holder)).status).toBe(404);
  });

  test('a quiz without questions is unknown to students who may not take it', async () => {
    const product = await school.product();
    const holder = await school.join(['student'], [product]);
    const { body } = await create({ product_ids: [product] });
    const id = body[2].data.id as number;
    expect((await start(id)).status).toBe(404);
    expect((await start(id, holder)).body.code).toBe('no_questions');
  });

  async function inLesson(quizId: number, productId: number) {
    const course = await school.owner.post('/api/v1/courses', {
      title: 'Curso',
      product_ids: [productId],
    });
    const module = await school.owner.post(`/api/v1/courses/${course.body.data.id}/modules`, {
      title: 'Módulo',
    });
    const lesson = await school.owner.post(`/api/v1/modules/${module.body.data.id}/lessons`, {
      title: 'Aula',
    });
    await world.platform.database.transaction(school.id, ({ db }) =>
      db
        .updateTable('lessons')
        .set({ quiz_id: quizId })
        .where('id', '=', lesson.body.data.id)
        .execute(),
    );
  }
});

describe('the results', () => {
  test('equal a recount after many hand-ins at once', async () => {
    const { id, questions } = await quizOf({ repeat: 1, goal: 70 });
    const [single] = questions as [SavedQuestion, SavedQuestion];
    const people = await Promise.all(Array.from({ length: 6 }, () => school.join()));
    const given = [rightAnswers(questions), [rightAnswers(questions)[0]!], []];
    await Promise.all(
      people.map(async (who, at) => {
        for (const answers of [given[at % 3]!, given[(at + 1) % 3]!])
          expect((await finish((await start(id, who)).body.data.id, answers, who)).status).toBe(
            200,
          );
        // Reads the results during hand-ins, which counts the waiting ones.
        await results(id);
      }),
    );
    // Every pair of scores twice: 100 and 75, 75 and 0, 0 and 100.
    const all = await results(id);
    expect(all).toMatchObject({ attempts: 12, members: 6, passed: 6 });
    expect(all.mean).toBeCloseTo(175 / 3, 6);
    expect(all.spread).toBeCloseTo(Math.sqrt((100 ** 2 + 75 ** 2) / 3 - (175 / 3) ** 2), 6);
    expect(all.scores).toEqual([4, 0, 0, 0, 0, 0, 0, 4, 0, 4]);
    expect(all.questions[0].right_share).toBeCloseTo(2 / 3, 6);
    expect(all.questions[0].options[0]).toMatchObject({ id: single.options[0]!.id, mean: 87.5 });
    expect(all.questions[0].options[0].share).toBeCloseTo(2 / 3, 6);
    expect(all.questions[0].options[0].correct).toBe(true);
    expect(all.questions[0].options[1]).toMatchObject({ share: 0, mean: null, correct: false });
    expect(all.questions[0].discrimination).toBeGreaterThan(0.9);
    expect(all.students.data).toHaveLength(6);
  });

  test('of students who passed before a goal rose are repaired, also where they were counted twice', async () => {
    const { id, questions } = await quizOf({ repeat: 1 });
    const attempts: number[] = [];
    for (const answers of [[], rightAnswers(questions), []]) {
      attempts.push((await start(id)).body.data.id);
      await finish(attempts.at(-1)!, answers);
    }
    await results(id);
    // The state before migration 0133: 60 passed, then 80 failed and replaced it, then 70 passed
    // and was counted again.
    await world.platform.database.transaction(school.id, async ({ db }) => {
      for (const [at, [score, passed]] of (
        [
          [60, true],
          [80, false],
          [70, true],
        ] as const
      ).entries())
        await db
          .updateTable('quiz_attempts')
          .set({ score, passed })
          .where('id', '=', attempts[at]!)
          .execute();
      const left = { attempt_id: attempts[1]!, score: 80, passed: false };
      await db.updateTable('quiz_results').set(left).where('quiz_id', '=', id).execute();
      await db.updateTable('quiz_totals').set({ passed: 2 }).where('quiz_id', '=', id).execute();
    });
    const migration = new URL('../../../migrations/0136_passed_again.sql', import.meta.url);
    await world.platform.database.transaction(school.id, ({ db }) =>
      sql.raw(readFileSync(migration, 'utf8')).execute(db),
    );
    const { passed, students } = await results(id);
    expect(passed).toBe(1);
    expect(students.data).toMatchObject([{ score: 70, passed: true, attempts: 3 }]);
    const [mine] = (await student.get('/api/v1/quizzes')).body;
    expect(mine.result).toMatchObject({ attempt_id: attempts[2], score: 70, passed: true });
  });

  test('are the same where a job has counted before', async () => {
    const { id, questions } = await quizOf({ repeat: 1 });
    const countByJob = () =>
      world.platform.database.transaction(school.id, ({ db }) =>
        sql`SELECT count_hand_ins(${id})`.execute(db),
      );
    for (const answers of [[], rightAnswers(questions)]) {
      await finish((await start(id)).body.data.id, answers);
      await countByJob();
    }
    await countByJob();
    expect(await results(id)).toMatchObject({ attempts: 2, members: 1, passed: 1, mean: 50 });
    expect((await results(id)).scores).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });

  test('count a student who passed once, whatever the goal becomes', async () => {
    const { id, questions } = await quizOf({ repeat: 1, goal: 80 });
    const take = async (goal: number, answers: object[]) => {
      const more = { name: 'x', published: 1, repeat: 1, goal };
      await school.owner.post(`/api/auth/quiz/update/${id}`, more);
      return (await finish((await start(id)).body.data.id, answers)).body.data.passed;
    };
    const [three, one] = rightAnswers(questions).map((answer) => [answer]);
    const mine = async () =>
      (await student.get('/api/v1/quizzes')).body.find((quiz: { id: number }) => quiz.id === id)
        .result;
    expect(await take(80, three!)).toBe(false);
    expect(await take(20, one!)).toBe(true);
    expect(await mine()).toMatchObject({ score: 25, passed: true });
    expect(await take(20, one!)).toBe(true);
    expect(await take(90, three!)).toBe(false);
    expect(await mine()).toMatchObject({ score: 25, passed: true });
    expect(await take(20, three!)).toBe(true);
    expect(await mine()).toMatchObject({ score: 75, passed: true });
    const { passed, members, students } = await results(id);
    expect({ passed, members }).toEqual({ passed: 1, members: 1 });
    expect(students.data[0]).toMatchObject({ passed: true, attempts: 5 });
  });

  test('leave out the staff', async () => {
    const { id, questions } = await quizOf();
    const attempt = (await start(id, school.owner)).body.data.id;
    await finish(attempt, rightAnswers(questions), school.owner);
    expect(await results(id)).toMatchObject({ attempts: 0, mean: null, students: { data: [] } });
  });

  test('list open attempts, which the owner may close with their saved answers', async () => {
    const { id, questions } = await quizOf();
    const attempt = (await start(id)).body.data.id;
    await start(id, school.owner);
    const [first] = rightAnswers(questions);
    await keep(attempt, first!.question_id, first!.option_ids);
    expect((await results(id)).open).toMatchObject([
      { id: attempt, member: { id: student.id }, deadline: null },
    ]);
    const closed = await school.owner.post(`/api/v1/attempts/${attempt}/close`);
    expect(closed.body.data).toMatchObject({ score: 75, passed: true });
    expect(await results(id)).toMatchObject({ attempts: 1, open: [] });
  });

  test('name nobody whose data is about to be erased', async () => {
    const { id, questions } = await quizOf({ repeat: 1 });
    await finish((await start(id)).body.data.id, rightAnswers(questions));
    await start(id);
    await world.platform.database.transaction(school.id, ({ db }) =>
      db
        .updateTable('members')
        .set({ erase_at: new Date() })
        .where('id', '=', student.id)
        .execute(),
    );
    expect(await results(id)).toMatchObject({ open: [], students: { data: [] } });
    const file = await school.owner.get(`/api/v1/quizzes/${id}/results/export`);
    expect(file.text.trim().split('\r\n')).toHaveLength(1);
  });

  test('come as a CSV, without the staff, and run no formula', async () => {
    const { id, questions } = await quizOf({ repeat: 1 });
    for (const who of [student, school.owner])
      await finish((await start(id, who)).body.data.id, rightAnswers(questions), who);
    await finish((await start(id)).body.data.id, []);
    await start(id);
    await world.platform.database.transaction(school.id, ({ db }) =>
      db.updateTable('members').set({ name: '=1+1' }).where('id', '=', student.id).execute(),
    );
    const file = await school.owner.get(`/api/v1/quizzes/${id}/results/export`);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, ...lines] = file.text.trim().split('\r\n');
    expect(head).toBe(
      '"Nome";"E-mail";"Tentativa";"Nota";"Aprovado";"Perfil";"Começou em";"Entregue em";"Segundos"',
    );
    const english = await school.owner.send(
      'GET',
      `/api/v1/quizzes/${id}/results/export`,
      undefined,
      { headers: { 'accept-language': 'en', cookie: `${school.owner.cookie}; language=en` } },
    );
    expect(english.text.split('\r\n')[0]).toBe(
      '\ufeff"Name";"E-mail";"Attempt";"Score";"Passed";"Profile";"Started on";"Handed in on";"Seconds"',
    );
    expect(lines.map((line) => line.split(';').slice(0, 6))).toEqual([
      [`"'=1+1"`, `"${student.email}"`, '1', '100', '1', ''],
      [`"'=1+1"`, `"${student.email}"`, '2', '0', '0', ''],
    ]);
    const neighbour = await world.school();
    expect((await neighbour.owner.get(`/api/v1/quizzes/${id}/results/export`)).status).toBe(404);
    expect((await student.get(`/api/v1/quizzes/${id}/results/export`)).status).toBe(403);
    const actions = await world.platform.database.transaction(school.id, ({ db }) =>
      db.selectFrom('audit_entries').select('action').execute(),
    );
    expect(actions).toContainEqual({ action: 'quizzes.exportResults' });
  });

  test('and the CSV count every attempt that expired, also of more than a batch', async () => {
    const { id } = await quizOf({ stopwatch: 1, time_limit: '00:01:00' });
    await start(id);
    await world.platform.database.transaction(school.id, ({ db }) =>
      sql`WITH many AS (
          INSERT INTO members (name, email) SELECT 'Aluno', 'lento' || n || '@example.com'
          FROM generate_series(1, 230) n RETURNING id)
        INSERT INTO quiz_attempts (quiz_id, version, member_id, number, started_at, deadline)
        SELECT a.quiz_id, a.version, many.id, 1, now() - interval '1 hour', now() - interval '59 minutes'
        FROM many, quiz_attempts a WHERE a.quiz_id = ${id}`.execute(db),
    );
    const file = school.owner.get(`/api/v1/quizzes/${id}/results/export`);
    const read = results(id);
    expect((await file).text.trim().split('\r\n')).toHaveLength(1 + 230);
    expect(await read).toMatchObject({ attempts: 230, members: 230, open: { length: 1 } });
  });

  test('keep the goal that held when the attempt began', async () => {
    const { id, questions } = await quizOf({ goal: 75 });
    const attempt = (await start(id)).body.data.id;
    await finish(attempt, [rightAnswers(questions)[0]!]);
    await school.owner.post(`/api/auth/quiz/update/${id}`, { name: 'x', published: 1, goal: 90 });
    const read = (await school.owner.get(`/api/v1/attempts/${attempt}`)).body.data;
    expect(read).toMatchObject({ goal: 75, passed: true, member: { id: student.id } });
    expect((await create()).body[2].data.has_attempts).toBe(false);
    const shown = await school.owner.get(`/api/auth/quiz/show/${id}`);
    expect(shown.body[2].data.has_attempts).toBe(true);
  });

  test('list students in pages, each once', async () => {
    const { id, questions } = await quizOf();
    const people = await Promise.all(Array.from({ length: 23 }, () => school.join()));
    for (const who of people)
      await finish((await start(id, who)).body.data.id, rightAnswers(questions), who);
    const first = (await results(id)).students;
    const second = (await results(id, `?cursor=${first.next_cursor}`)).students;
    const ids = [...first.data, ...second.data].map(({ member }) => member.id);
    expect(first.data).toHaveLength(20);
    expect(second.next_cursor).toBeNull();
    expect(new Set(ids)).toEqual(new Set(people.map(({ id: member }) => member)));
    expect((await school.owner.get(`/api/v1/quizzes/${id}/results?cursor=x`)).status).toBe(400);
  });

  test('find students by name, without accents and case, page after page', async () => {
    const { id } = await quizOf();
    // More than one page of a search looks at: Íris Gonçalves, and others before and after her.
    await world.platform.database.transaction(school.id, ({ db }) =>
      sql`WITH added AS (
          INSERT INTO members (name, email)
          SELECT CASE WHEN n IN (2, 5500) THEN 'Íris Gonçalves' || n ELSE 'Aluno ' || n END,
            gen_random_uuid() || '@escola.test' FROM generate_series(1, 6000) AS n
          RETURNING id, name)
        INSERT INTO quiz_results (quiz_id, member_id, attempts, score, passed, seconds, finished_at)
        SELECT ${id}::bigint, id, 1, 50, false, 60,
          now() - regexp_replace(name, '[^0-9]', '', 'g')::integer * interval '1 second'
        FROM added`.execute(db),
    );
    const find = async (query: string) =>
      (await school.owner.get(`/api/v1/quizzes/${id}/results/students?${query}`)).body;
    const names = ({ data }: { data: { member: { name: string } }[] }) =>
      data.map(({ member }) => member.name);
    const first = await find('q=goncalves');
    expect(names(first)).toEqual(['Íris Gonçalves2']);
    const second = await find(`q=goncalves&cursor=${first.next_cursor}`);
    expect(names(second)).toEqual(['Íris Gonçalves5500']);
    expect(second.next_cursor).toBeNull();
    const common = await find('q=ALUNO');
    expect(common.data).toHaveLength(20);
    const next = await find(`q=ALUNO&cursor=${common.next_cursor}`);
    expect(names(next)[0]).toBe('Aluno 22');
    expect(names(await find('q=100%25'))).toEqual([]);
    expect(names(await find(''))).toHaveLength(20);
    expect((await find('q=a&cursor=x')).code).toBe('bad_request');
    const path = `/api/v1/quizzes/${id}/results/students?q=aluno`;
    expect((await student.get(path)).status).toBe(403);
    expect((await world.school().then(({ owner }) => owner.get(path))).status).toBe(404);
  });

  test('show the scores behind each answer, by thirds, also of attempts before they were counted', async () => {
    const { id, questions } = await quizOf({ repeat: 1 });
    const [single] = questions as [SavedQuestion, SavedQuestion];
    const [three, one] = rightAnswers(questions);
    const wrong = { question_id: single.id, option_ids: [single.options[1]!.id] };
    const scoresOf = async (question = single.id, who = school.owner) =>
      who.get(`/api/v1/quizzes/${id}/results/questions/${question}`);
    const take = async (answers: object[]) => finish((await start(id)).body.data.id, answers);

    // Three attempts at 0, three at 25, three at 100: the second answer draws the lowest third.
    for (const answers of [[wrong], [wrong, one!], [three!, one!]])
      for (let times = 0; times < 3; times += 1) await take(answers);
    await finish((await start(id, school.owner)).body.data.id, [wrong], school.owner);
    const expected = {
      lowest: { score: 0, attempts: 3 },
      highest: { score: 100, attempts: 3 },
      options: [
        { scores: [{ score: 100, count: 3 }], lowest: 0, highest: 3 },
        {
          scores: [
            { score: 0, count: 3 },
            { score: 25, count: 3 },
          ],
          lowest: 3,
          highest: 0,
        },
      ],
    };
    expect((await results(id)).median).toBe(25);
    expect((await scoresOf()).body.data).toMatchObject(expected);

    // The state before migration 0160, with one hand-in that nobody has counted yet.
    await take([three!, one!]);
    await world.platform.database.transaction(school.id, async ({ db }) => {
      const none = sql<number[]>`array_fill(0, ARRAY[101])`;
      for (const table of ['quiz_totals', 'quiz_question_totals', 'quiz_option_totals'] as const)
        await db.updateTable(table).set({ by_score: none }).where('quiz_id', '=', id).execute();
    });
    const migration = new URL('../../../migrations/0161_quiz_scores_before.sql', import.meta.url);
    await world.platform.database.transaction(school.id, ({ db }) =>
      sql.raw(readFileSync(migration, 'utf8')).execute(db),
    );
    expect(await results(id)).toMatchObject({ attempts: 10, median: 25 });
    expect((await scoresOf()).body.data).toMatchObject({
      lowest: { score: 25, attempts: 6 },
      highest: { score: 100, attempts: 4 },
      options: [{ scores: [{ score: 100, count: 4 }] }, expected.options[1]!].map(({ scores }) => ({
        scores,
      })),
    });
    expect((await scoresOf(999)).status).toBe(404);
    expect((await scoresOf(single.id, student)).status).toBe(403);
    const neighbour = await world.school();
    expect((await scoresOf(single.id, neighbour.owner)).status).toBe(404);
  });

  test('show no thirds of few attempts, nor of scores that do not separate them', async () => {
    const { id, questions } = await quizOf({ repeat: 1 });
    const [three] = rightAnswers(questions);
    const thirds = async () =>
      (await school.owner.get(`/api/v1/quizzes/${id}/results/questions/${questions[0]!.id}`)).body
        .data;
    const none = { lowest: null, highest: null };
    for (const answers of [[], [], [], [three!], [three!], [three!], [three!], [three!]])
      await finish((await start(id)).body.data.id, answers);
    await results(id);
    expect(await thirds()).toMatchObject(none);
    await finish((await start(id)).body.data.id, []);
    await results(id);
    expect(await thirds()).toMatchObject({
      lowest: { score: 0, attempts: 4 },
      highest: { score: 75, attempts: 5 },
    });
    const even = await quizOf({ repeat: 1 });
    for (let times = 0; times < 9; times += 1)
      await finish((await start(even.id)).body.data.id, []);
    const { body } = await school.owner.get(
      `/api/v1/quizzes/${even.id}/results/questions/${even.questions[0]!.id}`,
    );
    expect(body.data).toMatchObject(none);
  });

  test('plot each student once by the best score, without staff and members being erased', async () => {
    const { id, questions } = await quizOf({ repeat: 1, goal: 75 });
    const [low, leaving] = [await school.join(), await school.join()];
    for (const [who, answers] of [
      [student, []],
      [student, rightAnswers(questions)],
      [low, []],
      [leaving, []],
      [school.owner, []],
    ] as const)
      await finish((await start(id, who)).body.data.id, [...answers], who);
    await world.platform.database.transaction(school.id, ({ db }) =>
      db
        .updateTable('members')
        .set({ erase_at: new Date() })
        .where('id', '=', leaving.id)
        .execute(),
    );
    const first = await results(id);
    expect(first.plotted).toMatchObject([
      { member: { id: low.id }, score: 0, passed: false },
      { member: { id: student.id }, score: 100, passed: true },
    ]);
    expect(first.plotted[0].member).not.toHaveProperty('photo_url');
    const further = await results(id, `?cursor=1-${student.id}`);
    expect(further).not.toHaveProperty('plotted');
  });

  test('plot 300 students, and none where there are more', async () => {
    const { id } = await quizOf();
    const add = (count: number) =>
      world.platform.database.transaction(school.id, ({ db }) =>
        sql`WITH added AS (
            INSERT INTO members (name, email)
            SELECT 'Aluno', gen_random_uuid() || '@escola.test' FROM generate_series(1, ${count}::integer)
            RETURNING id)
          INSERT INTO quiz_results (quiz_id, member_id, attempts, score, passed, seconds, finished_at)
          SELECT ${id}::bigint, id, 1, 50, false, 60, now() FROM added`.execute(db),
      );
    await add(300);
    expect((await results(id)).plotted).toHaveLength(300);
    await add(1);
    expect(await results(id)).not.toHaveProperty('plotted');
  });

  test('list the attempts of one student', async () => {
    const { id, questions } = await quizOf({ repeat: 1 });
    await finish((await start(id)).body.data.id, rightAnswers(questions));
    await start(id);
    await start((await quizOf()).id);
    await start(id, await school.join());
    const { body } = await school.owner.get(`/api/v1/quizzes/${id}/members/${student.id}/attempts`);
    expect(body.data).toMatchObject([{ score: null, finished_at: null }, { score: 100 }]);
    const path = (member: number) => `/api/v1/quizzes/${id}/members/${member}/attempts`;
    expect((await school.owner.get(path(999_999))).status).toBe(404);
    expect((await school.owner.post(path(999_999))).status).toBe(404);
    expect((await student.get(path(student.id))).status).toBe(403);
  });
});

test('a question shows its image at a signed address, and a change releases the old one', async () => {
  const [first, second] = [
    await fileFor(world, school, 'lesson_image'),
    await fileFor(world, school, 'lesson_image'),
  ];
  const { id, questions } = await quizOf({}, [{ ...twoQuestions[0], image: first }]);
  const signed = (path: string) => new RegExp(`^${path}\\?e=\\d+&s=`);
  const shown = questions[0]!.image;
  expect(shown).toMatch(signed(first));
  expect(await claimedPaths(world, school)).toEqual(new Set([first]));
  const save = (image: string | null) =>
    school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
      questions: [{ ...questions[0], image }],
    });
  // The builder sends the address that it was shown.
  expect((await save(shown)).status).toBe(200);
  expect(await claimedPaths(world, school)).toEqual(new Set([first]));
  expect((await save(second)).status).toBe(200);
  expect(await claimedPaths(world, school)).toEqual(new Set([second]));
  const stranger = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
    questions: [{ ...twoQuestions[0], image: '/files/1/aaaaaaaaaaaaaaaaaaaaaa.png' }],
  });
  expect(stranger.status).toBe(422);
  expect(stranger.body.errors).toHaveProperty('questions');
  expect((await start(id)).body.data.questions[0].image).toMatch(signed(second));
  await school.owner.send('DELETE', `/api/auth/quiz/${id}`);
  expect(await claimedPaths(world, school)).toEqual(new Set());
});

describe('formulas', () => {
  const withFormulas = [
    {
      kind: 'single',
      text: 'Quanto é \\(x^2\\) & <b>mais</b>?',
      explanation: 'Porque $$x = 2$$',
      options: [{ text: '\\(4\\)', correct: true }, { text: 'custa $5' }],
    },
  ];

  test('are rendered with the save, once, and every other character stays as it was', async () => {
    const { id, questions } = await quizOf({}, withFormulas);
    const { body } = await start(id);
    const [question] = body.data.questions;
    expect(question.text).toBe(withFormulas[0]!.text);
    expect(question.text_html).toContain('class="katex"');
    expect(question.text_html).toContain(' &amp; &lt;b&gt;mais&lt;/b&gt;?');
    expect(question.options[0].text_html).toContain('class="katex"');
    expect(question.options[1]).toEqual({ id: questions[0]!.options[1]!.id, text: 'custa $5' });
    expect(body.data).not.toHaveProperty('explanation_html');
    expect(JSON.stringify(body)).not.toContain('Porque');
    const done = await finish(body.data.id, []);
    expect(done.body.data.review[0].explanation_html).toContain('katex-display');
  });

  test('that cannot be rendered stay as they were written', async () => {
    const text = 'Quanto é \\(\\frac{1}\\)';
    const { id } = await quizOf({}, [{ ...withFormulas[0], text }]);
    const [question] = (await start(id)).body.data.questions;
    expect(question.text).toBe(text);
    expect(question.text_html ?? null).toBeNull();
  });

  test('are removed with their text', async () => {
    const { id, questions } = await quizOf({}, withFormulas);
    const saved = await school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
      questions: [{ ...questions[0], text: 'Sem fórmula', text_html: '<b>de fora</b>' }],
    });
    expect(saved.body.data.questions[0]).not.toHaveProperty('text_html');
    expect(saved.body.data.questions[0].options[0].text_html).toContain('class="katex"');
  });
});

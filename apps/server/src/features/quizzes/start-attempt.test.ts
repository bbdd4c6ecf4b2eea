import type { Attempt } from '@vitrine/contract/quizzes';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  openWorld,
  statuses,
  type Person,
  type TestResponse,
  type TestSchool,
} from '../../../test/harness.ts';
import { expectWaiting } from '../../../test/lock-waits.ts';
import { EXPLANATION, quizCalls, rightAnswers } from '../../../test/quizzes.ts';

const world = await openWorld();

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});

const { create, quizOf, start, keep, finish, pass } = quizCalls(() => ({ school, student }));

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
      expect(text).not.toContain(EXPLANATION);
    }
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

  test('is refused in a quiz that is taken back while a start freezes its questions', async () => {
    const { id } = await quizOf();
    let answer!: Promise<TestResponse>;
    await school.transaction(async (tx) => {
      // The start waits for this row of the same key.
      await sql`INSERT INTO quiz_revisions (quiz_id, version, type, goal, questions, profiles)
        SELECT id, version, type, goal, questions, profiles FROM quizzes WHERE id = ${id}`.execute(
        tx.db,
      );
      answer = start(id);
      await expectWaiting(tx, 1);
      await tx.db.updateTable('quizzes').set({ published: false }).where('id', '=', id).execute();
    });
    expect((await answer).status).toBe(404);
  });

  test('has the questions of one save, however many are saved while it starts', async () => {
    const { id } = await quizOf();
    const save = (name: string) =>
      school.owner.send('PUT', `/api/v1/quizzes/${id}/questions`, {
        questions: [1, 2].map((n) => ({
          kind: 'single',
          text: `${name} ${n}`,
          options: [{ text: 'certa', correct: true }, { text: 'errada' }],
        })),
        profiles: [],
      });
    const people = await Promise.all([...'1234'].map(() => school.join()));
    await save('A');
    const [saves, starts] = await Promise.all([
      Promise.all([...'BCDE'].map(save)),
      Promise.all(people.map((who) => start(id, who))),
    ]);
    expect(statuses([...saves, ...starts])).toEqual({ 200: 4, 201: 4 });
    for (const [at, who] of people.entries()) {
      const { id: attempt, questions } = starts[at]!.body.data as Attempt;
      expect(new Set(questions.map(({ text }) => text[0])).size).toBe(1);
      const right = questions.map(({ id: question_id, options }) => ({
        question_id,
        option_ids: options.flatMap((option) => (option.text === 'certa' ? option.id : [])),
      }));
      expect((await finish(attempt, right, who)).body.data).toMatchObject({ score: 100 });
    }
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
      await finish(body.data.id, rightAnswers({ questions }), person);
    }
    const refused = await start(id);
    expect([refused.status, refused.body.code]).toEqual([409, 'no_attempt_left']);
    const grant = await grantOf(id, student);
    expect(grant.body.data).toEqual({ attempts_left: 1 });
    expect((await start(id, classmate)).status).toBe(409);
    expect((await start(id)).status).toBe(201);
  });

  test('is granted after all that the quiz allowed before, while it could be repeated', async () => {
    const quiz = await quizOf({ repeat: 1 });
    const { id } = quiz;
    for (const person of [student, student, student]) {
      const { body } = await start(id, person);
      await finish(body.data.id, rightAnswers(quiz), person);
    }
    // More attempts of another quiz give none here.
    const other = await quizOf({ repeat: 1 });
    for (let attempt = 0; attempt < 5; attempt += 1)
      await finish((await start(other.id)).body.data.id, rightAnswers(other));
    await school.owner.post(`/api/auth/quiz/update/${id}`, {
      name: 'Luz',
      published: 1,
      repeat: 0,
    });
    expect((await start(id)).status).toBe(409);
    const grant = () => school.owner.post(`/api/v1/quizzes/${id}/members/${student.id}/attempts`);
    expect((await grant()).body.data).toEqual({ attempts_left: 1 });
    for (const status of [201, 409]) {
      const { status: answer, body } = await start(id);
      expect(answer).toBe(status);
      if (status === 201) await finish(body.data.id, rightAnswers(quiz));
    }
  });

  test('is granted once, however often staff press, and again after it was taken', async () => {
    const quiz = await quizOf();
    const path = `/api/v1/quizzes/${quiz.id}/members/${student.id}/attempts`;
    const left = async () => (await school.owner.get(path)).body.attempts_left;
    const take = async (person = student) =>
      finish((await start(quiz.id, person)).body.data.id, rightAnswers(quiz), person);
    const classmate = await school.join();
    await take(classmate);
    await school.owner.post(`/api/v1/quizzes/${quiz.id}/members/${classmate.id}/attempts`);
    expect(await left()).toBe(1);
    await take();
    for (let round = 0; round < 2; round += 1) {
      expect(await left()).toBe(0);
      const presses = Array.from({ length: 8 }, () => school.owner.post(path));
      for (const { body } of await Promise.all(presses))
        expect(body.data).toEqual({ attempts_left: 1 });
      expect(await left()).toBe(1);
      await take();
      expect((await start(quiz.id)).status).toBe(409);
    }
  });

  test('is granted to nobody whose account waits for its erasure', async () => {
    const quiz = await quizOf();
    const path = `/api/v1/quizzes/${quiz.id}/members/${student.id}/attempts`;
    await school.transaction(({ db }) =>
      db
        .updateTable('members')
        .set({ erase_at: new Date() })
        .where('id', '=', student.id)
        .execute(),
    );
    expect((await school.owner.post(path)).status).toBe(404);
    const granted = await school.transaction(({ db }) =>
      db.selectFrom('quiz_results').select('extra_attempts').execute(),
    );
    expect(granted).toEqual([]);
  });

  test('that expired makes room for the next one', async () => {
    const { id } = await quizOf({ repeat: 1, stopwatch: 1, time_limit: '00:01:00' });
    const first = (await start(id)).body.data.id;
    await pass(first, 63);
    const second = (await start(id)).body.data.id;
    expect(second).not.toBe(first);
    expect((await student.get(`/api/v1/attempts/${first}`)).body.data.score).toBe(0);
  });

  test('that expired makes room for the next one after another request has handed it in', async () => {
    const { id } = await quizOf({ repeat: 1, stopwatch: 1, time_limit: '00:01:00' });
    const first = (await start(id)).body.data.id;
    await pass(first, 63);
    let answers!: Promise<TestResponse[]>;
    await school.transaction(async (tx) => {
      await tx.db
        .updateTable('quiz_attempts')
        .set({ finished_at: sql`deadline`, score: 0, passed: false })
        .where('id', '=', first)
        .execute();
      answers = Promise.all([start(id), start(id)]);
      await expectWaiting(tx, 2);
    });
    expect(statuses(await answers)).toEqual({ 201: 2 });
    const ids = new Set((await answers).map(({ body }) => body.data.id));
    expect([ids.size, ids.has(first)]).toEqual([1, false]);
  });

  test('of a quiz without questions is refused', async () => {
    const { body } = await create();
    const refused = await start(body[2].data.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'no_questions']);
  });
});

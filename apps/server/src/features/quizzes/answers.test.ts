import { messages, type AnswerInput } from '@vitrine/contract/quizzes';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  openWorld,
  type Person,
  type TestResponse,
  type TestSchool,
} from '../../../test/harness.ts';
import {
  quizCalls,
  rightAnswers,
  twoQuestions,
  type SavedQuestion,
} from '../../../test/quizzes.ts';

const world = await openWorld();

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});

const { quizOf, start, keep, finish, results, pass } = quizCalls(() => ({ school, student }));

describe('an attempt', () => {
  test('keeps each answer, for another device too, and counts it without being sent again', async () => {
    const { id, questions } = await quizOf();
    const attempt = (await start(id)).body.data.id;
    const [first, second] = rightAnswers({ questions }) as [AnswerInput, AnswerInput];
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

  test('takes an option once, however often it is named', async () => {
    const { id, questions } = await quizOf();
    const attempt = (await start(id)).body.data.id;
    const [{ question_id, option_ids }] = rightAnswers({ questions }) as [AnswerInput];
    const kept = await keep(attempt, question_id, [...option_ids, ...option_ids]);
    expect(kept.status).toBe(200);
    expect((await start(id)).body.data.answers).toEqual([{ question_id, option_ids }]);
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

  test('refuses an answer that waits for a hand-in', async () => {
    const { id, questions } = await quizOf();
    const [first] = rightAnswers({ questions });
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
    const [first, second] = rightAnswers({ questions }) as [AnswerInput, AnswerInput];
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
    const [first] = rightAnswers({ questions });
    expect((await keep(attempt, first!.question_id, first!.option_ids)).status).toBe(200);
    const done = await finish(attempt, rightAnswers({ questions }));
    expect(done.body.data).toMatchObject({ score: 100, passed: true });
    expect((await results(id)).questions).toEqual([
      expect.objectContaining({ text: 'Outra', right_share: null }),
    ]);
  });
});

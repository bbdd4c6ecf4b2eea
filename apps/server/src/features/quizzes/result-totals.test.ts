import { sql } from 'kysely';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type TestSchool } from '../../../test/harness.ts';
import { quizCalls, rightAnswers, type SavedQuestion } from '../../../test/quizzes.ts';

const world = await openWorld();

let school: TestSchool;
let student: Person;
beforeEach(async () => {
  school = await world.school();
  student = await school.join();
});

const { create, quizOf, start, finish, results } = quizCalls(() => ({ school, student }));

describe('the results', () => {
  test('equal a recount after many hand-ins at once', async () => {
    const { id, questions } = await quizOf({ repeat: 1, goal: 70 });
    const [single] = questions as [SavedQuestion, SavedQuestion];
    const people = await Promise.all(Array.from({ length: 6 }, () => school.join()));
    const given = [rightAnswers({ questions }), [rightAnswers({ questions })[0]!], []];
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
    for (const answers of [[], rightAnswers({ questions }), []]) {
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
    for (const answers of [[], rightAnswers({ questions })]) {
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
    const [three, one] = rightAnswers({ questions }).map((answer) => [answer]);
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
    await finish(attempt, rightAnswers({ questions }), school.owner);
    expect(await results(id)).toMatchObject({ attempts: 0, mean: null, students: { data: [] } });
  });

  test('keep the goal that held when the attempt began', async () => {
    const { id, questions } = await quizOf({ goal: 75 });
    const attempt = (await start(id)).body.data.id;
    await finish(attempt, [rightAnswers({ questions })[0]!]);
    await school.owner.post(`/api/auth/quiz/update/${id}`, { name: 'x', published: 1, goal: 90 });
    const read = (await school.owner.get(`/api/v1/attempts/${attempt}`)).body.data;
    expect(read).toMatchObject({ goal: 75, passed: true, member: { id: student.id } });
    expect((await create()).body[2].data.has_attempts).toBe(false);
    const shown = await school.owner.get(`/api/auth/quiz/show/${id}`);
    expect(shown.body[2].data.has_attempts).toBe(true);
  });
});

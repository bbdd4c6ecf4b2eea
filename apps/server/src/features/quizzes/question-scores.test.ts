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

const { quizOf, start, finish, results } = quizCalls(() => ({ school, student }));

describe('the results', () => {
  test('show the scores behind each answer, by thirds, also of attempts before they were counted', async () => {
    const { id, questions } = await quizOf({ repeat: 1 });
    const [single] = questions as [SavedQuestion, SavedQuestion];
    const [three, one] = rightAnswers({ questions });
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
    const [three] = rightAnswers({ questions });
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
});

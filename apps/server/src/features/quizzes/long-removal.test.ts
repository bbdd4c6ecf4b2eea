import { expect, test } from 'vitest';
import { openWorld } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { quizWith, takeQuiz } from '../../../test/quizzes.ts';
import { slowDeletes } from '../../../test/slow-deletes.ts';

const databaseUrl = await ownDatabase();
const world = await openWorld({}, databaseUrl);

test('a quiz whose removal takes minutes is removed', async () => {
  const school = await world.school();
  const quiz = await quizWith(school);
  expect((await takeQuiz(await school.join(), quiz)).status).toBe(200);

  await slowDeletes(databaseUrl, 'quiz_answers');

  expect((await school.owner.send('DELETE', `/api/auth/quiz/${quiz.id}`)).status).toBe(200);
});

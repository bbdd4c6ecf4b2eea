import pg from 'pg';
import { expect, test } from 'vitest';
import { openWorld } from '../../../test/harness.ts';
import { ownDatabase } from '../../../test/own-database.ts';
import { quizWith, takeQuiz } from '../../../test/quizzes.ts';

const databaseUrl = await ownDatabase();
const world = await openWorld({}, databaseUrl);

test('a quiz goes with so many attempts that it takes minutes', async () => {
  const school = await world.school();
  const quiz = await quizWith(school);
  expect((await takeQuiz(await school.join(), quiz)).status).toBe(200);

  // Simulates a million rows: a statement with the usual 15 seconds is cut off.
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  await owner.query(`
    CREATE FUNCTION take_minutes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF current_setting('statement_timeout')::interval < interval '5 minutes' THEN
        RAISE query_canceled;
      END IF;
      RETURN OLD;
    END $$;
    CREATE TRIGGER take_minutes BEFORE DELETE ON quiz_answers
      FOR EACH ROW EXECUTE FUNCTION take_minutes()`);
  await owner.end();

  expect((await school.owner.send('DELETE', `/api/auth/quiz/${quiz.id}`)).status).toBe(200);
});

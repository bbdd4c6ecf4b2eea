import { questionFault } from '@vitrine/contract/quiz-faults';
import {
  messages,
  type Questions,
  type Quiz,
  type QuizChange,
  type QuizInput,
} from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import { setProducts } from '../../kit/access/product-access.ts';
import { claimedFiles, releaseFiles } from '../../kit/files/claim-files.ts';
import { allowLongStatement } from '../../kit/long-removal.ts';
import { definedColumns } from '../../kit/rows/defined-columns.ts';
import { lockRows } from '../../kit/rows/lock-rows.ts';
import { lockVersion, nextVersion } from '../../kit/rows/versions.ts';
import { orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { readQuestions } from './questions.store.ts';

// Only this file, `questions.store.ts` and the imports write `quizzes`.

const quizzes = statement({
  name: 'quizzes.list',
  sql: `SELECT json_build_object(
      'id', q.id, 'tenant_id', q.tenant_id, 'name', q.name, 'type', q.type, 'goal', q.goal,
      'published', q.published::integer, 'repeat', q.repeat::integer,
      'stopwatch', q.stopwatch::integer, 'time_limit', q.time_limit, 'review', q.review,
      'product_ids', (SELECT coalesce(json_agg(p.product_id ORDER BY p.product_id), '[]')
        FROM quiz_products p WHERE p.quiz_id = q.id),
      'questions_count', jsonb_array_length(q.questions),
      'lessons', (SELECT coalesce(json_agg(json_build_object(
          'id', l.id, 'title', l.title, 'course_id', l.course_id) ORDER BY l.id), '[]')
        FROM lessons l WHERE l.quiz_id = q.id),
      'has_attempts', EXISTS (
        SELECT FROM quiz_attempts a WHERE a.quiz_id = q.id),
      'version', q.version) AS quiz
    FROM quizzes q
    WHERE (:quizId::bigint IS NULL OR q.id = :quizId)
    ORDER BY q.id DESC`,
  row: z.object({ quiz: z.custom<Quiz>() }),
});

/** Lists all quizzes of the school, the newest first. */
export async function listQuizzes(tx: TenantTransaction): Promise<Quiz[]> {
  const rows = await tx.run(quizzes, { quizId: null });
  return rows.map(({ quiz }) => quiz);
}

/** Reads a quiz for its owner, without its questions. Throws 404 for an unknown one. */
export async function readQuiz(tx: TenantTransaction, id: number): Promise<Quiz> {
  const [row] = await tx.run(quizzes, { quizId: id });
  return orNotFound(row).quiz;
}

/** Adds a quiz without questions, with the products that open it (A section 7). */
export async function addQuiz(tx: TenantTransaction, input: QuizInput): Promise<Quiz> {
  const { id } = await tx.db
    .insertInto('quizzes')
    .values(columnsOf(input))
    .returning('id')
    .executeTakeFirstOrThrow();
  await setQuizProducts(tx, id, input);
  return readQuiz(tx, id);
}

/**
 * Changes a quiz. Omitted fields are kept, and open attempts keep their questions
 * (`quiz_revisions`). Throws 409 if the version is out of date.
 */
export async function changeQuiz(
  tx: TenantTransaction,
  id: number,
  input: QuizChange,
): Promise<Quiz> {
  const current = () => readQuiz(tx, id);
  await lockVersion(tx, { table: 'quizzes', id, version: input.version, current });
  const stopwatch = input.stopwatch ?? Boolean((await current()).stopwatch);
  await tx.db
    .updateTable('quizzes')
    .set({ ...definedColumns(columnsOf({ ...input, stopwatch })), version: nextVersion })
    .where('id', '=', id)
    .execute();
  await setQuizProducts(tx, id, input);
  return current();
}

/** Publishes a quiz, or takes it back. Throws 409 without questions, 422 for a faulty question. */
export async function publishQuiz(
  tx: TenantTransaction,
  id: number,
  { published }: { published: boolean },
): Promise<Quiz> {
  const current = () => readQuiz(tx, id);
  await lockVersion(tx, { table: 'quizzes', id, version: undefined, current });
  if (published) checkReady(await readQuestions(tx, id), await current());
  await tx.db
    .updateTable('quizzes')
    .set({ published, version: nextVersion })
    .where('id', '=', id)
    .execute();
  return current();
}

/** Removes a quiz with its attempts and results. Its lessons stay. */
export async function removeQuiz(tx: TenantTransaction, id: number) {
  await allowLongStatement(tx);
  await lockRows(tx, 'quizzes', { id });
  const before = await claimedFiles(tx, 'quiz_files', { quiz_id: id });
  orNotFound(
    await tx.db.deleteFrom('quizzes').where('id', '=', id).returning('id').executeTakeFirst(),
  );
  await releaseFiles(tx, 'quiz_files', before);
}

/** Without a stopwatch there is no time limit. */
const columnsOf = <Input extends QuizInput | (QuizChange & { stopwatch: boolean })>({
  tenant_id: _,
  product_ids: __,
  version: ___,
  ...columns
}: Input) => ({ ...columns, time_limit: columns.stopwatch ? columns.time_limit : null });

async function setQuizProducts(tx: TenantTransaction, id: number, { product_ids }: QuizChange) {
  if (product_ids)
    await setProducts(tx, { table: 'quiz_products', column: 'quiz_id' }, id, product_ids);
}

function checkReady({ questions }: Questions, { type }: Quiz) {
  if (!questions.length) throw refuse('no_questions', messages.noQuestions, 409);
  for (const [at, question] of questions.entries()) {
    const fault = questionFault(question, type);
    if (fault)
      throw refuse('not_ready', messages.notReady, 422, {
        values: { number: at + 1 },
        errors: { [`questions.${at}`]: [fault] },
      });
  }
}

import { messages, type AnswerInput } from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import type { CourseViewer } from '../../kit/course-access.ts';
import { invalid, orNotFound } from '../../platform/app-error.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { deadlinePassed, finished, isLate, type OpenAttempt } from './attempts.store.ts';

// The only file that keeps `quiz_answers` of open attempts.

/** KEY SHARE waits for a hand-in of the same attempt, so no answer is stored after it. */
const keepAnswerStatement = statement({
  name: 'quizzes.answer',
  sql: `WITH it AS MATERIALIZED (
      SELECT a.*, coalesce(${isLate}, false) AS late FROM quiz_attempts a
      WHERE a.id = :attemptId AND a.member_id = :memberId
      FOR KEY SHARE OF a),
    question AS (
      SELECT item.value ->> 'kind' AS kind, ARRAY(
        SELECT (o.value ->> 'id')::integer FROM jsonb_array_elements(item.value -> 'options') o
      ) AS options
      FROM it JOIN quiz_revisions r
        ON r.quiz_id = it.quiz_id AND r.version = it.version,
        jsonb_array_elements(r.questions) AS item
      WHERE (item.value ->> 'id')::bigint = :questionId::bigint),
    valid AS (
      SELECT it.id FROM it, question
      WHERE it.finished_at IS NULL AND NOT it.late
        AND question.options @> :optionIds::integer[]
        AND (question.kind = 'multiple' OR cardinality(:optionIds::integer[]) <= 1)),
    saved AS (
      INSERT INTO quiz_answers AS s (attempt_id, question_id, option_ids)
      SELECT valid.id, :questionId::bigint, :optionIds::integer[] FROM valid
      WHERE cardinality(:optionIds::integer[]) > 0
      ON CONFLICT (tenant_id, attempt_id, question_id)
        DO UPDATE SET option_ids = excluded.option_ids, saved_at = now()
      RETURNING s.saved_at),
    removed AS (
      DELETE FROM quiz_answers s USING valid
      WHERE s.attempt_id = valid.id
        AND s.question_id = :questionId::bigint AND cardinality(:optionIds::integer[]) = 0)
    SELECT it.finished_at IS NOT NULL AS finished, it.late, now() AS now,
      (SELECT kind FROM question) AS kind,
      (SELECT options @> :optionIds::integer[] FROM question) AS known,
      EXISTS (SELECT FROM valid) AS kept
    FROM it`,
  row: z.object({
    finished: z.boolean(),
    late: z.boolean(),
    now: z.custom<Date>(),
    kind: z.nullable(z.string()),
    known: z.nullable(z.boolean()),
    kept: z.boolean(),
  }),
});

/** Keeps one answer in one round trip. An answer without options takes the answer back. */
export async function keepAnswer(
  writer: TenantReader,
  viewer: CourseViewer,
  attemptId: number,
  { question_id: questionId, option_ids }: AnswerInput,
): Promise<{ saved_at: Date }> {
  const optionIds = [...new Set(option_ids)];
  if (optionIds.some((id) => id > MAX_INT)) throw unknownOption();
  const [row] = await writer.run(keepAnswerStatement, {
    ...{ memberId: viewer.id, attemptId, questionId, optionIds },
  });
  const { finished: isFinished, late, kind, known, kept, now } = orNotFound(row);
  if (kept) return { saved_at: now };
  if (isFinished) throw finished();
  if (late) throw deadlinePassed();
  if (kind === null) throw invalid({ question_id: [messages.unknownQuestion] });
  if (!known) throw unknownOption();
  throw invalid({ option_ids: [messages.oneOption] });
}

const MAX_INT = 2_147_483_647;
const unknownOption = () => invalid({ option_ids: [messages.unknownOption] });

/**
 * The answers of a hand-in replace the stored ones of the same questions. 422 for an invalid
 * answer.
 */
export function mergeAnswers({ questions, answers }: OpenAttempt, given: AnswerInput[]) {
  const known = new Map(questions.map((question) => [question.id, question]));
  const merged = new Map(answers.map((answer) => [answer.question_id, answer.option_ids]));
  for (const { question_id, option_ids } of given) {
    const question = known.get(question_id);
    if (!question) throw invalid({ answers: [messages.unknownQuestion] });
    const options = [...new Set(option_ids)];
    if (options.some((id) => !question.options.some((option) => option.id === id)))
      throw invalid({ answers: [messages.unknownOption] });
    if (question.kind !== 'multiple' && options.length > 1)
      throw invalid({ answers: [messages.oneOption] });
    merged.set(question_id, options);
  }
  return [...merged]
    .filter(([, option_ids]) => option_ids.length > 0)
    .map(([question_id, option_ids]) => ({ question_id, option_ids }));
}

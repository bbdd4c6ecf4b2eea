import { messages, type AnswerInput } from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import { invalid, orNotFound } from '../../platform/app-error.ts';
import { viewerQuery, type RowOf } from '../../platform/viewer-query.ts';
import { deadlinePassed, finished, isLate, type OpenAttempt } from './attempts.reader.ts';

// The only file that writes `quiz_answers` of open attempts.

/**
 * Saves one answer, and resolves the session. An answer without options takes the answer back. KEY SHARE
 * waits for a hand-in of the same attempt, so no answer is stored after it.
 */
export const saveAnswer = viewerQuery({
  name: 'quizzes.answer',
  writes: true,
  ctes: `it AS MATERIALIZED (
      SELECT a.*, coalesce(${isLate}, false) AS late
      FROM viewer CROSS JOIN quiz_attempts a
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
        AND s.question_id = :questionId::bigint AND cardinality(:optionIds::integer[]) = 0)`,
  sql: `SELECT it.finished_at IS NOT NULL AS finished, it.late, now() AS now,
      (SELECT kind FROM question) AS kind,
      (SELECT options @> :optionIds::integer[] FROM question) AS options_exist,
      EXISTS (SELECT FROM valid) AS is_saved
    FROM it`,
  row: z.object({
    finished: z.boolean(),
    late: z.boolean(),
    now: z.custom<Date>(),
    kind: z.nullable(z.string()),
    options_exist: z.nullable(z.boolean()),
    is_saved: z.boolean(),
  }),
});

/** The values of `saveAnswer`. */
export const saveAnswerValues = (
  attemptId: number,
  { question_id: questionId, option_ids }: AnswerInput,
) => ({
  attemptId,
  questionId,
  // PostgreSQL has no such number, and no option has it.
  optionIds: [...new Set(option_ids)].map((id) => (id > MAX_INT ? NO_OPTION : id)),
});

/** Reads the row of `saveAnswer`. Throws 404, 409 or 422 if the answer was not saved. */
export function savedAnswer(row: RowOf<typeof saveAnswer> | undefined): { saved_at: Date } {
  const { finished: isFinished, late, kind, options_exist, is_saved, now } = orNotFound(row);
  if (is_saved) return { saved_at: now };
  if (isFinished) throw finished();
  if (late) throw deadlinePassed();
  if (kind === null) throw invalid({ question_id: [messages.unknownQuestion] });
  if (!options_exist) throw invalid({ option_ids: [messages.unknownOption] });
  throw invalid({ option_ids: [messages.oneOption] });
}

const MAX_INT = 2_147_483_647;
const NO_OPTION = -1;

type AnsweredAttempt = Pick<OpenAttempt, 'questions' | 'answers'>;

/** Finds the message for an answer that does not fit its question. Null if all fit. */
export function faultOfAnswers({ questions }: AnsweredAttempt, answers: AnswerInput[]) {
  const questionById = new Map(questions.map((question) => [question.id, question]));
  for (const { question_id, option_ids } of answers) {
    const question = questionById.get(question_id);
    if (!question) return messages.unknownQuestion;
    const options = new Set(option_ids);
    if ([...options].some((id) => !question.options.some((option) => option.id === id)))
      return messages.unknownOption;
    if (question.kind !== 'multiple' && options.size > 1) return messages.oneOption;
  }
  return null;
}

/**
 * Merges the answers of a hand-in into the stored ones: they replace those of the same questions.
 * Throws 422 for an invalid answer.
 */
export function mergeAnswers(attempt: AnsweredAttempt, newAnswers: AnswerInput[]) {
  const fault = faultOfAnswers(attempt, newAnswers);
  if (fault) throw invalid({ answers: [fault] });
  const merged = new Map(attempt.answers.map((answer) => [answer.question_id, answer.option_ids]));
  for (const { question_id, option_ids } of newAnswers)
    merged.set(question_id, [...new Set(option_ids)]);
  return [...merged]
    .filter(([, option_ids]) => option_ids.length > 0)
    .map(([question_id, option_ids]) => ({ question_id, option_ids }));
}

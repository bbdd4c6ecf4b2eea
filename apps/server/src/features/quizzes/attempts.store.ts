import type { Progress } from '@vitrine/contract/catalog';
import {
  GRACE_SECONDS,
  messages,
  type AnswerInput,
  type Attempt,
  type AttemptResult,
  type ReadAttempt,
} from '@vitrine/contract/quizzes';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { viewerValues, type CourseViewer } from '../../kit/course-access.ts';
import { finishLessonsOfQuiz } from '../../kit/finish-lessons.ts';
import { earnRewards } from '../../kit/points.ts';
import { invalid, notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantReader, TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { attemptsAllowed, mayTake, takerCte } from './quiz-access.ts';
import { askedQuestion, scoreAttempt, type Revision, type Score } from './quizzes.rules.ts';
import { countAttemptSql, countAttemptValues } from './results.store.ts';

// The only file that writes `quiz_attempts`, `quiz_answers` and `quiz_revisions`.

type ImageUrl = (path: string) => string;

const isLate = `a.deadline + interval '${GRACE_SECONDS} seconds' < now()`;

// Start -------------------------------------------------------------------------------------------

/**
 * Starts an attempt in one statement. Two starts at once want the same number, so the unique key
 * lets one of them in. The questions are frozen in `quiz_revisions`, once per version of the quiz.
 */
const startAttempt = statement({
  name: 'quizzes.start',
  sql: `WITH ${takerCte},
    q AS MATERIALIZED (
      SELECT q.* FROM quizzes q WHERE q.tenant_id = :tenantId AND q.id = :quizId AND ${mayTake}),
    had AS (
      SELECT coalesce(max(a.number), 0) AS attempts,
        max(a.id) FILTER (WHERE a.finished_at IS NULL) AS open_id,
        coalesce(bool_or(${isLate}) FILTER (WHERE a.finished_at IS NULL), false) AS open_late
      FROM quiz_attempts a
      WHERE a.tenant_id = :tenantId AND a.quiz_id = :quizId AND a.member_id = :memberId),
    allowed AS (
      SELECT ${attemptsAllowed} AS attempts FROM q LEFT JOIN quiz_results mine
        ON mine.tenant_id = q.tenant_id AND mine.quiz_id = q.id AND mine.member_id = :memberId),
    it AS (
      SELECT q.* FROM q, had, allowed
      WHERE had.open_id IS NULL AND jsonb_array_length(q.questions) > 0
        AND (allowed.attempts IS NULL OR had.attempts < allowed.attempts)),
    revision AS (
      INSERT INTO quiz_revisions (quiz_id, version, type, goal, questions, profiles)
      SELECT it.id, it.version, it.type, it.goal, it.questions, it.profiles FROM it
      WHERE NOT EXISTS (SELECT FROM quiz_revisions r
        WHERE r.tenant_id = :tenantId AND r.quiz_id = it.id AND r.version = it.version)
      ON CONFLICT DO NOTHING),
    added AS (
      INSERT INTO quiz_attempts (quiz_id, version, member_id, number, deadline)
      SELECT it.id, it.version, :memberId, had.attempts + 1,
        CASE WHEN it.stopwatch THEN now() + it.time_limit::interval END
      FROM it, had
      ON CONFLICT DO NOTHING
      RETURNING id, started_at, deadline)
    SELECT q.id AS quiz_id, q.name, q.type, q.stopwatch, q.questions, now() AS now,
      had.open_id, had.open_late, added.id, added.started_at, added.deadline,
      allowed.attempts IS NULL OR had.attempts < allowed.attempts AS attempts_left
    FROM q CROSS JOIN had CROSS JOIN allowed LEFT JOIN added ON true`,
  row: z.object({
    quiz_id: z.number(),
    name: z.string(),
    type: z.enum(['comun', 'comportamental']),
    stopwatch: z.boolean(),
    questions: z.custom<Revision['questions']>(),
    now: z.custom<Date>(),
    open_id: z.nullable(z.number()),
    open_late: z.boolean(),
    id: z.nullable(z.number()),
    started_at: z.nullable(z.custom<Date>()),
    deadline: z.nullable(z.custom<Date>()),
    attempts_left: z.boolean(),
  }),
});

interface Start {
  quizId: number;
  imageUrl: ImageUrl;
}

/** A new attempt; or the open one of this member; or null where an expired one must be handed in first. */
export async function tryToStart(
  writer: TenantReader,
  viewer: CourseViewer,
  { quizId, imageUrl }: Start,
): Promise<Attempt | { open: number; late: boolean } | null> {
  const [row] = await writer.run(startAttempt, { ...viewerValues(viewer), quizId });
  const { id, open_id, open_late, attempts_left, questions, started_at, ...quiz } = orNotFound(row);
  if (id !== null)
    return {
      ...quiz,
      id,
      started_at: started_at!,
      questions: questions.map((question) => askedQuestion(question, imageUrl)),
      answers: [],
    };
  if (open_id !== null) return { open: open_id, late: open_late };
  if (!questions.length) throw refuse('no_questions', messages.noQuestions, 409);
  if (!attempts_left) throw refuse('no_attempt_left', messages.noAttemptLeft, 409);
  // Another start of this member was faster, and is open by now.
  return null;
}

// Read --------------------------------------------------------------------------------------------

const attemptFields = `a.id, a.quiz_id, a.member_id, m.name AS member_name, a.started_at, a.deadline, a.finished_at,
  q.name, q.stopwatch, q.review, r.type, r.goal, r.questions, r.profiles, now() AS now,
  a.finished_at IS NULL AND coalesce(${isLate}, false) AS late,
  is_staff(m.roles) AS staff,
  EXISTS (SELECT FROM lessons l
    WHERE l.tenant_id = a.tenant_id AND l.quiz_id = a.quiz_id AND l.quiz_required) AS in_lessons,
  (SELECT coalesce(json_agg(json_build_object(
      'question_id', s.question_id, 'option_ids', s.option_ids) ORDER BY s.question_id), '[]')
    FROM quiz_answers s WHERE s.tenant_id = a.tenant_id AND s.attempt_id = a.id) AS answers,
  (SELECT ${attemptsAllowed} > a.number FROM quizzes q LEFT JOIN quiz_results mine
     ON mine.tenant_id = q.tenant_id AND mine.quiz_id = q.id AND mine.member_id = a.member_id
   WHERE q.tenant_id = a.tenant_id AND q.id = a.quiz_id) AS more_allowed`;

const attemptRow = z.object({
  id: z.number(),
  quiz_id: z.number(),
  member_id: z.number(),
  member_name: z.string(),
  started_at: z.custom<Date>(),
  deadline: z.nullable(z.custom<Date>()),
  finished_at: z.nullable(z.custom<Date>()),
  name: z.string(),
  stopwatch: z.boolean(),
  review: z.enum(['never', 'finished', 'last']),
  type: z.enum(['comun', 'comportamental']),
  goal: z.number(),
  questions: z.custom<Revision['questions']>(),
  profiles: z.custom<Revision['profiles']>(),
  now: z.custom<Date>(),
  late: z.boolean(),
  staff: z.boolean(),
  /** Lessons wait for this quiz. */
  in_lessons: z.boolean(),
  answers: z.custom<AnswerInput[]>(),
  /** Null where attempts have no limit. */
  more_allowed: z.nullable(z.boolean()),
});
export type AttemptRow = z.output<typeof attemptRow>;

const attemptJoins = `quiz_attempts a
  JOIN quizzes q ON q.tenant_id = a.tenant_id AND q.id = a.quiz_id
  JOIN quiz_revisions r
    ON r.tenant_id = a.tenant_id AND r.quiz_id = a.quiz_id AND r.version = a.version
  JOIN members m ON m.tenant_id = a.tenant_id AND m.id = a.member_id`;

const oneAttempt = statement({
  name: 'quizzes.attempt',
  sql: `SELECT ${attemptFields} FROM ${attemptJoins}
    WHERE a.tenant_id = :tenantId AND a.id = :attemptId`,
  row: attemptRow,
});

/** An attempt of the viewer, or any for staff. */
export async function findAttempt(reader: TenantReader, viewer: CourseViewer, attemptId: number) {
  const [row] = await reader.run(oneAttempt, { attemptId });
  const attempt = orNotFound(row);
  if (attempt.member_id !== viewer.id && !viewer.staff) throw notFound();
  return attempt;
}

/** The attempt for its viewer. Nothing of an open one tells what is right. */
export function showAttempt(
  row: AttemptRow,
  viewer: CourseViewer,
  imageUrl: ImageUrl,
): ReadAttempt {
  const { id, quiz_id, name, type, stopwatch, started_at, deadline, now, answers } = row;
  return {
    ...{ id, quiz_id, name, type, stopwatch, started_at, deadline, now, answers },
    member: { id: row.member_id, name: row.member_name },
    questions: row.questions.map((question) => askedQuestion(question, imageUrl)),
    ...(row.finished_at && showResult(row, scoreAttempt(row, answers), viewer, imageUrl)),
  };
}

/** The result for its viewer: the right answers only where the owner shows them, or to staff. */
function showResult(
  { id, goal, started_at, finished_at, review, more_allowed }: AttemptRow,
  score: Score,
  viewer: CourseViewer,
  imageUrl: ImageUrl,
): Omit<AttemptResult, 'completed' | 'points'> {
  const shown =
    viewer.staff || review === 'finished' || (review === 'last' && more_allowed === false);
  const { profile } = score;
  return {
    id,
    ...score,
    goal,
    profile: profile && { ...profile, image: profile.image ? imageUrl(profile.image) : null },
    review: shown ? score.review : [],
    finished_at: finished_at!,
    seconds: secondsOf({ started_at, finished_at: finished_at! }),
  };
}

const secondsOf = ({ started_at, finished_at }: { started_at: Date; finished_at: Date }) =>
  Math.max(0, Math.round((finished_at.getTime() - started_at.getTime()) / 1000));

// Answers -----------------------------------------------------------------------------------------

/** KEY SHARE waits for a hand-in of the same attempt, so no answer is kept after it. */
const keepAnswerStatement = statement({
  name: 'quizzes.answer',
  sql: `WITH it AS MATERIALIZED (
      SELECT a.*, coalesce(${isLate}, false) AS late FROM quiz_attempts a
      WHERE a.tenant_id = :tenantId AND a.id = :attemptId AND a.member_id = :memberId
      FOR KEY SHARE OF a),
    question AS (
      SELECT item.value ->> 'kind' AS kind, ARRAY(
        SELECT (o.value ->> 'id')::integer FROM jsonb_array_elements(item.value -> 'options') o
      ) AS options
      FROM it JOIN quiz_revisions r
        ON r.tenant_id = it.tenant_id AND r.quiz_id = it.quiz_id AND r.version = it.version,
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
      WHERE s.tenant_id = :tenantId AND s.attempt_id = valid.id
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
/** The answer to a hand-in: its result, with what came to its end by it. */
export function showHandIn(
  { attempt, score, completed, points }: HandedIn,
  viewer: CourseViewer,
  imageUrl: ImageUrl,
): AttemptResult {
  return {
    ...showResult(attempt, score, viewer, imageUrl),
    completed,
    ...(points > 0 && { points }),
  };
}

export const finished = () => refuse('finished', messages.finished, 409);
export const deadlinePassed = () => refuse('deadline_passed', messages.deadline, 409);

/** The answers of a hand-in replace the kept ones of the same questions. 422 where one is no answer. */
export function mergeAnswers({ questions, answers }: AttemptRow, given: AnswerInput[]) {
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

// Hand-in -----------------------------------------------------------------------------------------

/**
 * A removal locks the quiz or the member first, and their attempts by the cascade. A hand-in that
 * locked the attempt first would wait for it in a circle: the rows are locked in the order named.
 */
const lockAttempt = statement({
  name: 'quizzes.lock_attempt',
  sql: `SELECT a.id FROM quiz_attempts a
    JOIN quizzes q ON q.tenant_id = a.tenant_id AND q.id = a.quiz_id
    JOIN members m ON m.tenant_id = a.tenant_id AND m.id = a.member_id
    WHERE a.tenant_id = :tenantId AND a.id = :attemptId
    FOR KEY SHARE OF q, m FOR UPDATE OF a`,
  row: z.object({ id: z.number() }),
});

/** Locks the attempt, then reads it: the second statement sees every answer that was kept before. */
export async function lockAndFind(tx: TenantTransaction, viewer: CourseViewer, attemptId: number) {
  const [, attempt] = await Promise.all([
    tx.run(lockAttempt, { attemptId }),
    findAttempt(tx, viewer, attemptId),
  ]);
  return attempt;
}

/** Hands in a locked attempt, with all that follows from it, in one transaction. */
export async function handIn(
  tx: TenantTransaction,
  attempt: AttemptRow,
  answers: AnswerInput[],
): Promise<HandedIn> {
  const handedIn = await finish(tx, attempt, answers);
  // Sent together, in this order: one round trip.
  const [, ends] = await Promise.all([count(tx, handedIn), reward(tx, handedIn)]);
  return { ...handedIn, ...ends };
}

interface HandedIn {
  attempt: AttemptRow;
  score: Score;
  completed: Progress['completed'];
  points: number;
}

const endAttempt = statement({
  name: 'quizzes.end_attempt',
  sql: `WITH ended AS (
      UPDATE quiz_attempts SET finished_at = :finishedAt, score = :score::double precision,
        passed = :passed::boolean, profile = :profile::text
      WHERE tenant_id = :tenantId AND id = :attemptId),
    ${countAttemptSql.parts}
    ${countAttemptSql.last}`,
  row: z.object({}),
});

type Finished = Pick<HandedIn, 'attempt' | 'score'>;

/** Keeps the answers, and scores them. */
async function finish(
  tx: TenantTransaction,
  attempt: AttemptRow,
  answers: AnswerInput[],
): Promise<Finished> {
  const score = scoreAttempt(attempt, answers);
  // An expired attempt ends at its deadline, not when somebody looks at it.
  const finished_at = attempt.late ? attempt.deadline! : attempt.now;
  await replaceAnswers(tx, attempt, answers);
  return { attempt: { ...attempt, answers, finished_at }, score };
}

/** Its result, and the school's totals. */
async function count(tx: TenantTransaction, { attempt, score }: Finished) {
  const handedIn = { ...attempt, finished_at: attempt.finished_at! };
  await tx.run(endAttempt, countAttemptValues(handedIn, score, secondsOf(handedIn)));
}

/** What its member gets for it: lessons that wait for the quiz, with their points, and rewards. */
async function reward(tx: TenantTransaction, { attempt, score }: Finished) {
  const viewer = { id: attempt.member_id, staff: attempt.staff };
  const [ends] = await Promise.all([
    score.passed === false || !attempt.in_lessons
      ? { completed: [], points: 0 }
      : finishLessonsOfQuiz(tx, viewer, attempt.quiz_id),
    earnRewards(tx, viewer.id),
  ]);
  return ends;
}

async function replaceAnswers(
  { db }: TenantTransaction,
  { id, answers: kept }: AttemptRow,
  answers: AnswerInput[],
) {
  const before = new Map(kept.map((answer) => [answer.question_id, String(answer.option_ids)]));
  const changed = answers.filter(
    ({ question_id, option_ids }) => before.get(question_id) !== String(option_ids),
  );
  const gone = kept.filter(
    ({ question_id }) => !answers.some((answer) => answer.question_id === question_id),
  );
  if (gone.length)
    await db
      .deleteFrom('quiz_answers')
      .where('attempt_id', '=', id)
      .where(
        'question_id',
        'in',
        gone.map(({ question_id }) => question_id),
      )
      .execute();
  if (changed.length)
    await db
      .insertInto('quiz_answers')
      .values(changed.map((answer) => ({ attempt_id: id, ...answer })))
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'attempt_id', 'question_id'])
          .doUpdateSet({ option_ids: (eb) => eb.ref('excluded.option_ids'), saved_at: sql`now()` }),
      )
      .execute();
}

// Expired attempts --------------------------------------------------------------------------------

const expiredAttempts = statement({
  name: 'quizzes.expired',
  sql: `SELECT a.id FROM quiz_attempts a
    JOIN quizzes q ON q.tenant_id = a.tenant_id AND q.id = a.quiz_id
    JOIN members m ON m.tenant_id = a.tenant_id AND m.id = a.member_id
    WHERE a.tenant_id = :tenantId AND a.finished_at IS NULL AND ${isLate}
      AND (:quizId::bigint IS NULL OR a.quiz_id = :quizId)
      AND (:memberId::bigint IS NULL OR a.member_id = :memberId)
    ORDER BY a.quiz_id, a.id LIMIT :limit
    FOR KEY SHARE OF q, m SKIP LOCKED FOR UPDATE OF a SKIP LOCKED`,
  row: z.object({ id: z.number() }),
});

/** Hands in expired attempts with the answers that were kept. At most 100 at a time. */
export async function handInExpired(
  tx: TenantTransaction,
  { quizId = null, memberId = null }: { quizId?: number | null; memberId?: number | null },
) {
  const rows = await tx.run(expiredAttempts, { quizId, memberId, limit: 100 });
  // Quizzes first, then members, each in order: two batches never wait for each other in a circle.
  const handedIn: Finished[] = [];
  for (const { id } of rows) {
    const [attempt] = await tx.run(oneAttempt, { attemptId: id });
    if (!attempt) continue;
    const one = await finish(tx, attempt, attempt.answers);
    await count(tx, one);
    handedIn.push(one);
  }
  handedIn.sort((one, other) => one.attempt.member_id - other.attempt.member_id);
  for (const one of handedIn) await reward(tx, one);
  return rows.length;
}

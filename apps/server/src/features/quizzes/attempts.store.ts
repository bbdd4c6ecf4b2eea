import type { Progress } from '@vitrine/contract/catalog';
import {
  GRACE_SECONDS,
  messages,
  type AnswerInput,
  type Attempt,
  type AttemptResult,
  type ReadAttempt,
} from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import { viewerValues, type CourseViewer } from '../../kit/course-access.ts';
import { finishLessonsOfQuiz } from '../../kit/finish-lessons.ts';
import { earnRewards } from '../../kit/points.ts';
import { busy, invalid, notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantReader, TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { viewerQuery, type RowOf } from '../../platform/viewer-query.ts';
import { attemptsAllowed, mayTake } from './quiz-access.ts';
import { askedQuestion, scoreAttempt, type Revision, type Score } from './quizzes.rules.ts';
import { countedValues } from './results.store.ts';

// The only file that writes `quiz_attempts`, `quiz_answers` and `quiz_revisions`. A hand-in
// (migration 0123) also writes `quiz_results` and the rows that the totals have not counted yet.

type ImageUrl = (path: string) => string;

const isLate = `a.deadline + interval '${GRACE_SECONDS} seconds' < now()`;

// Start -------------------------------------------------------------------------------------------

/**
 * The facts that a start needs, read with the session. No row where the viewer may not take the
 * quiz.
 */
export const readyToStart = viewerQuery({
  name: 'quizzes.ready-to-start',
  sql: `SELECT q.id AS quiz_id, q.name, q.type, q.stopwatch, q.questions, q.version,
      CASE WHEN q.stopwatch THEN q.time_limit END AS time_limit, now() AS now,
      had.attempts, had.open_id, had.open_late,
      coalesce(had.attempts < (${attemptsAllowed}), true) AS attempts_left
    FROM quizzes q
    CROSS JOIN LATERAL (
      SELECT coalesce(max(a.number), 0) AS attempts,
        max(a.id) FILTER (WHERE a.finished_at IS NULL) AS open_id,
        coalesce(bool_or(${isLate}) FILTER (WHERE a.finished_at IS NULL), false) AS open_late
      FROM quiz_attempts a
      WHERE a.quiz_id = q.id AND a.member_id = :memberId::bigint
    ) AS had
    LEFT JOIN quiz_results mine ON mine.quiz_id = q.id
      AND mine.member_id = :memberId::bigint
    WHERE q.id = :quizId AND ${mayTake}`,
  row: z.object({
    quiz_id: z.number(),
    name: z.string(),
    type: z.enum(['comun', 'comportamental']),
    stopwatch: z.boolean(),
    questions: z.custom<Revision['questions']>(),
    version: z.number(),
    time_limit: z.nullable(z.string()),
    now: z.custom<Date>(),
    /** Number of attempts that the viewer has begun. */
    attempts: z.number(),
    open_id: z.nullable(z.number()),
    open_late: z.boolean(),
    attempts_left: z.boolean(),
  }),
});
export type ReadyToStart = RowOf<typeof readyToStart>;

export async function readToStart(
  reader: Pick<TenantReader, 'run'>,
  viewer: CourseViewer,
  quizId: number,
): Promise<ReadyToStart> {
  const [row] = await reader.run(readyToStart.byMember, { ...viewerValues(viewer), quizId });
  return orNotFound(row);
}

/**
 * Freezes the questions of a quiz version at its first start. Attempts keep the questions of their
 * version.
 */
const freeze = statement({
  name: 'quizzes.freeze',
  sql: `INSERT INTO quiz_revisions (quiz_id, version, type, goal, questions, profiles)
    SELECT q.id, q.version, q.type, q.goal, q.questions, q.profiles FROM quizzes q
    WHERE q.id = :quizId AND q.version = :version
    ON CONFLICT DO NOTHING`,
  row: z.object({}),
});

/**
 * Adds an attempt. Concurrent starts use the same number, so the unique key admits one. Nothing is
 * added to a version that is not frozen.
 */
const addAttempt = statement({
  name: 'quizzes.start',
  sql: `INSERT INTO quiz_attempts (quiz_id, version, member_id, number, deadline)
    SELECT r.quiz_id, r.version, :memberId, :number, now() + :timeLimit::interval
    FROM quiz_revisions r
    WHERE r.quiz_id = :quizId AND r.version = :version
    ON CONFLICT DO NOTHING RETURNING id, started_at, deadline`,
  row: z.object({
    id: z.number(),
    started_at: z.custom<Date>(),
    deadline: z.nullable(z.custom<Date>()),
  }),
});

/**
 * Returns a new attempt or the member's open one. Null where a concurrent start was faster, the
 * quiz has changed, or its version was not frozen. In the last case it freezes it.
 */
export async function tryToStart(
  writer: TenantReader,
  viewer: CourseViewer,
  quiz: ReadyToStart,
  imageUrl: ImageUrl,
): Promise<Attempt | { open: number; late: boolean } | null> {
  const { quiz_id, name, type, stopwatch, questions, version } = quiz;
  if (quiz.open_id !== null) return { open: quiz.open_id, late: quiz.open_late };
  if (!questions.length) throw refuse('no_questions', messages.noQuestions, 409);
  if (!quiz.attempts_left) throw refuse('no_attempt_left', messages.noAttemptLeft, 409);
  const [added] = await writer.run(addAttempt, {
    ...{ quizId: quiz_id, version, memberId: viewer.id, number: quiz.attempts + 1 },
    timeLimit: quiz.time_limit,
  });
  if (!added) {
    await writer.run(freeze, { quizId: quiz_id, version });
    return null;
  }
  return {
    ...added,
    ...{ quiz_id, name, type, stopwatch, now: added.started_at },
    questions: questions.map((question) => askedQuestion(question, imageUrl)),
    answers: [],
  };
}

// Read --------------------------------------------------------------------------------------------

const commonFields = `a.id, a.quiz_id, a.member_id, a.started_at, a.deadline, a.finished_at,
  q.review, r.type, r.goal, r.questions, r.profiles, now() AS now,
  a.finished_at IS NULL AND coalesce(${isLate}, false) AS late,
  EXISTS (SELECT FROM lessons l
    WHERE l.quiz_id = a.quiz_id AND l.quiz_required) AS in_lessons,
  EXISTS (SELECT FROM rewards w
    WHERE w.quiz_id = a.quiz_id AND w.removed_at IS NULL) AS rewarded,
  (SELECT string_agg(s.question_id || s.option_ids::text, '' ORDER BY s.question_id)
    FROM quiz_answers s WHERE s.attempt_id = a.id) AS kept`;

const attemptFields = `${commonFields}, q.name, q.stopwatch, m.name AS member_name, is_staff(m.roles) AS staff,
  (SELECT bool_or(other.finished_at IS NULL AND other.id <> a.id)
      OR ${attemptsAllowed} > max(other.number)
    FROM quiz_attempts other
    WHERE other.quiz_id = a.quiz_id AND other.member_id = a.member_id) AS more_allowed`;

const handInRow = z.object({
  id: z.number(),
  quiz_id: z.number(),
  member_id: z.number(),
  started_at: z.custom<Date>(),
  deadline: z.nullable(z.custom<Date>()),
  finished_at: z.nullable(z.custom<Date>()),
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
  /** A reward waits for this quiz. */
  rewarded: z.boolean(),
  /** The stored answers as one text, `1{2}4{5,6}`, which a hand-in compares. */
  kept: z.nullable(z.string()),
});
const attemptRow = z.extend(handInRow, {
  name: z.string(),
  stopwatch: z.boolean(),
  member_name: z.string(),
  /** True where another attempt is open or may begin. Null without a limit of attempts. */
  more_allowed: z.nullable(z.boolean()),
});
/** An attempt as a hand-in reads it. */
export type OpenAttempt = z.output<typeof handInRow> & { answers: AnswerInput[] };
/** An attempt as it is shown. */
type FoundAttempt = z.output<typeof attemptRow> & { answers: AnswerInput[] };

/** The row with its answers. */
export const withAnswers = <Row extends z.output<typeof handInRow>>(
  row: Row,
): Row & { answers: AnswerInput[] } => ({
  ...row,
  answers: (row.kept ?? '')
    .split('}')
    .slice(0, -1)
    .map((one) => {
      const [question, options] = one.split('{');
      return { question_id: Number(question), option_ids: options!.split(',').map(Number) };
    }),
});

/** Formats answers like the database's text of stored ones. Null for none. */
const asKept = (answers: AnswerInput[]) =>
  answers
    .toSorted((one, other) => one.question_id - other.question_id)
    .map(({ question_id, option_ids }) => `${question_id}{${option_ids.join(',')}}`)
    .join('') || null;

/** OFFSET 0: each is looked up by its key. A plan for all values would merge all of the school's. */
const commonJoins = `quiz_attempts a
  CROSS JOIN LATERAL (SELECT * FROM quizzes WHERE id = a.quiz_id OFFSET 0) q
  CROSS JOIN LATERAL (
    SELECT * FROM quiz_revisions
    WHERE quiz_id = a.quiz_id AND version = a.version OFFSET 0) r`;

const attemptJoins = `${commonJoins}
  JOIN members m ON m.id = a.member_id
  LEFT JOIN quiz_results mine
    ON mine.quiz_id = a.quiz_id AND mine.member_id = a.member_id`;

const oneAttempt = statement({
  name: 'quizzes.attempt',
  sql: `SELECT ${attemptFields} FROM ${attemptJoins}
    WHERE a.id = :attemptId`,
  row: attemptRow,
});

/** The viewer's own attempt with the facts that a hand-in needs, read with the session. */
export const ownAttempt = viewerQuery({
  name: 'quizzes.own-attempt',
  sql: `SELECT ${commonFields}, :isStaff::boolean AS staff FROM ${commonJoins}
    WHERE a.id = :attemptId AND a.member_id = :memberId::bigint`,
  row: handInRow,
});

/** An attempt of the viewer, or any for staff. */
export async function findAttempt(
  reader: Pick<TenantReader, 'run'>,
  viewer: CourseViewer,
  attemptId: number,
) {
  const [row] = await reader.run(oneAttempt, { attemptId });
  const attempt = withAnswers(orNotFound(row));
  if (attempt.member_id !== viewer.id && !viewer.staff) throw notFound();
  return attempt;
}

/** The attempt for its viewer. An open one contains no right answers. */
export function showAttempt(
  row: FoundAttempt,
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
  attempt: OpenAttempt & Pick<FoundAttempt, 'more_allowed'>,
  score: Score,
  viewer: CourseViewer,
  imageUrl: ImageUrl,
): Omit<AttemptResult, 'completed' | 'points'> {
  const { id, goal, started_at, finished_at, review, more_allowed } = attempt;
  const tellsRight =
    viewer.staff || review === 'finished' || (review === 'last' && more_allowed === false);
  const { profile } = score;
  return {
    id,
    ...score,
    goal,
    profile: profile && { ...profile, image: profile.image ? imageUrl(profile.image) : null },
    review: tellsRight ? score.review : [],
    finished_at: finished_at!,
    seconds: secondsOf({ started_at, finished_at: finished_at! }),
  };
}

const secondsOf = ({ started_at, finished_at }: { started_at: Date; finished_at: Date }) =>
  Math.max(0, Math.round((finished_at.getTime() - started_at.getTime()) / 1000));

// Answers -----------------------------------------------------------------------------------------

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
/** The answer to a hand-in: its result, and the module or course that it completed. */
export async function showHandIn(
  reader: Pick<TenantReader, 'run'>,
  { attempt, score, completed, points }: HandedIn,
  viewer: CourseViewer,
  imageUrl: ImageUrl,
): Promise<AttemptResult> {
  // Few owners wait for the last attempt, so a hand-in does not ask whether it was that one.
  const { more_allowed } =
    attempt.review === 'last' && !viewer.staff
      ? await findAttempt(reader, viewer, attempt.id)
      : { more_allowed: null };
  return {
    ...showResult({ ...attempt, more_allowed }, score, viewer, imageUrl),
    completed,
    ...(points > 0 && { points }),
  };
}

export const finished = () => refuse('finished', messages.finished, 409);
export const deadlinePassed = () => refuse('deadline_passed', messages.deadline, 409);

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

// Hand-in -----------------------------------------------------------------------------------------

/**
 * A removal locks the quiz or the member first, and their attempts by the cascade. A hand-in that
 * locked the attempt first would wait for it in a circle: the rows are locked in the order named.
 */
const lockAttempt = statement({
  name: 'quizzes.lock_attempt',
  sql: `SELECT a.id FROM quiz_attempts a
    JOIN quizzes q ON q.id = a.quiz_id
    JOIN members m ON m.id = a.member_id
    WHERE a.id = :attemptId
    FOR KEY SHARE OF q, m FOR UPDATE OF a`,
  row: z.object({ id: z.number() }),
});

/**
 * Locks the attempt, then reads it. The second statement sees every answer stored before the lock.
 */
export async function lockAndFind(tx: TenantTransaction, viewer: CourseViewer, attemptId: number) {
  const [, attempt] = await Promise.all([
    tx.run(lockAttempt, { attemptId }),
    findAttempt(tx, viewer, attemptId),
  ]);
  return attempt;
}

interface HandedIn {
  attempt: OpenAttempt;
  score: Score;
  completed: Progress['completed'];
  points: number;
}
type ScoredAttempt = Pick<HandedIn, 'attempt' | 'score'>;

/**
 * Hands in with one statement, in one round trip. Null where lessons or rewards depend on the quiz,
 * or where the attempt has changed. The caller then uses `handIn`.
 */
export async function handInAlone(
  writer: TenantReader,
  attempt: OpenAttempt,
  answers: AnswerInput[],
): Promise<HandedIn | null> {
  const one = { attempt, score: scoreAttempt(attempt, answers) };
  if (meetsLessons(one) || meetsRewards(one)) return null;
  const done = await finish(writer, one, answers);
  return done && { ...done, completed: [], points: 0 };
}

/** Hands in a locked attempt, with all that follows from it, in one transaction. */
export async function handIn(
  tx: TenantTransaction,
  attempt: OpenAttempt,
  answers: AnswerInput[],
): Promise<HandedIn> {
  const one = { attempt, score: scoreAttempt(attempt, answers) };
  // Sent together, in this order: one round trip.
  const [done, ends] = await Promise.all([finish(tx, one, answers), reward(tx, one)]);
  if (!done) throw busy();
  return { ...done, ...ends };
}

const endAttempt = statement({
  name: 'quizzes.end_attempt',
  sql: `SELECT hand_in_attempt(:attemptId::bigint, :kept::text, :late::boolean,
      interval '${GRACE_SECONDS} seconds', :answers::jsonb, :score::double precision,
      :passed::boolean, :profile::text, :counts::boolean, :questions::integer[],
      :optionQuestions::integer[], :options::integer[]) AS finished_at`,
  row: z.object({ finished_at: z.nullable(z.custom<Date>()) }),
});

/** Stores the answers, the score and the counts. Null where the attempt has changed. */
async function finish(
  writer: Pick<TenantReader, 'run'>,
  { attempt, score }: ScoredAttempt,
  answers: AnswerInput[],
): Promise<ScoredAttempt | null> {
  const { id: attemptId, kept, late } = attempt;
  const [row] = await writer.run(endAttempt, {
    ...{ attemptId, kept, late },
    answers: asKept(answers) === kept ? null : JSON.stringify(answers),
    ...countedValues(attempt, score),
  });
  const { finished_at } = row!;
  return finished_at && { attempt: { ...attempt, answers, finished_at }, score };
}

/** Gives the member the lessons that the quiz finishes, with their points, and rewards. */
async function reward(tx: TenantTransaction, one: ScoredAttempt) {
  const { attempt } = one;
  const viewer = { id: attempt.member_id, staff: attempt.staff };
  const [ends] = await Promise.all([
    meetsLessons(one)
      ? finishLessonsOfQuiz(tx, viewer, attempt.quiz_id)
      : { completed: [], points: 0 },
    meetsRewards(one) && earnRewards(tx, viewer.id),
  ]);
  return ends;
}

const isMissed = (score: Score) => score.passed === false;
const meetsLessons = ({ attempt, score }: ScoredAttempt) => attempt.in_lessons && !isMissed(score);
const meetsRewards = ({ attempt, score }: ScoredAttempt) => attempt.rewarded && !isMissed(score);

// Expired attempts --------------------------------------------------------------------------------

const expiredAttempts = statement({
  name: 'quizzes.expired',
  sql: `SELECT a.id FROM quiz_attempts a
    JOIN quizzes q ON q.id = a.quiz_id
    JOIN members m ON m.id = a.member_id
    WHERE a.finished_at IS NULL AND ${isLate}
      AND (:quizId::bigint IS NULL OR a.quiz_id = :quizId)
      AND (:memberId::bigint IS NULL OR a.member_id = :memberId)
    ORDER BY a.quiz_id, a.id LIMIT :limit
    FOR KEY SHARE OF q, m SKIP LOCKED FOR UPDATE OF a SKIP LOCKED`,
  row: z.object({ id: z.number() }),
});

const waitForBatch = statement({
  name: 'quizzes.wait_for_batch',
  sql: `SELECT pg_advisory_xact_lock(hashtextextended(
      format('%s:expired-attempts:%s', app_tenant(), :quizId::bigint), 0))::text AS locked`,
  row: z.object({ locked: z.string() }),
});

/** A short transaction: it locks as many members. */
export const EXPIRED_BATCH = 100;

/**
 * Hands in a batch of expired attempts with their stored answers.
 *
 * @returns the number of attempts, less than a batch where no more are expired
 */
export async function handInExpired(
  tx: TenantTransaction,
  { quizId = null, memberId = null }: { quizId?: number | null; memberId?: number | null },
) {
  // A reader of a whole quiz skips attempts that another reader is handing in, and waits for that
  // batch.
  if (quizId !== null && memberId === null) await tx.run(waitForBatch, { quizId });
  const rows = await tx.run(expiredAttempts, { quizId, memberId, limit: EXPIRED_BATCH });
  // Quizzes first, then members, each in order: two batches never wait for each other in a circle.
  const handedIn: ScoredAttempt[] = [];
  for (const { id } of rows) {
    const [row] = await tx.run(oneAttempt, { attemptId: id });
    if (!row) continue;
    const attempt = withAnswers(row);
    const { answers } = attempt;
    const one = await finish(tx, { attempt, score: scoreAttempt(attempt, answers) }, answers);
    if (one) handedIn.push(one);
  }
  handedIn.sort((one, other) => one.attempt.member_id - other.attempt.member_id);
  for (const one of handedIn) await reward(tx, one);
  return handedIn.length;
}

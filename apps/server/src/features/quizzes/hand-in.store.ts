import type { Progress } from '@vitrine/contract/catalog';
import {
  GRACE_SECONDS,
  type AnswerInput,
  type AttemptResult,
  reviewModes,
} from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import type { CourseViewer } from '../../kit/access/course-access.ts';
import { finishLessonsOfQuiz } from '../../kit/finish-lessons.ts';
import { earnRewards } from '../../kit/points.ts';
import { lockUntilCommit } from '../../kit/rows/named-locks.ts';
import { busy } from '../../platform/app-error.ts';
import type { Database, TenantReader, TenantTransaction } from '../../platform/database.ts';
import { enqueue, task } from '../../platform/jobs.ts';
import { statement } from '../../platform/statement.ts';
import { viewerQuery, type RowOf } from '../../platform/viewer-query.ts';
import { faultOfAnswers, mergeAnswers } from './answers.store.ts';
import {
  answersText,
  attemptById,
  findAttempt,
  isInLessons,
  isLate,
  isRewarded,
  showResult,
  withAnswers,
  type ImageUrl,
  type OpenAttempt,
  type ShownAttempt,
} from './attempts.reader.ts';
import { cachedAttempt } from './quiz-cache.ts';
import { scoreAttempt, type Score } from './quizzes.rules.ts';
import { scoredValues } from './result-totals.store.ts';

// The only file that ends `quiz_attempts`. `hand_in_attempt` (migration 0123) also writes the
// answers, `quiz_results` and the rows that the totals have not counted yet.

const handInAttempt = (attemptId: string, late: string, counts: string) =>
  `hand_in_attempt(${attemptId}, :storedAnswers::text, ${late},
      interval '${GRACE_SECONDS} seconds', :answers::jsonb, :score::double precision,
      :passed::boolean, :profile::text, ${counts}, :questions::integer[],
      :optionQuestions::integer[], :options::integer[])`;

/**
 * A removal locks the quiz or the member first, and their attempts by the cascade. A hand-in that
 * locked the attempt first would wait for it in a circle: the rows are locked in the order named.
 */
const lockAttempt = statement({
  name: 'quizzes.lock-attempt',
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

/** An attempt that was handed in, with all that the member gained by it. */
interface FinishedAttempt {
  attempt: ShownAttempt;
  score: Score;
  completed: Progress['completed'];
  points: number;
}
interface ScoredAttempt {
  attempt: OpenAttempt;
  score: Score;
}

/** Condition: the attempt is open, and the one that this server cached. */
const isUnchanged = `a.finished_at IS NULL AND a.started_at = :began::timestamptz`;
/** Condition: no lesson or reward depends on the attempt. Those take a transaction. */
const hasNoGains = `(:missed::boolean OR NOT (${isInLessons} OR ${isRewarded}))`;

/**
 * Hands in the viewer's attempt, with the session. It writes nothing where the attempt is not as
 * known, or where more than the hand-in follows.
 */
const handInAtOnce = viewerQuery({
  name: 'quizzes.hand-in-at-once',
  writes: true,
  sql: `SELECT a.started_at, (SELECT q.review FROM quizzes q WHERE q.id = a.quiz_id) AS review,
      CASE WHEN ${isUnchanged} AND ${hasNoGains} THEN ${handInAttempt('a.id', 'false', 'NOT :isStaff::boolean')} END AS finished_at
    FROM quiz_attempts a WHERE a.id = :attemptId AND a.member_id = :memberId::bigint`,
  row: z.object({
    started_at: z.custom<Date>(),
    review: z.enum(reviewModes),
    /** Null where nothing was written. */
    finished_at: z.nullable(z.custom<Date>()),
  }),
});

/**
 * A hand-in of an attempt that this server has cached: its statement, the values, and the result of a
 * row. Null for any other attempt, and for answers that do not fit.
 */
export function cachedHandIn(tenantId: number, attemptId: number, newAnswers: AnswerInput[]) {
  const cached = cachedAttempt(tenantId, attemptId);
  if (!cached) return null;
  const { attempt, quiz } = cached;
  const before = { questions: quiz.questions, answers: attempt.answers };
  if (faultOfAnswers(before, newAnswers)) return null;
  const answers = mergeAnswers(before, newAnswers);
  const score = scoreAttempt(quiz, answers);
  const storedAnswers = answersText(attempt.answers);
  const result = ({ finished_at, ...row }: RowOf<typeof handInAtOnce>): FinishedAttempt | null =>
    finished_at && {
      attempt: {
        id: attemptId,
        goal: quiz.goal,
        finished_at,
        ...row,
      },
      score,
      completed: [],
      points: 0,
    };
  return {
    query: handInAtOnce,
    values: {
      attemptId,
      storedAnswers,
      began: attempt.began,
      missed: isMissed(score),
      answers: answersText(answers) === storedAnswers ? null : JSON.stringify(answers),
      ...scoredValues(quiz, score),
    },
    result,
  };
}

/**
 * Hands in with one statement, in one round trip. Null where lessons or rewards depend on the quiz,
 * or where the attempt has changed. The caller then uses `handIn`.
 */
export async function handInAlone(
  writer: TenantReader,
  attempt: OpenAttempt,
  answers: AnswerInput[],
): Promise<FinishedAttempt | null> {
  const scored = { attempt, score: scoreAttempt(attempt, answers) };
  if (meetsLessons(scored) || meetsRewards(scored)) return null;
  const finished = await finish(writer, scored, answers);
  return finished && { ...finished, completed: [], points: 0 };
}

/** Hands in a locked attempt, with all that follows from it, in one transaction. */
export async function handIn(
  tx: TenantTransaction,
  attempt: OpenAttempt,
  answers: AnswerInput[],
): Promise<FinishedAttempt> {
  const scored = { attempt, score: scoreAttempt(attempt, answers) };
  // Sent together, in this order: one round trip.
  const [finished, gains] = await Promise.all([finish(tx, scored, answers), reward(tx, scored)]);
  if (!finished) throw busy();
  return { ...finished, ...gains };
}

const endAttempt = statement({
  name: 'quizzes.end-attempt',
  sql: `SELECT ${handInAttempt(':attemptId::bigint', ':late::boolean', ':counts::boolean')} AS finished_at`,
  row: z.object({ finished_at: z.nullable(z.custom<Date>()) }),
});

/** Stores the answers, the score and the counts. Null where the attempt has changed. */
async function finish(
  writer: TenantReader,
  { attempt, score }: ScoredAttempt,
  answers: AnswerInput[],
): Promise<ScoredAttempt | null> {
  const { id: attemptId, stored_answers: storedAnswers, late } = attempt;
  const [row] = await writer.run(endAttempt, {
    attemptId,
    storedAnswers,
    late,
    answers: answersText(answers) === storedAnswers ? null : JSON.stringify(answers),
    counts: !attempt.staff,
    ...scoredValues(attempt, score),
  });
  const { finished_at } = row!;
  return finished_at && { attempt: { ...attempt, answers, finished_at }, score };
}

/** Gives the member the lessons that the quiz finishes, with their points, and rewards. */
async function reward(tx: TenantTransaction, scored: ScoredAttempt) {
  const { attempt } = scored;
  const viewer = { id: attempt.member_id, staff: attempt.staff };
  const [gains] = await Promise.all([
    meetsLessons(scored)
      ? finishLessonsOfQuiz(tx, viewer, attempt.quiz_id)
      : { completed: [], points: 0 },
    meetsRewards(scored) && earnRewards(tx, viewer.id),
  ]);
  return gains;
}

const isMissed = (score: Score) => score.passed === false;
const meetsLessons = ({ attempt, score }: ScoredAttempt) => attempt.in_lessons && !isMissed(score);
const meetsRewards = ({ attempt, score }: ScoredAttempt) => attempt.rewarded && !isMissed(score);

/** The answer to a hand-in: its result, and the module or course that it completed. */
export async function showHandIn(
  reader: TenantReader,
  { attempt, score, completed, points }: FinishedAttempt,
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

// Expired attempts --------------------------------------------------------------------------------

const expired = (whose: string, { condition, order, busy = '' }: Expired) =>
  statement({
    name: `quizzes.expired-of-${whose}`,
    sql: `SELECT a.id FROM quiz_attempts a
      JOIN quizzes q ON q.id = a.quiz_id
      JOIN members m ON m.id = a.member_id
      WHERE a.finished_at IS NULL AND ${isLate} AND ${condition}
      ORDER BY ${order} LIMIT :limit
      FOR KEY SHARE OF q, m SKIP LOCKED FOR UPDATE OF a ${busy}`,
    row: z.object({ id: z.number() }),
  });
interface Expired {
  condition: string;
  order: string;
  /** The end of the lock: an attempt that another request hands in is skipped, or waited for. */
  busy?: string;
}
/** By their deadline, as an index has them. Ordered by id, they would be found by a walk of the school's. */
const expiredOfQuiz = expired('quiz', {
  condition: 'a.quiz_id = :quizId',
  order: 'a.deadline',
  busy: 'SKIP LOCKED',
});
/** A start goes on only after the attempt before it has ended, so it waits. */
const expiredOfMember = expired('member', {
  condition: 'a.member_id = :memberId AND (:quizId::bigint IS NULL OR a.quiz_id = :quizId)',
  order: 'a.quiz_id, a.id',
});

/** Maximum number of attempts of a transaction, which locks their members. Another reader waits. */
const EXPIRED_BATCH = 25;

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
  if (quizId !== null && memberId === null) await lockUntilCommit(tx, `expired-attempts:${quizId}`);
  const rows =
    memberId === null
      ? await tx.run(expiredOfQuiz, { quizId, limit: EXPIRED_BATCH })
      : await tx.run(expiredOfMember, { quizId, memberId, limit: EXPIRED_BATCH });
  // Quizzes first, then members, each in order: two batches never wait for each other in a circle.
  const handedIn: ScoredAttempt[] = [];
  for (const { id } of rows) {
    const [row] = await tx.run(attemptById, { attemptId: id });
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

/** Batches of one request. They take a second or two. */
const MAX_BATCHES = 8;

/**
 * Hands in expired attempts of a quiz, batch after batch. Returns true if a job hands in the others.
 */
export async function handInSomeExpired(database: Database, tenantId: number, quizId: number) {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1)
    if (!(await handInBatch(database, tenantId, quizId))) return false;
  await database.transaction(tenantId, (tx) =>
    enqueue(tx, 'hand-in-expired', { quizId }, { key: `hand-in-expired:${quizId}` }),
  );
  return true;
}

task<{ quizId: number }>('hand-in-expired', ({ tenantId, payload, database, signal }) =>
  handInAllExpired(database, tenantId, payload.quizId, signal),
);

/** Hands in all expired attempts of a quiz. An aborted job continues in its next run. */
export async function handInAllExpired(
  database: Database,
  tenantId: number,
  quizId: number,
  signal?: AbortSignal,
) {
  while (await handInBatch(database, tenantId, quizId)) signal?.throwIfAborted();
}

/** Returns false after the last batch. */
const handInBatch = async (database: Database, tenantId: number, quizId: number) =>
  (await database.transaction(tenantId, (tx) => handInExpired(tx, { quizId }))) === EXPIRED_BATCH;

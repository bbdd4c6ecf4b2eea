import { messages, type Attempt, quizType } from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import { viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { attemptsAllowed, mayTake, opener, opensBy } from '../../kit/access/quiz-access.ts';
import { orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { viewerQuery, type RowOf } from '../../platform/viewer-query.ts';
import { isLate, type ImageUrl } from './attempts.reader.ts';
import { cachedQuiz, cacheAttempt, cacheQuiz } from './quiz-cache.ts';
import { askedQuestion, type Revision } from './quizzes.rules.ts';

// The only file that adds `quiz_attempts` and writes `quiz_revisions`.

const facts = `q.id AS quiz_id, q.name, q.type, q.stopwatch, q.version,
  CASE WHEN q.stopwatch THEN q.time_limit END AS time_limit, now() AS now,
  had.attempts, had.open_id, had.open_late`;

const quizWithAttempts = `quizzes q
  CROSS JOIN LATERAL (
    SELECT coalesce(max(a.number), 0) AS attempts,
      max(a.id) FILTER (WHERE a.finished_at IS NULL) AS open_id,
      coalesce(bool_or(${isLate}) FILTER (WHERE a.finished_at IS NULL), false) AS open_late
    FROM quiz_attempts a
    WHERE a.quiz_id = q.id AND a.member_id = :memberId::bigint
  ) AS had`;

const startRow = z.object({
  quiz_id: z.number(),
  name: z.string(),
  type: z.enum(quizType),
  stopwatch: z.boolean(),
  version: z.number(),
  time_limit: z.nullable(z.string()),
  now: z.custom<Date>(),
  /** Number of attempts that the viewer has begun. */
  attempts: z.number(),
  open_id: z.nullable(z.number()),
  open_late: z.boolean(),
  /** Null where a start asks again (`readToStart`). */
  attempts_left: z.nullable(z.boolean()),
  /** The thing that must open the quiz to the viewer. Null if the quiz is open to all. */
  opener: z.nullable(z.enum(['lesson', 'product'])),
});

const revisionRow = {
  goal: z.number(),
  questions: z.custom<Revision['questions']>(),
  profiles: z.custom<Revision['profiles']>(),
};
const toStartRow = z.extend(startRow, { questions: revisionRow.questions });
/** The facts that `tryToStart` begins with. */
export type ReadyToStart = z.output<typeof toStartRow>;

/** Another change of the quiz makes another `xmin`. */
const isUncached = `q.xmin::text <> :cachedState`;

/**
 * An ordinary start: one statement reads the session and the quiz, and adds the attempt. The
 * condition tells what opens the quiz. It adds nothing to a quiz with another opener, to a started
 * one, or if a concurrent start was faster. The caller then continues with the facts.
 */
const startAtOnce = (name: string, isOpened: string) =>
  viewerQuery({
    name,
    writes: true,
    ctes: `quiz AS MATERIALIZED (
        SELECT ${facts}, CASE WHEN q.repeat OR had.attempts = 0 THEN true END AS attempts_left,
          ${opener} AS opener, q.xmin::text AS state,
          CASE WHEN ${isUncached} THEN q.goal END AS goal,
          CASE WHEN ${isUncached} THEN q.questions END AS questions,
          CASE WHEN ${isUncached} THEN q.profiles END AS profiles
        FROM viewer CROSS JOIN ${quizWithAttempts}
        WHERE q.id = :quizId AND (:isStaff::boolean OR q.published)),
      added AS (
        INSERT INTO quiz_attempts (quiz_id, version, member_id, number, deadline)
        SELECT r.quiz_id, r.version, :memberId::bigint, quiz.attempts + 1,
          now() + quiz.time_limit::interval
        FROM viewer CROSS JOIN quiz
        JOIN quiz_revisions r ON r.quiz_id = quiz.quiz_id AND r.version = quiz.version
        WHERE quiz.open_id IS NULL AND quiz.attempts_left AND ${isOpened}
        ON CONFLICT DO NOTHING RETURNING id, started_at, deadline)`,
    sql: `SELECT quiz.*, added.id AS added_id, added.started_at, added.started_at::text AS began,
        added.deadline
      FROM quiz LEFT JOIN added ON true`,
    row: z.extend(startRow, {
      /** The version of the quiz's row. */
      state: z.string(),
      goal: z.nullable(revisionRow.goal),
      questions: z.nullable(revisionRow.questions),
      profiles: z.nullable(revisionRow.profiles),
      /** Null where no attempt was added. */
      added_id: z.nullable(z.number()),
      started_at: z.nullable(z.custom<Date>()),
      /** The same in microseconds. */
      began: z.nullable(z.string()),
      deadline: z.nullable(z.custom<Date>()),
    }),
  });
const startsAtOnce = {
  open: startAtOnce('quizzes.start-at-once', 'quiz.opener IS NULL'),
  lesson: startAtOnce(
    'quizzes.start-at-once by lesson',
    `quiz.opener = 'lesson' AND ${opensBy.lesson('quiz.quiz_id')}`,
  ),
  product: startAtOnce(
    'quizzes.start-at-once by product',
    `quiz.opener = 'product' AND ${opensBy.product('quiz.quiz_id')}`,
  ),
};
/** The row of a start. */
export type StartRow = RowOf<(typeof startsAtOnce)['open']>;

/** The statement that starts a quiz, by what this server has cached of it, and its values. */
export function startQuery(tenantId: number, quizId: number) {
  const cached = cachedQuiz(tenantId, quizId);
  return {
    query: startsAtOnce[cached?.opener ?? 'open'],
    values: { quizId, cachedState: cached?.state ?? '' },
  };
}

/** The attempt that a start has added. Null where it has added none. */
export function addedAttempt(tenantId: number, row: StartRow, imageUrl: ImageUrl): Attempt | null {
  const { quiz_id, name, type, stopwatch, added_id: id, started_at, began, deadline } = row;
  const revision = revisionOf(tenantId, row);
  if (id === null || !revision) return null;
  cacheAttempt(tenantId, id, { quizId: quiz_id, state: row.state, began: began!, answers: [] });
  return {
    id,
    quiz_id,
    name,
    type,
    stopwatch,
    deadline,
    started_at: started_at!,
    now: started_at!,
    questions: revision.questions.map((question) => askedQuestion(question, imageUrl)),
    answers: [],
  };
}

/** The facts with the questions. Null where this server has just evicted them. */
export function withQuestions(tenantId: number, row: StartRow): ReadyToStart | null {
  const revision = revisionOf(tenantId, row);
  return revision && { ...row, questions: revision.questions };
}

/** The questions of this version of the quiz, of the row or of the cache. */
function revisionOf(tenantId: number, row: StartRow): Revision | null {
  const { quiz_id, type, state, opener: of, goal, questions, profiles } = row;
  if (!questions) {
    const cached = cachedQuiz(tenantId, quiz_id);
    if (cached?.state !== state) return null;
    cached.opener ??= of; // the staff need none
    return cached;
  }
  const quiz = { type, goal: goal!, questions, profiles: profiles! };
  cacheQuiz(tenantId, quiz_id, { ...quiz, state, opener: of });
  return quiz;
}

/** All facts. No row where the viewer may not take the quiz. */
const toStart = statement({
  name: 'quizzes.to-start',
  sql: `SELECT ${facts}, q.questions, coalesce(had.attempts < (${attemptsAllowed}), true) AS attempts_left,
      NULL AS opener
    FROM ${quizWithAttempts}
    LEFT JOIN quiz_results mine ON mine.quiz_id = q.id
      AND mine.member_id = :memberId::bigint
    WHERE q.id = :quizId AND ${mayTake}`,
  row: toStartRow,
});

/** Reads whatever a start may need. 404 where the viewer may not take the quiz. */
export async function readToStart(
  reader: TenantReader,
  viewer: CourseViewer,
  quizId: number,
): Promise<ReadyToStart> {
  const [row] = await reader.run(toStart, { ...viewerValues(viewer), quizId });
  return orNotFound(row);
}

/** A start that does more than add an attempt needs all facts, and its access first. */
const needsAllFacts = ({ attempts_left, opener, open_id, questions }: ReadyToStart) =>
  attempts_left === null || (opener !== null && (open_id !== null || !questions.length));

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
 * added to a version that is not frozen, or where the condition does not hold.
 */
const addAttempt = (name: string, condition = '') =>
  statement({
    name,
    sql: `INSERT INTO quiz_attempts (quiz_id, version, member_id, number, deadline)
      SELECT r.quiz_id, r.version, :memberId::bigint, :number, now() + :timeLimit::interval
      FROM quiz_revisions r
      WHERE r.quiz_id = :quizId AND r.version = :version ${condition}
      ON CONFLICT DO NOTHING RETURNING id, started_at, deadline`,
    row: z.object({
      id: z.number(),
      started_at: z.custom<Date>(),
      deadline: z.nullable(z.custom<Date>()),
    }),
  });
const additions = {
  open: addAttempt('quizzes.start'),
  lesson: addAttempt('quizzes.start by lesson', `AND ${opensBy.lesson('r.quiz_id')}`),
  product: addAttempt('quizzes.start by product', `AND ${opensBy.product('r.quiz_id')}`),
};

/**
 * Returns a new attempt or the member's open one. Null if a concurrent start was faster, the quiz
 * has changed, its version was not frozen, or the viewer may not take it. The next try begins with
 * `readToStart`.
 */
export async function tryToStart(
  writer: TenantReader,
  viewer: CourseViewer,
  quiz: ReadyToStart,
  imageUrl: ImageUrl,
): Promise<Attempt | { open: number; late: boolean } | null> {
  if (needsAllFacts(quiz)) return null;
  const { quiz_id, name, type, stopwatch, questions, version } = quiz;
  if (quiz.open_id !== null) return { open: quiz.open_id, late: quiz.open_late };
  if (!questions.length) throw refuse('no_questions', messages.noQuestions, 409);
  if (!quiz.attempts_left) throw refuse('no_attempt_left', messages.noAttemptLeft, 409);
  const [added] = await writer.run(additions[quiz.opener ?? 'open'], {
    ...viewerValues(viewer),
    quizId: quiz_id,
    version,
    number: quiz.attempts + 1,
    timeLimit: quiz.time_limit,
  });
  if (!added) {
    if (!quiz.opener) await writer.run(freeze, { quizId: quiz_id, version });
    return null;
  }
  return {
    ...added,
    quiz_id,
    name,
    type,
    stopwatch,
    now: added.started_at,
    questions: questions.map((question) => askedQuestion(question, imageUrl)),
    answers: [],
  };
}

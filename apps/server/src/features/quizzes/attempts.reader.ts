import {
  GRACE_SECONDS,
  messages,
  type AnswerInput,
  type AttemptResult,
  type Profile,
  type ReadAttempt,
  quizType,
  reviewModes,
} from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import type { CourseViewer } from '../../kit/access/course-access.ts';
import { attemptsAllowed } from '../../kit/access/quiz-access.ts';
import { notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';
import { askedQuestion, scoreAttempt, type Revision, type Score } from './quizzes.rules.ts';

// Reads attempts: open ones as they are taken, and the result of those handed in.

/** The signed address of a stored image. */
export type ImageUrl = (path: string) => string;

/** Condition on an attempt `a`: its deadline and the grace have passed, by the server's clock. */
export const isLate = `a.deadline < now() - interval '${GRACE_SECONDS} seconds'`;

/** 409 `finished`, for an attempt that was handed in before. */
export const finished = () => refuse('finished', messages.finished, 409);
/** 409 `deadline_passed`. Answers that were stored in time count (contract, Quizzes). */
export const deadlinePassed = () => refuse('deadline_passed', messages.deadline, 409);

/** Condition on an attempt `a`: lessons wait for its quiz. */
export const isInLessons = `EXISTS (SELECT FROM lessons l
    WHERE l.quiz_id = a.quiz_id AND l.quiz_required)`;
/** Condition on an attempt `a`: a reward waits for its quiz. */
export const isRewarded = `EXISTS (SELECT FROM rewards w
    WHERE w.quiz_id = a.quiz_id AND w.removed_at IS NULL)`;

const commonFields = `a.id, a.quiz_id, a.member_id, a.started_at, a.deadline, a.finished_at,
  q.review, r.type, r.goal, r.questions, r.profiles, now() AS now,
  a.finished_at IS NULL AND coalesce(${isLate}, false) AS late,
  ${isInLessons} AS in_lessons, ${isRewarded} AS rewarded,
  (SELECT string_agg(s.question_id || s.option_ids::text, '' ORDER BY s.question_id)
    FROM quiz_answers s WHERE s.attempt_id = a.id) AS stored_answers`;

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
  review: z.enum(reviewModes),
  type: z.enum(quizType),
  goal: z.number(),
  questions: z.custom<Revision['questions']>(),
  profiles: z.custom<Revision['profiles']>(),
  now: z.custom<Date>(),
  late: z.boolean(),
  staff: z.boolean(),
  in_lessons: z.boolean(),
  rewarded: z.boolean(),
  /** The stored answers as one text, `1{2}4{5,6}`, which a hand-in compares. */
  stored_answers: z.nullable(z.string()),
});
const attemptRow = z.extend(handInRow, {
  name: z.string(),
  stopwatch: z.boolean(),
  member_name: z.string(),
  /** True where another attempt is open or may begin. Null without a limit of attempts. */
  more_allowed: z.nullable(z.boolean()),
});
/** An attempt as a hand-in reads it. */
export type OpenAttemptRow = z.output<typeof handInRow>;
/** The same with its answers. */
export type OpenAttempt = OpenAttemptRow & { answers: AnswerInput[] };
/** The part of an attempt that its result shows. */
export type ShownAttempt = Pick<
  OpenAttempt,
  'id' | 'goal' | 'started_at' | 'finished_at' | 'review'
>;
/** An attempt as it is shown. */
type FoundAttempt = z.output<typeof attemptRow> & { answers: AnswerInput[] };

/** The row with its answers. */
export const withAnswers = <Row extends z.output<typeof handInRow>>(
  row: Row,
): Row & { answers: AnswerInput[] } => ({
  ...row,
  answers: (row.stored_answers ?? '')
    .split('}')
    .slice(0, -1)
    .map((one) => {
      const [question, options] = one.split('{');
      return { question_id: Number(question), option_ids: options!.split(',').map(Number) };
    }),
});

/** Formats answers like the database's text of stored ones. Null for none. */
export const answersText = (answers: AnswerInput[]) =>
  answers
    .toSorted((one, other) => one.question_id - other.question_id)
    .map(({ question_id, option_ids }) => `${question_id}{${option_ids.join(',')}}`)
    .join('') || null;

/**
 * OFFSET 0: each is looked up by its key. A plan for all values would merge all of the school's.
 */
const commonJoins = `quiz_attempts a
  CROSS JOIN LATERAL (SELECT * FROM quizzes WHERE id = a.quiz_id OFFSET 0) q
  CROSS JOIN LATERAL (
    SELECT * FROM quiz_revisions
    WHERE quiz_id = a.quiz_id AND version = a.version OFFSET 0) r`;

const attemptJoins = `${commonJoins}
  JOIN members m ON m.id = a.member_id
  LEFT JOIN quiz_results mine
    ON mine.quiz_id = a.quiz_id AND mine.member_id = a.member_id`;

/** Reads any attempt of the school, with all that is shown of it. The caller checks the viewer. */
export const attemptById = statement({
  name: 'quizzes.attempt',
  sql: `SELECT ${attemptFields} FROM ${attemptJoins}
    WHERE a.id = :attemptId`,
  row: attemptRow,
});

/** Reads the viewer's own attempt with the facts that a hand-in needs. */
export const ownAttempt = viewerQuery({
  name: 'quizzes.own-attempt',
  sql: `SELECT ${commonFields}, :isStaff::boolean AS staff FROM ${commonJoins}
    WHERE a.id = :attemptId AND a.member_id = :memberId::bigint`,
  row: handInRow,
});

/** Finds an attempt of the viewer, or any for staff. Throws 404 for all others. */
export async function findAttempt(reader: TenantReader, viewer: CourseViewer, attemptId: number) {
  const [row] = await reader.run(attemptById, { attemptId });
  const attempt = withAnswers(orNotFound(row));
  if (attempt.member_id !== viewer.id && !viewer.staff) throw notFound();
  return attempt;
}

/** Shows an attempt to its viewer. An open one contains no right answers. */
export function showAttempt(
  row: FoundAttempt,
  viewer: CourseViewer,
  imageUrl: ImageUrl,
): ReadAttempt {
  const { id, quiz_id, name, type, stopwatch, started_at, deadline, now, answers } = row;
  return {
    id,
    quiz_id,
    name,
    type,
    stopwatch,
    started_at,
    deadline,
    now,
    answers,
    member: { id: row.member_id, name: row.member_name },
    questions: row.questions.map((question) => askedQuestion(question, imageUrl)),
    ...(row.finished_at && showResult(row, scoreAttempt(row, answers), viewer, imageUrl)),
  };
}

/**
 * Shows a result to its viewer. Staff see the right answers; others see them if the owner allows
 * it.
 */
export function showResult(
  attempt: ShownAttempt & Pick<FoundAttempt, 'more_allowed'>,
  score: Score,
  viewer: CourseViewer,
  imageUrl: ImageUrl,
): Omit<AttemptResult, 'completed' | 'points'> {
  const { id, goal, started_at, finished_at, review, more_allowed } = attempt;
  const showsRight =
    viewer.staff || review === 'finished' || (review === 'last' && more_allowed === false);
  return {
    id,
    ...score,
    goal,
    profile: score.profile && resultProfile(score.profile, imageUrl),
    review: showsRight ? score.review : [],
    finished_at: finished_at!,
    seconds: secondsOf({ started_at, finished_at: finished_at! }),
  };
}

/** The profile without its courses: the student may not see all of them. */
const resultProfile = ({ key, title, description, image }: Profile, imageUrl: ImageUrl) => ({
  key,
  title,
  description,
  image: image ? imageUrl(image) : null,
});

const secondsOf = ({ started_at, finished_at }: { started_at: Date; finished_at: Date }) =>
  Math.max(0, Math.round((finished_at.getTime() - started_at.getTime()) / 1000));

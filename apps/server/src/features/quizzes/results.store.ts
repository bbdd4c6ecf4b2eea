import {
  limits,
  messages,
  type MyQuiz,
  type Question,
  type QuizResults,
} from '@vitrine/contract/quizzes';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { CsvCell } from '../../kit/csv.ts';
import { opensLesson, viewerValues, type CourseViewer } from '../../kit/course-access.ts';
import { notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantReader, TenantTransaction } from '../../platform/database.ts';
import { task } from '../../platform/jobs.ts';
import { statement } from '../../platform/statement.ts';
import { attemptsAllowed, mayTake } from './quiz-access.ts';
import type { Revision, Score } from './quizzes.rules.ts';

// The totals are sums over handed-in attempts (migrations 0060 and 0123). quizzes.test.ts counts them
// again from the attempts.

/** `option_id` of a right answer in `quiz_option_totals`. */
const RIGHT = 0;

/**
 * The values that a hand-in adds to its member's result and to the totals. Staff do not count in
 * the totals.
 */
export function countedValues(
  attempt: Pick<Revision, 'questions'> & { staff: boolean },
  { score, passed, profile, review }: Score,
) {
  const chosen = review.flatMap(({ question_id, chosen: options, correct }) => [
    ...options.map((option) => [question_id, option] as const),
    ...(correct ? [[question_id, RIGHT] as const] : []),
  ]);
  return {
    ...{ score, passed },
    profile: profile?.key ?? null,
    counts: !attempt.staff,
    questions: attempt.questions.map((question) => question.id),
    optionQuestions: chosen.map(([question]) => question),
    options: chosen.map(([, option]) => option),
  };
}

const countWaiting = statement({
  name: 'quizzes.count_hand_ins',
  sql: 'SELECT count_hand_ins(:quizId::bigint)::text AS done',
  row: z.object({ done: z.string() }),
});

/** Adds the hand-ins since the last count to the totals. */
export async function countHandIns(tx: TenantTransaction, quizId: number) {
  await tx.run(countWaiting, { quizId });
}

// Put in by `hand_in_attempt`.
task('count-hand-ins', async ({ tenantId, payload, database }) => {
  await database.transaction(tenantId, (tx) => countHandIns(tx, Number(payload['quizId'])));
});

// The owner reads ---------------------------------------------------------------------------------

const totals = statement({
  name: 'quizzes.results',
  sql: `SELECT q.questions,
      coalesce(t.attempts, 0) AS attempts, coalesce(t.members, 0) AS members,
      coalesce(t.passed, 0) AS passed, coalesce(t.score_sum, 0) AS score_sum,
      coalesce(t.score_square_sum, 0) AS score_square_sum,
      coalesce(t.seconds_sum, 0) AS seconds_sum,
      coalesce(t.scores, array_fill(0::bigint, ARRAY[10])) AS scores,
      (SELECT coalesce(json_agg(json_build_object('id', a.question_id, 'asked', a.asked,
          'score_sum', a.score_sum, 'score_square_sum', a.score_square_sum)), '[]')
        FROM quiz_question_totals a WHERE a.quiz_id = q.id) AS asked,
      (SELECT coalesce(json_agg(json_build_object('question_id', o.question_id,
          'option_id', o.option_id, 'chosen', o.chosen, 'score_sum', o.score_sum)), '[]')
        FROM quiz_option_totals o WHERE o.quiz_id = q.id) AS chosen
    FROM quizzes q LEFT JOIN quiz_totals t ON t.quiz_id = q.id
    WHERE q.id = :quizId`,
  row: z.object({
    questions: z.custom<Question[]>(),
    attempts: z.number(),
    members: z.number(),
    passed: z.number(),
    score_sum: z.number(),
    score_square_sum: z.number(),
    seconds_sum: z.number(),
    scores: z.array(z.number()),
    asked: z.array(
      z.object({
        id: z.number(),
        asked: z.number(),
        score_sum: z.number(),
        score_square_sum: z.number(),
      }),
    ),
    chosen: z.array(
      z.object({
        question_id: z.number(),
        option_id: z.number(),
        chosen: z.number(),
        score_sum: z.number(),
      }),
    ),
  }),
});

/** Everything but the students: sums become means, shares and correlations. */
export async function readTotals(
  reader: TenantReader,
  quizId: number,
): Promise<Omit<QuizResults, 'students' | 'open'>> {
  const [row] = await reader.run(totals, { quizId });
  const { questions, attempts, members, passed, scores, ...sums } = orNotFound(row);
  const asked = new Map(sums.asked.map((question) => [question.id, question]));
  const chosen = new Map(
    sums.chosen.map((option) => [`${option.question_id} ${option.option_id}`, option]),
  );
  return {
    attempts,
    members,
    passed,
    mean: attempts ? sums.score_sum / attempts : null,
    spread: attempts ? deviation(attempts, sums.score_sum, sums.score_square_sum) : null,
    seconds: attempts ? Math.round(sums.seconds_sum / attempts) : null,
    scores,
    questions: questions.map(({ id, text, text_html, options }) => {
      const all = asked.get(id) ?? { asked: 0, score_sum: 0, score_square_sum: 0 };
      const right = chosen.get(`${id} ${RIGHT}`) ?? { chosen: 0, score_sum: 0 };
      const share = (count: number) => (all.asked ? count / all.asked : null);
      return {
        id,
        text,
        text_html,
        right_share: share(right.chosen),
        discrimination: correlation(all, right),
        options: options.map((option) => {
          const picked = chosen.get(`${id} ${option.id}`);
          return {
            id: option.id,
            text: option.text,
            text_html: option.text_html,
            correct: option.correct ?? false,
            share: share(picked?.chosen ?? 0),
            mean: picked ? picked.score_sum / picked.chosen : null,
          };
        }),
      };
    }),
  };
}

const deviation = (count: number, total: number, squares: number) =>
  Math.sqrt(Math.max(0, squares / count - (total / count) ** 2));

/** The point-biserial correlation of a right answer with the score. Null where one is constant. */
function correlation(
  all: { asked: number; score_sum: number; score_square_sum: number },
  right: { chosen: number; score_sum: number },
) {
  const wrong = all.asked - right.chosen;
  const spread = all.asked ? deviation(all.asked, all.score_sum, all.score_square_sum) : 0;
  if (!right.chosen || !wrong || spread < 1e-6) return null;
  const means = right.score_sum / right.chosen - (all.score_sum - right.score_sum) / wrong;
  return (means / spread) * Math.sqrt((right.chosen * wrong) / all.asked ** 2);
}

/** A member `m` whom the results name: a student, and none whose data is about to be erased. */
const isListed = 'NOT is_staff(m.roles) AND m.erase_at IS NULL';

const students = statement({
  name: 'quizzes.students',
  sql: `SELECT json_build_object('id', m.id, 'name', m.name, 'photo_url', m.photo_url) AS member,
      r.score, r.passed, r.profile, r.seconds, r.attempts, r.finished_at,
      (extract(epoch FROM r.finished_at) * 1000000)::bigint AS micros
    FROM quiz_results r JOIN members m ON m.id = r.member_id
    WHERE r.quiz_id = :quizId AND r.finished_at IS NOT NULL
      AND ${isListed}
      AND (:micros::bigint IS NULL OR (r.finished_at, r.member_id) < (
        to_timestamp(0) + :micros::bigint * interval '1 microsecond', :memberId::bigint))
    ORDER BY r.finished_at DESC, r.member_id DESC
    LIMIT ${limits.studentsPage + 1}`,
  row: z.object({
    member: z.object({ id: z.number(), name: z.string(), photo_url: z.nullable(z.string()) }),
    score: z.number(),
    passed: z.nullable(z.boolean()),
    profile: z.nullable(z.string()),
    seconds: z.number(),
    attempts: z.number(),
    finished_at: z.custom<Date>(),
    micros: z.number(),
  }),
});

/**
 * Lists each student's best attempt, latest first. The cursor is `micros-memberId` of the last row.
 */
export async function listStudents(
  reader: TenantReader,
  quizId: number,
  cursor: string | undefined,
): Promise<QuizResults['students']> {
  const [, micros, memberId] = /^(\d{1,16})-(\d{1,16})$/.exec(cursor ?? '') ?? [];
  if (cursor !== undefined && micros === undefined)
    throw refuse('bad_parameter', messages.badCursor, 400);
  const rows = await reader.run(students, {
    quizId,
    micros: micros ?? null,
    memberId: memberId ?? null,
  });
  const data = rows.slice(0, limits.studentsPage);
  const last = data.at(-1);
  return {
    data: data.map(({ micros: _, ...student }) => student),
    next_cursor: rows.length > data.length ? `${last!.micros}-${last!.member.id}` : null,
  };
}

const openAttempts = statement({
  name: 'quizzes.open_attempts',
  sql: `SELECT a.id, a.started_at, a.deadline,
      json_build_object('id', m.id, 'name', m.name, 'photo_url', m.photo_url) AS member
    FROM quiz_attempts a JOIN members m ON m.id = a.member_id
    WHERE a.quiz_id = :quizId AND a.finished_at IS NULL
      AND ${isListed}
    ORDER BY a.id DESC LIMIT 50`,
  row: z.object({
    id: z.number(),
    started_at: z.custom<Date>(),
    deadline: z.nullable(z.custom<Date>()),
    member: z.object({ id: z.number(), name: z.string(), photo_url: z.nullable(z.string()) }),
  }),
});

export const listOpenAttempts = (reader: TenantReader, quizId: number) =>
  reader.run(openAttempts, { quizId });

// The file ----------------------------------------------------------------------------------------

/** Rows in one batch of the file. */
const MAX_EXPORTED = 1_000;

const exportedAttempts = statement({
  name: 'quizzes.export',
  sql: `SELECT a.member_id, a.number, m.name, m.email, a.score, a.passed, a.profile,
      a.started_at, a.finished_at,
      greatest(0, round(extract(epoch FROM a.finished_at - a.started_at)))::integer AS seconds
    FROM quiz_attempts a JOIN members m ON m.id = a.member_id
    WHERE a.quiz_id = :quizId AND a.finished_at IS NOT NULL
      AND ${isListed}
      AND (a.member_id, a.number) > (:memberId::bigint, :number::integer)
    ORDER BY a.member_id, a.number LIMIT ${MAX_EXPORTED}`,
  row: z.object({
    member_id: z.number(),
    number: z.number(),
    name: z.string(),
    email: z.string(),
    score: z.number(),
    passed: z.nullable(z.boolean()),
    profile: z.nullable(z.string()),
    started_at: z.custom<Date>(),
    finished_at: z.custom<Date>(),
    seconds: z.number(),
  }),
});

export const exportColumns = [
  ...['name', 'email', 'attempt', 'score', 'passed', 'profile'],
  ...['started_at', 'finished_at', 'seconds'],
];

/** The students' attempts that were handed in, batch after batch, each student's together. */
export async function* exportBatches(
  reader: TenantReader,
  quizId: number,
  titles: ReadonlyMap<string, string>,
): AsyncGenerator<CsvCell[][]> {
  let last = { member_id: 0, number: 0 };
  for (;;) {
    const { member_id: memberId, number } = last;
    const rows = await reader.run(exportedAttempts, { quizId, memberId, number });
    yield rows.map((row) => [
      ...[row.name, row.email, row.number, row.score],
      row.passed === null ? null : Number(row.passed),
      row.profile && (titles.get(row.profile) ?? row.profile),
      ...[row.started_at.toISOString(), row.finished_at.toISOString(), row.seconds],
    ]);
    if (rows.length < MAX_EXPORTED) return;
    last = rows.at(-1)!;
  }
}

export async function listMemberAttempts(
  { db }: TenantTransaction,
  quizId: number,
  memberId: number,
) {
  await requireMember({ db } as TenantTransaction, memberId);
  return db
    .selectFrom('quiz_attempts')
    .select(['id', 'started_at', 'finished_at', 'deadline', 'score', 'passed', 'profile'])
    .where('quiz_id', '=', quizId)
    .where('member_id', '=', memberId)
    .orderBy('number', 'desc')
    .limit(100)
    .execute();
}

/** Gives one more attempt. Attempts of a quiz that may be repeated have no limit. */
export async function grantAttempt(tx: TenantTransaction, quizId: number, memberId: number) {
  await requireMember(tx, memberId);
  await tx.db
    .insertInto('quiz_results')
    .values({ quiz_id: quizId, member_id: memberId, extra_attempts: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'quiz_id', 'member_id'])
        .doUpdateSet({ extra_attempts: sql`quiz_results.extra_attempts + 1` }),
    )
    .execute();
  const [row] = await tx.run(attemptsLeft, { quizId, memberId });
  return orNotFound(row);
}

async function requireMember({ db }: TenantTransaction, id: number) {
  const found = await db.selectFrom('members').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw notFound();
}

const left = `greatest(0, ${attemptsAllowed} - coalesce((
  SELECT max(a.number) FROM quiz_attempts a
  WHERE a.quiz_id = q.id AND a.member_id = :memberId), 0))`;

const attemptsLeft = statement({
  name: 'quizzes.attempts_left',
  sql: `SELECT CASE WHEN q.repeat THEN NULL ELSE ${left} END AS attempts_left
    FROM quizzes q JOIN quiz_results mine
      ON mine.quiz_id = q.id AND mine.member_id = :memberId
    WHERE q.id = :quizId`,
  row: z.object({ attempts_left: z.nullable(z.number()) }),
});

// The student's list ------------------------------------------------------------------------------

const myQuizzes = statement({
  name: 'quizzes.mine',
  sql: `SELECT q.id, q.name, q.type, q.goal, q.repeat, q.stopwatch, q.time_limit,
      jsonb_array_length(q.questions) AS questions_count,
      coalesce(began.attempts, 0) AS attempts,
      CASE WHEN q.repeat THEN NULL ELSE ${left} END AS attempts_left,
      CASE WHEN open.id IS NOT NULL
        THEN json_build_object('id', open.id, 'deadline', open.deadline) END AS open_attempt,
      CASE WHEN mine.finished_at IS NOT NULL THEN json_build_object(
        'attempt_id', mine.attempt_id, 'score', mine.score, 'passed', mine.passed,
        'profile', (SELECT item.value ->> 'title' FROM jsonb_array_elements(q.profiles) AS item
          WHERE item.value ->> 'key' = mine.profile LIMIT 1),
        'finished_at', mine.finished_at) END AS result,
      (SELECT json_build_object('id', l.id, 'title', l.title, 'course_id', l.course_id,
          'module_id', l.module_id)
        FROM lessons l WHERE l.quiz_id = q.id AND ${opensLesson('l')}
        ORDER BY l.id LIMIT 1) AS lesson
    FROM quizzes q
    LEFT JOIN quiz_results mine
      ON mine.quiz_id = q.id AND mine.member_id = :memberId
    LEFT JOIN LATERAL (
      SELECT max(a.number) AS attempts FROM quiz_attempts a
      WHERE a.quiz_id = q.id AND a.member_id = :memberId) AS began
      ON true
    LEFT JOIN quiz_attempts open
      ON open.quiz_id = q.id AND open.member_id = :memberId
      AND open.finished_at IS NULL
    WHERE q.published AND ${mayTake}
      AND (q.questions <> '[]' OR began.attempts > 0)
    ORDER BY q.id DESC`,
  row: z.custom<MyQuiz>() as unknown as z.ZodMiniType<MyQuiz>,
});

/** Published quizzes that the viewer may take, the newest first. */
export const listMyQuizzes = (reader: TenantReader, viewer: CourseViewer) =>
  reader.run(myQuizzes, viewerValues(viewer));

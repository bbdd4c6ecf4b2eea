import {
  limits,
  NO_PROFILE,
  type CountedAttempt,
  type Profile,
  type Question,
  type QuestionScores,
  type QuizResults,
  type StudentOrder,
} from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import { containsPattern } from '../../kit/search-text.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import type { ImageUrl } from './attempts.store.ts';
import { inTens, medianScore, thirdsOf } from './quizzes.rules.ts';
import { ASKED, RIGHT } from './result-totals.store.ts';

// The owner reads a quiz: its totals, its students and the attempts that are open.

/** A member `m` whom the results name: a student, and none whose data is about to be erased. */
export const isListed = 'NOT is_staff(m.roles) AND m.erase_at IS NULL';

const questionTotals = z.array(
  z.object({
    id: z.number(),
    asked: z.number(),
    score_sum: z.number(),
    score_square_sum: z.number(),
  }),
);
const optionTotals = z.array(
  z.object({
    question_id: z.number(),
    option_id: z.number(),
    chosen: z.number(),
    score_sum: z.number(),
  }),
);
const profileTotals = z.array(z.object({ key: z.string(), members: z.number() }));

/** The sums of `t`, 0 where nobody has handed in. */
const sumColumns = `coalesce(t.attempts, 0) AS attempts, coalesce(t.passed, 0) AS passed,
  coalesce(t.score_sum, 0) AS score_sum, coalesce(t.score_square_sum, 0) AS score_square_sum,
  coalesce(t.seconds_sum, 0) AS seconds_sum, coalesce(t.by_score, '{}') AS by_score`;

const totalsRow = z.object({
  type: z.enum(['comun', 'comportamental']),
  questions: z.custom<Question[]>(),
  profiles: z.custom<Profile[]>(),
  attempts: z.number(),
  members: z.number(),
  passed: z.number(),
  score_sum: z.number(),
  score_square_sum: z.number(),
  seconds_sum: z.number(),
  by_score: z.array(z.number()),
  median_seconds: z.nullable(z.number()),
  abandoned: z.number(),
  asked: questionTotals,
  chosen: optionTotals,
  by_profile: profileTotals,
});

/** An open attempt without an answer for this long counts as abandoned. */
const ABANDONED_AFTER = `interval '1 hour'`;

/**
 * The students who began and did not hand in: attempts that ended at their deadline, and open ones
 * that rest. An attempt with a deadline to come does not rest. Where the last attempt counts, a
 * student may have both: the one before ended at its deadline.
 */
const abandoned = (counted: string) => `
  (SELECT coalesce(sum(d.timed_out), 0)::integer FROM quiz_durations d
    WHERE d.quiz_id = q.id AND d.counted = ${counted})
  + (SELECT count(*)::integer FROM (
      SELECT a.* FROM quiz_attempts a
      WHERE a.quiz_id = q.id AND a.finished_at IS NULL LIMIT ${limits.countedOpen}) a
    JOIN members m ON m.id = a.member_id
    WHERE (a.number = 1 OR ${counted} = 'last') AND ${isListed}
      AND a.deadline IS NULL AND a.started_at < now() - ${ABANDONED_AFTER}
      AND NOT EXISTS (SELECT FROM quiz_answers s
        WHERE s.attempt_id = a.id AND s.saved_at > now() - ${ABANDONED_AFTER})
      AND NOT EXISTS (SELECT FROM quiz_standings s JOIN quiz_attempts t ON t.id = s.attempt_id
        WHERE s.quiz_id = a.quiz_id AND s.member_id = a.member_id AND s.counted = ${counted}
          AND t.finished_at = t.deadline)
  ) AS abandoned`;

/** The duration that half of the counted attempts did not exceed. */
const medianSeconds = `
  (SELECT d.duration FROM (
      SELECT d.duration, sum(d.attempts) OVER (ORDER BY d.duration) AS up_to,
        sum(d.attempts) OVER () AS all_attempts
      FROM quiz_durations d
      WHERE d.quiz_id = q.id AND d.counted = :counted AND d.attempts > 0) d
    WHERE d.up_to * 2 >= d.all_attempts ORDER BY d.duration LIMIT 1) AS median_seconds`;

/** The profiles of a quiz, one of each student. */
const byProfile = (counted: string) => `
  (SELECT coalesce(json_agg(json_build_object('key', p.profile, 'members', p.attempts)), '[]')
    FROM quiz_tallies p
    WHERE p.quiz_id = q.id AND p.counted = ${counted} AND p.profile > '' AND p.attempts > 0
  ) AS by_profile`;

const totals = statement({
  name: 'quizzes.results',
  sql: `SELECT q.type, q.questions, q.profiles, ${sumColumns},
      coalesce(t.members, 0) AS members, NULL::integer AS median_seconds,
      ${abandoned("'best'")},
      (SELECT coalesce(json_agg(json_build_object('id', a.question_id, 'asked', a.asked,
          'score_sum', a.score_sum, 'score_square_sum', a.score_square_sum)), '[]')
        FROM quiz_question_totals a WHERE a.quiz_id = q.id) AS asked,
      (SELECT coalesce(json_agg(json_build_object('question_id', o.question_id,
          'option_id', o.option_id, 'chosen', o.chosen, 'score_sum', o.score_sum)), '[]')
        FROM quiz_option_totals o WHERE o.quiz_id = q.id) AS chosen, ${byProfile("'best'")}
    FROM quizzes q LEFT JOIN quiz_totals t ON t.quiz_id = q.id
    WHERE q.id = :quizId`,
  row: totalsRow,
});

/** The same of one attempt of each student. */
const countedTotals = statement({
  name: 'quizzes.counted_results',
  sql: `SELECT q.type, q.questions, q.profiles, ${sumColumns},
      coalesce(t.attempts, 0) AS members, ${medianSeconds}, ${abandoned(':counted')},
      (SELECT coalesce(json_agg(json_build_object('id', a.question_id, 'asked', a.attempts,
          'score_sum', a.score_sum, 'score_square_sum', a.score_square_sum)), '[]')
        FROM quiz_tallies a
        WHERE a.quiz_id = q.id AND a.counted = :counted AND a.question_id > 0
          AND a.option_id = ${ASKED} AND a.attempts > 0) AS asked,
      (SELECT coalesce(json_agg(json_build_object('question_id', o.question_id,
          'option_id', o.option_id, 'chosen', o.attempts, 'score_sum', o.score_sum)), '[]')
        FROM quiz_tallies o
        WHERE o.quiz_id = q.id AND o.counted = :counted AND o.question_id > 0
          AND o.option_id > ${ASKED} AND o.attempts > 0) AS chosen, ${byProfile(':counted')}
    FROM quizzes q LEFT JOIN quiz_tallies t ON t.quiz_id = q.id AND t.counted = :counted
      AND t.question_id = 0 AND t.profile = ''
    WHERE q.id = :quizId`,
  row: totalsRow,
});

/**
 * Everything but the students: sums become means, shares and correlations. They are of all
 * attempts, or of one `counted` attempt of each student.
 */
export async function readTotals(
  reader: TenantReader,
  quizId: number,
  counted: CountedAttempt | undefined,
  imageUrl: ImageUrl,
): Promise<Omit<QuizResults, 'students' | 'open' | 'plotted'>> {
  const [row] = counted
    ? await reader.run(countedTotals, { quizId, counted })
    : await reader.run(totals, { quizId });
  const { type, questions, attempts, members, passed, ...sums } = orNotFound(row);
  const asked = new Map(sums.asked.map((question) => [question.id, question]));
  const chosen = new Map(
    sums.chosen.map((option) => [`${option.question_id} ${option.option_id}`, option]),
  );
  return {
    attempts,
    members,
    passed,
    mean: attempts ? sums.score_sum / attempts : null,
    median: medianScore(sums.by_score),
    spread: attempts ? deviation(attempts, sums.score_sum, sums.score_square_sum) : null,
    seconds: attempts ? Math.round(sums.seconds_sum / attempts) : null,
    median_seconds: sums.median_seconds,
    abandoned: sums.abandoned,
    scores: inTens(sums.by_score),
    profiles: type === 'comportamental' ? profilesOf(sums.profiles, sums.by_profile, members) : [],
    questions: questions.map(({ id, text, text_html, image, image_alt, options }) => {
      const all = asked.get(id) ?? { asked: 0, score_sum: 0, score_square_sum: 0 };
      const right = chosen.get(`${id} ${RIGHT}`) ?? { chosen: 0, score_sum: 0 };
      const share = (count: number) => (all.asked ? count / all.asked : null);
      return {
        id,
        text,
        text_html,
        ...(image && { image: imageUrl(image), image_alt }),
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

/** The profiles of the quiz in its order, also those that nobody has. */
function profilesOf(
  profiles: Profile[],
  counts: z.output<typeof profileTotals>,
  members: number,
): QuizResults['profiles'] {
  const membersOf = new Map(counts.map((count) => [count.key, count.members]));
  return profiles.map(({ key, title }) => {
    const memberCount = membersOf.get(key) ?? 0;
    return { key, title, members: memberCount, share: members ? memberCount / members : 0 };
  });
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

const questionScoresRow = z.object({
  questions: z.custom<Question[]>(),
  asked: z.nullable(z.array(z.number())),
  chosen: z.array(z.object({ id: z.number(), by_score: z.array(z.number()) })),
});

const questionScores = statement({
  name: 'quizzes.question_scores',
  sql: `SELECT q.questions,
      (SELECT a.by_score FROM quiz_question_totals a
        WHERE a.quiz_id = q.id AND a.question_id = :questionId::bigint) AS asked,
      (SELECT coalesce(json_agg(json_build_object('id', o.option_id, 'by_score', o.by_score)), '[]')
        FROM quiz_option_totals o
        WHERE o.quiz_id = q.id AND o.question_id = :questionId::bigint) AS chosen
    FROM quizzes q WHERE q.id = :quizId`,
  row: questionScoresRow,
});

const countedQuestionScores = statement({
  name: 'quizzes.counted_question_scores',
  sql: `SELECT q.questions,
      (SELECT a.by_score FROM quiz_tallies a
        WHERE a.quiz_id = q.id AND a.counted = :counted AND a.question_id = :questionId::bigint
          AND a.option_id = ${ASKED}) AS asked,
      (SELECT coalesce(json_agg(json_build_object('id', o.option_id, 'by_score', o.by_score)), '[]')
        FROM quiz_tallies o
        WHERE o.quiz_id = q.id AND o.counted = :counted AND o.question_id = :questionId::bigint
          AND o.option_id > ${RIGHT}) AS chosen
    FROM quizzes q WHERE q.id = :quizId`,
  row: questionScoresRow,
});

/**
 * The scores of the attempts that chose each option of a question. 404 for a question of another
 * quiz.
 */
export async function readQuestionScores(
  reader: TenantReader,
  quizId: number,
  questionId: number,
  counted: CountedAttempt | undefined,
): Promise<QuestionScores> {
  const [row] = counted
    ? await reader.run(countedQuestionScores, { quizId, questionId, counted })
    : await reader.run(questionScores, { quizId, questionId });
  const { questions, asked, chosen } = orNotFound(row);
  const { options } = orNotFound(questions.find(({ id }) => id === questionId));
  const thirds = thirdsOf(asked ?? []);
  const countsOf = new Map(chosen.map(({ id, by_score }) => [id, by_score]));
  return {
    lowest: thirds && thirds.lowest,
    highest: thirds && thirds.highest,
    options: options.map(({ id }) => {
      const counts = (countsOf.get(id) ?? []).map((count, score) => ({ score, count }));
      const countWhere = (isIn: (score: number) => boolean) =>
        counts.reduce((sum, { score, count }) => (isIn(score) ? sum + count : sum), 0);
      return {
        id,
        scores: counts.filter(({ count }) => count > 0),
        lowest: thirds ? countWhere((score) => score <= thirds.lowest.score) : 0,
        highest: thirds ? countWhere((score) => score >= thirds.highest.score) : 0,
      };
    }),
  };
}

const latestFirst = 'ORDER BY r.finished_at DESC, r.member_id DESC';

/** As SQL: an order of the students `r`. A cursor is `place-memberId` of the last row of a page. */
interface Order {
  sql: string;
  /** The place of a row, as text. */
  place: string;
  /** The rows after the cursor. */
  after: string;
}

const orders: Record<StudentOrder, Order> = {
  latest: {
    sql: latestFirst,
    place: '(extract(epoch FROM r.finished_at) * 1000000)::bigint::text',
    after: `(r.finished_at, r.member_id) < (
        to_timestamp(0) + :place::bigint * interval '1 microsecond', :memberId::bigint)`,
  },
  highest: {
    sql: 'ORDER BY r.score DESC, r.member_id DESC',
    place: 'r.score::text',
    after: '(r.score, r.member_id) < (:place::double precision, :memberId::bigint)',
  },
  lowest: {
    sql: 'ORDER BY r.score, r.member_id',
    place: 'r.score::text',
    after: '(r.score, r.member_id) > (:place::double precision, :memberId::bigint)',
  },
};

const studentRow = z.object({
  member: z.object({ id: z.number(), name: z.string(), photo_url: z.nullable(z.string()) }),
  score: z.number(),
  passed: z.nullable(z.boolean()),
  profile: z.nullable(z.string()),
  seconds: z.number(),
  timed_out: z.boolean(),
  attempts: z.number(),
  finished_at: z.custom<Date>(),
  place: z.string(),
});
type StudentRow = z.output<typeof studentRow>;

const plottedRow = z.object({
  member: z.object({ id: z.number(), name: z.string() }),
  score: z.number(),
  passed: z.boolean(),
  finished_at: z.custom<Date>(),
});

/** As SQL: the counted attempt of each student. `r` is the student's row, `read` the columns. */
interface StudentSource {
  name: string;
  /** The students `r` of the quiz, found in an order of `orders` by an index. */
  from: string;
  where: string;
  /** Joins `a`, which has the columns of the attempt. */
  join: string;
}

/** A hand-in keeps the best attempt of each member beside the attempts. */
const bestAttempts: StudentSource = {
  name: '',
  from: 'quiz_results r',
  where: 'r.quiz_id = :quizId AND r.finished_at IS NOT NULL',
  join: `CROSS JOIN LATERAL (
      SELECT r.score, r.passed, r.seconds, r.attempts, (
        SELECT t.finished_at = t.deadline FROM quiz_attempts t WHERE t.id = r.attempt_id
      ) IS TRUE AS timed_out) a`,
};

const countedAttempts: StudentSource = {
  name: 'counted_',
  from: 'quiz_standings r',
  where: 'r.quiz_id = :quizId AND r.counted = :counted',
  join: `JOIN LATERAL (
      SELECT t.score, t.passed, o.attempts, (t.finished_at = t.deadline) IS TRUE AS timed_out,
        greatest(0, round(extract(epoch FROM t.finished_at - t.started_at)))::integer AS seconds
      FROM quiz_attempts t
      JOIN quiz_results o ON o.quiz_id = t.quiz_id AND o.member_id = t.member_id
      WHERE t.id = r.attempt_id) a ON true`,
};

/** A student `r` has the profile, or none of the quiz's where it is `NO_PROFILE`. */
const hasProfile = `CASE WHEN :profile = '${NO_PROFILE}'
    THEN NOT EXISTS (SELECT FROM quizzes q WHERE q.id = r.quiz_id
      AND q.profiles @> jsonb_build_array(jsonb_build_object('key', r.profile)))
    ELSE r.profile = :profile END`;

function studentStatements({ name, from, where, join }: StudentSource, order: StudentOrder) {
  const { sql: inOrder, place, after } = orders[order];
  const suffix = order === 'latest' ? '' : `_${order}`;
  const columns = `
    json_build_object('id', m.id, 'name', m.name, 'photo_url', m.photo_url) AS member,
    a.score, a.passed, r.profile, a.seconds, a.timed_out, a.attempts, r.finished_at, ${place} AS place`;
  const onPage = `${where} AND (:place::text IS NULL OR ${after})`;
  return {
    all: statement({
      name: `quizzes.${name}students${suffix}`,
      sql: `SELECT ${columns} FROM ${from} JOIN members m ON m.id = r.member_id ${join}
        WHERE ${onPage} AND ${isListed} ${inOrder} LIMIT ${limits.studentsPage + 1}`,
      row: studentRow,
    }),
    /**
     * No index finds a part of a name under row-level security, and few students may have a profile.
     * So a page looks at a bounded number of students, and the next one goes on after them. OFFSET 0:
     * each member is looked up by key. A plan made for few members would compare each with each.
     */
    some: statement({
      name: `quizzes.${name}students_found${suffix}`,
      sql: `WITH looked_at AS MATERIALIZED (
          SELECT r.* FROM ${from} WHERE ${onPage} ${inOrder} LIMIT ${limits.searchedStudents}),
        last AS (
          SELECT r.member_id, ${place} AS place FROM looked_at r
          ${inOrder} OFFSET ${limits.searchedStudents - 1}),
        found AS (
          SELECT ${columns} FROM looked_at r CROSS JOIN LATERAL (
            SELECT * FROM members WHERE id = r.member_id OFFSET 0) AS m ${join}
          WHERE ${isListed} AND (:profile::text IS NULL OR ${hasProfile})
            AND (:pattern::text IS NULL OR f_unaccent(m.name) LIKE (SELECT f_unaccent(:pattern)))
          ${inOrder} LIMIT ${limits.studentsPage + 1})
        SELECT (SELECT coalesce(json_agg(found), '[]') FROM found) AS found,
          (SELECT place || '-' || member_id FROM last) AS last`,
      row: z.object({ found: z.array(z.custom<StudentRow>()), last: z.nullable(z.string()) }),
    }),
  };
}

const plottedStatement = ({ name, from, where, join }: StudentSource) =>
  statement({
    name: `quizzes.${name}plotted`,
    sql: `SELECT json_build_object('id', m.id, 'name', m.name) AS member,
        a.score, a.passed, r.finished_at
      FROM ${from} JOIN members m ON m.id = r.member_id ${join}
      WHERE ${where} AND a.passed IS NOT NULL AND ${isListed}
      ${latestFirst} LIMIT ${limits.plotted + 1}`,
    row: plottedRow,
  });

const bestLatest = studentStatements(bestAttempts, 'latest');
const countedBy = {
  latest: studentStatements(countedAttempts, 'latest'),
  highest: studentStatements(countedAttempts, 'highest'),
  lowest: studentStatements(countedAttempts, 'lowest'),
};
const plottedBy = {
  best: plottedStatement(bestAttempts),
  counted: plottedStatement(countedAttempts),
};

interface StudentsQuery {
  cursor?: string | undefined;
  q?: string;
  profile?: string | undefined;
  attempt?: CountedAttempt | undefined;
  order?: StudentOrder | undefined;
}

/**
 * Lists one attempt of each student, latest first: the best one where none is chosen. The cursor is
 * `place-memberId` of the last row.
 */
export async function listStudents(
  reader: TenantReader,
  quizId: number,
  { cursor, q = '', profile, attempt, order = 'latest' }: StudentsQuery,
): Promise<QuizResults['students']> {
  // Only the counted attempts have an index by score.
  const counted = attempt ?? (order === 'latest' ? undefined : 'best');
  const [place = null, memberId = null] = cursor?.split('-') ?? [];
  const from = { quizId, place, memberId, ...(counted && { counted }) };
  const { all, some } = counted ? countedBy[order] : bestLatest;
  const [one] =
    q || profile !== undefined
      ? await reader.run(some, {
          ...from,
          profile: profile ?? null,
          pattern: q ? containsPattern(q) : null,
        })
      : [{ found: await reader.run(all, from), last: null }];
  const { found, last } = one!;
  const data = found.slice(0, limits.studentsPage);
  const end = data.at(-1);
  return {
    data: data.map(({ place: _, ...student }) => student),
    next_cursor: found.length > data.length ? `${end!.place}-${end!.member.id}` : last,
  };
}

const oneQuiz = statement({
  name: 'quizzes.one',
  sql: 'SELECT q.id FROM quizzes q WHERE q.id = :quizId',
  row: z.object({ id: z.number() }),
});

/** As `listStudents`. 404 for an unknown quiz. */
export async function listStudentsOf(...of: Parameters<typeof listStudents>) {
  const [reader, quizId] = of;
  const [[quiz], found] = await Promise.all([reader.run(oneQuiz, { quizId }), listStudents(...of)]);
  orNotFound(quiz);
  return found;
}

/** The students by score, the lowest first. Undefined where the plot cannot show all of them. */
export async function listPlotted(
  reader: TenantReader,
  quizId: number,
  counted: CountedAttempt | undefined,
): Promise<QuizResults['plotted']> {
  const rows = await reader.run(plottedBy[counted ? 'counted' : 'best'], {
    quizId,
    ...(counted && { counted }),
  });
  if (rows.length > limits.plotted) return undefined;
  return rows.toSorted((one, other) => one.score - other.score);
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

/** The latest 50 open attempts of students, also those whose time is about to end. */
export const listOpenAttempts = (reader: TenantReader, quizId: number) =>
  reader.run(openAttempts, { quizId });

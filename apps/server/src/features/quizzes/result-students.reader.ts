import {
  limits,
  NO_PROFILE,
  type CountedAttempt,
  type QuizResults,
  type StudentOrder,
} from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import { personJson } from '../../kit/person-json.ts';
import { microsecondsSql, timestampOfSql } from '../../kit/rows/pagination.ts';
import { containsPattern } from '../../kit/search-text.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

/** A member `m` whom the results name: a student, and none whose data is about to be erased. */
export const isListed = 'NOT is_staff(m.roles) AND m.erase_at IS NULL';

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
    place: `${microsecondsSql('r.finished_at')}::text`,
    after: `(r.finished_at, r.member_id) < (
        ${timestampOfSql(':place')}, :memberId::bigint)`,
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

/** As SQL: the counted attempt of each student. */
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
  name: 'counted-',
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
  const suffix = order === 'latest' ? '' : `-${order}`;
  const columns = `
    ${personJson('m')} AS member,
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
      name: `quizzes.${name}students-found${suffix}`,
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

const quizById = statement({
  name: 'quizzes.one',
  sql: 'SELECT q.id FROM quizzes q WHERE q.id = :quizId',
  row: z.object({ id: z.number() }),
});

/** Lists the same as `listStudents`. Throws 404 for an unknown quiz. */
export async function listStudentsOf(...options: Parameters<typeof listStudents>) {
  const [reader, quizId] = options;
  const [[quiz], found] = await Promise.all([
    reader.run(quizById, { quizId }),
    listStudents(...options),
  ]);
  orNotFound(quiz);
  return found;
}

/** Lists the students by score, the lowest first. Undefined if the plot cannot show all of them. */
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
  name: 'quizzes.open-attempts',
  sql: `SELECT a.id, a.started_at, a.deadline,
      ${personJson('m')} AS member
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

/** Lists the latest 50 open attempts of students, also those whose time is about to end. */
export const listOpenAttempts = (reader: TenantReader, quizId: number) =>
  reader.run(openAttempts, { quizId });

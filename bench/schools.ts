import { sql } from 'kysely';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { createSchool } from '../apps/server/src/features/tenants/tenants.store.ts';
import type { Database } from '../apps/server/src/platform/database.ts';
import type { BenchSchool, SeedContext } from './seed.ts';

/** An installation of many schools that stays between runs. */
const manySchoolsDir = process.env['BENCH_DATA'] ?? join(tmpdir(), 'vitrine-bench-schools');

/** Makes the folder of the installation with many schools, and returns its path. */
export async function openManySchoolsDir() {
  await mkdir(manySchoolsDir, { recursive: true });
  return manySchoolsDir;
}

interface SchoolSize {
  members: number;
  courses: number;
  posts: number;
}

/** The size of a small school with this number of members. */
export const smallSize = (members: number): SchoolSize => ({ members, courses: 4, posts: 20 });

/** Maximum number of members with a session per school. */
const SIGNED_IN = 40;

/**
 * Realistic sizes. One school has a tenth of all members, a tenth of the schools share half of
 * them, and the others share the rest.
 */
export function sizesOf(schools: number, members: number): SchoolSize[] {
  const middle = Math.floor(schools / 10);
  const smallCount = schools - 1 - middle;
  return Array.from({ length: schools }, (_, index) => {
    if (index === 0) return { members: Math.ceil(members / 10), courses: 100, posts: members / 20 };
    if (index <= middle)
      return { members: Math.ceil((members * 0.5) / middle), courses: 12, posts: 100 };
    return smallSize(Math.ceil((members * 0.4) / smallCount));
  });
}

const slugOf = (index: number) => `escola-${index}`;
const cookieOf = (slug: string, member: number) => `vitrine=${slug}-${member}`;

/**
 * The schools by slug. `whole` is false for one that a killed run left; the next run completes it.
 */
export async function readSchools(owner: pg.Client) {
  const { rows } = await owner.query<{ slug: string; id: string; whole: boolean }>(
    `SELECT slug, id, EXISTS (SELECT FROM products p WHERE p.tenant_id = t.id) AS whole
     FROM tenants t WHERE slug LIKE 'escola-%'`,
  );
  return new Map(rows.map(({ slug, id, whole }) => [slug, { id: Number(id), whole }]));
}

/**
 * Makes the schools that are missing, so that a stopped run can be resumed. Returns how many it
 * made.
 */
export async function seedSchools(
  { platform: { database }, owner }: SeedContext,
  sizes: SchoolSize[],
  log: (line: string) => void = () => {},
) {
  const existingSchools = await readSchools(owner);
  const startedAt = performance.now();
  let createdCount = 0;
  let analyzeAt = 5;
  // The largest one comes last, when all statements are planned with statistics.
  const order = [...sizes.keys()].toReversed();
  for (const index of order) {
    const slug = slugOf(index);
    const existing = existingSchools.get(slug);
    if (existing?.whole) continue;
    const person = { name: 'Olívia Dona', email: `owner@${slug}.example.com`, passwordHash: null };
    const id =
      existing?.id ??
      (await createSchool(database, { name: nameOf(index), slug, owner: person })).id;
    await fillSchool(database, id, { slug, at: index, size: sizes[index]! });
    createdCount += 1;
    // Plans that were made for a smaller installation walk through all of it: 70 minutes, not 15.
    if (createdCount === analyzeAt || index === 1) {
      await owner.query('ANALYZE');
      analyzeAt = Math.max(analyzeAt, createdCount * 3);
    }
    if (createdCount % 200 === 0)
      log(`${createdCount} schools in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
  return createdCount;
}

const nameOf = (index: number) => `Escola ${index}`;

/** Fills a school in one transaction: it is complete, or it has no product yet. */
async function fillSchool(
  database: Database,
  id: number,
  { slug, at, size }: { slug: string; at: number; size: SchoolSize },
) {
  const { courses, members, posts } = size;
  const color = `#${(0x10_00_00 + ((at * 7919) % 0xe0_00_00)).toString(16)}`;
  await database.transaction(id, async ({ db }) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(db);
    await sql`SET LOCAL synchronous_commit = off`.execute(db);
    await sql`UPDATE platform_settings SET primary_color = ${color}`.execute(db);
    await sql`INSERT INTO products (title) VALUES ('Plano Luz')`.execute(db);
    await sql`INSERT INTO courses (title, description)
      SELECT 'Curso ' || n, 'Um curso de fotografia' FROM generate_series(1, ${courses}::integer) n`.execute(
      db,
    );
    await sql`INSERT INTO course_products (course_id, product_id)
      SELECT c.id, p.id FROM courses c, products p`.execute(db);
    await sql`INSERT INTO modules (course_id, position, title)
      SELECT c.id, n, 'Módulo ' || n FROM courses c, generate_series(1, 3) n`.execute(db);
    await sql`INSERT INTO lessons (course_id, module_id, position, title, content, duration_seconds)
      SELECT m.course_id, m.id, n, 'Aula ' || n || ' de retrato', '<p>Texto da aula</p>', 600
      FROM modules m, generate_series(1, 4) n`.execute(db);
    await sql`INSERT INTO carousels (position, type, title)
      SELECT 100 + n, 1, 'Fileira ' || n FROM generate_series(1, 3) n`.execute(db);
    await sql`INSERT INTO carousel_items (carousel_id, position, course_id)
      SELECT r.id, c.n, c.id FROM (SELECT id FROM carousels WHERE type = 1) r
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM courses) c ON c.n <= 12`.execute(
      db,
    );
    await sql`INSERT INTO members (name, email, last_seen_at)
      SELECT 'Aluno ' || n, 'aluno' || n || ${`@${slug}.example.com`}, now()
      FROM generate_series(1, ${members}::integer) n`.execute(db);
    await sql`INSERT INTO member_products (member_id, product_id)
      SELECT m.id, p.id FROM members m, products p WHERE roles = '{student}'`.execute(db);
    await sql`INSERT INTO lesson_progress (member_id, lesson_id, module_id, course_id, seconds, updated_at)
      SELECT m.id, l.id, l.module_id, l.course_id, 120, now() - random() * interval '10 days'
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM members WHERE roles = '{student}') m
      CROSS JOIN generate_series(1, 2) k
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM courses) c
        ON c.n = (m.n + k) % ${courses}::integer + 1
      JOIN modules mo ON mo.course_id = c.id AND mo.position = 1
      JOIN lessons l ON l.module_id = mo.id AND l.position = 1`.execute(db);
    await sql`INSERT INTO lesson_comments (lesson_id, member_id, content)
      SELECT id, (SELECT max(id) FROM members), '<p>Que aula boa.</p>' FROM lessons`.execute(db);
    await sql`INSERT INTO communities (title, position, principal, active)
      VALUES ('Praça', 1, true, true)`.execute(db);
    await sql`INSERT INTO channels (community_id, title, position)
      SELECT id, 'Geral', 1 FROM communities`.execute(db);
    await sql`INSERT INTO posts (community_id, channel_id, member_id, content)
      SELECT c.community_id, c.id, everybody.ids[n % cardinality(everybody.ids) + 1],
        '<p>A luz de hoje, foto ' || n || '</p>'
      FROM channels c, generate_series(1, ${Math.round(posts)}::integer) n,
        (SELECT array_agg(id ORDER BY id) AS ids FROM members) AS everybody`.execute(db);
    await sql`INSERT INTO notifications (member_id, event, subject, community_id, actor_id, post_id, at)
      SELECT m.id, 'post_like', 'like:post:' || p.id, p.community_id,
        (SELECT min(id) FROM members), p.id, now() - k * interval '1 hour'
      FROM members m CROSS JOIN generate_series(1, 2) k
      JOIN (SELECT id, community_id, row_number() OVER (ORDER BY id) AS n FROM posts) p ON p.n = k`.execute(
      db,
    );
    await sql`INSERT INTO point_seasons DEFAULT VALUES ON CONFLICT DO NOTHING`.execute(db);
    await sql`INSERT INTO point_entries (season_id, member_id, action, object_kind, object_id, points, at)
      SELECT s.id, m.id, 'like', 'post', k, 5 + m.id % 50, now() - k * interval '1 day'
      FROM point_seasons s, members m, generate_series(1, 2) k WHERE m.roles = '{student}'`.execute(
      db,
    );
    await sql`INSERT INTO point_scores (season_id, member_id, score, reached_at, week, week_score, listed)
      SELECT season_id, member_id, sum(points), now(),
        date_trunc('week', now() AT TIME ZONE 'UTC')::date, sum(points), true
      FROM point_entries GROUP BY season_id, member_id
      ON CONFLICT DO NOTHING`.execute(db);
    await sql`SELECT count_score_moves()`.execute(db);
    await sql`INSERT INTO sessions (member_id, token_hash, expires_at)
      SELECT id, sha256((${`${slug}-`}::text || id)::bytea), now() + interval '300 days'
      FROM members ORDER BY id LIMIT ${SIGNED_IN + 1}`.execute(db);
  });
}

/** One of the schools of `seedSchools`, with a course, a lesson and a channel to open. */
export interface NumberedSchool extends BenchSchool {
  courseId: number;
  lessonId: number;
  channelId: number;
}

/** Reads the school with this number, from 0. */
export async function schoolAt(owner: pg.Client, index: number): Promise<NumberedSchool> {
  const slug = slugOf(index);
  const { rows } = await owner.query<{
    course: string;
    lesson: string;
    channel: string;
    owner: string;
    students: string[];
  }>(
    `SELECT (SELECT min(id) FROM courses WHERE tenant_id = t.id) AS course,
       (SELECT min(id) FROM lessons WHERE tenant_id = t.id) AS lesson,
       (SELECT min(id) FROM channels WHERE tenant_id = t.id) AS channel,
       (SELECT min(id) FROM members WHERE tenant_id = t.id AND roles @> '{owner}') AS owner,
       ARRAY(SELECT s.member_id FROM sessions s
         JOIN members m ON m.tenant_id = t.id AND m.id = s.member_id AND m.roles = '{student}'
         WHERE s.tenant_id = t.id ORDER BY s.member_id) AS students
     FROM tenants t WHERE slug = $1`,
    [slug],
  );
  const row = rows[0]!;
  return {
    host: `${slug}.localhost`,
    owner: cookieOf(slug, Number(row.owner)),
    students: row.students.map((id) => cookieOf(slug, Number(id))),
    courseId: Number(row.course),
    lessonId: Number(row.lesson),
    channelId: Number(row.channel),
  };
}

/**
 * Reads the schools with these numbers, one after the other: the connection runs one query at a
 * time.
 */
export async function schoolsAt(owner: pg.Client, indexes: number[]) {
  const schools: NumberedSchool[] = [];
  for (const index of indexes) schools.push(await schoolAt(owner, index));
  return schools;
}

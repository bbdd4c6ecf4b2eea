import { sql } from 'kysely';
import { createSchool } from '../apps/server/src/features/tenants/tenants.store.ts';
import type { SeedContext } from './seed.ts';

/** A school with a long ranking. */
export interface RankingSchool {
  id: number;
  host: string;
  owner: string;
  /** Cookies of students from all parts of the ranking. */
  students: string[];
  /** Cookies of further students, who have not asked yet. */
  newcomers: string[];
  /** Lessons open to all of them, without likes. */
  lessons: number[];
}

/** Number of students who ask repeatedly. */
const REPEATING_STUDENTS = 200;
const NEWCOMERS = 4_000;
const LESSONS = 400;
/** Rows of the ledger, a member. */
const ROWS = 5;
/** Ledger rows of the last month. The others are older. */
const EVENTS_OF_A_MONTH = 1_000_000;

/**
 * Seeds a school of members with scores: five ledger rows each with their sum, levels, rewards and
 * a product that scores. Few students have many points.
 */
export async function seedRankingSchool(
  { platform: { database }, owner: db }: SeedContext,
  slug: string,
  size: number,
): Promise<RankingSchool> {
  const person = { name: 'Olívia Dona', email: `owner@${slug}.example.com`, passwordHash: null };
  const { id: tenant, ownerId } = await createSchool(database, { name: slug, slug, owner: person });
  const run = <Row extends object>(text: string, ...values: unknown[]) =>
    db.query<Row>(text, [tenant, ...values]);
  await db.query('SET statement_timeout = 0');
  await database.transaction(tenant, async (tx) => {
    await sql`INSERT INTO products (title) VALUES ('Plano Estúdio')`.execute(tx.db);
    await sql`INSERT INTO courses (title) VALUES ('Fotografia')`.execute(tx.db);
    await sql`INSERT INTO course_products (course_id, product_id)
      SELECT c.id, p.id FROM courses c, products p`.execute(tx.db);
    await sql`INSERT INTO modules (course_id, position, title)
      SELECT id, 1, 'Luz' FROM courses`.execute(tx.db);
    await sql`INSERT INTO lessons (course_id, module_id, position, title, duration_seconds)
      SELECT m.course_id, m.id, n, 'Aula ' || n, 600
      FROM modules m, generate_series(1, ${LESSONS}) n`.execute(tx.db);
    await sql`INSERT INTO points_settings (custom_name) VALUES ('XP')`.execute(tx.db);
    await sql`INSERT INTO points_rules (action, points, enable, needed_interaction, plus_user_score)
      SELECT action, 10, action <> 'login', 3, 25 FROM unnest(ARRAY['login', 'watch_class',
        'like_class', 'comment_class', 'finish_class', 'post', 'comment', 'like']) action`.execute(
      tx.db,
    );
    await sql`INSERT INTO points_products (product_id) SELECT id FROM products`.execute(tx.db);
    await sql`INSERT INTO levels (name, needed_score)
      SELECT 'Nível ' || n, n * n * 7 FROM generate_series(0, 7) n`.execute(tx.db);
    await sql`INSERT INTO level_products (level_id, product_id)
      SELECT l.id, p.id FROM levels l, products p`.execute(tx.db);
    await sql`INSERT INTO rewards (name, criteria, needed_score)
      SELECT 'Recompensa ' || n, 'score', n * 40 FROM generate_series(1, 3) n`.execute(tx.db);
    await sql`INSERT INTO point_seasons DEFAULT VALUES`.execute(tx.db);
  });
  // Without triggers and key checks, which would handle each row alone.
  await db.query('SET session_replication_role = replica');
  await run(
    `INSERT INTO members (tenant_id, name, email)
     SELECT $1, 'Aluno ' || n, 'aluno' || n || '@' || $2::text FROM generate_series(1, $3) n`,
    `${slug}.example.com`,
    size,
  );
  const people = `(SELECT id, row_number() OVER (ORDER BY id) AS n FROM members
    WHERE tenant_id = $1 AND roles = '{student}') AS m`;
  await run(`INSERT INTO member_products (tenant_id, member_id, product_id)
    SELECT $1, m.id, (SELECT id FROM products WHERE tenant_id = $1) FROM ${people}`);
  // Three finished lessons within an evening for a tenth of the people: six events each.
  const busy = Math.min(Math.floor(size / 10), EVENTS_OF_A_MONTH / 10);
  await run(
    `INSERT INTO lesson_progress (tenant_id, member_id, lesson_id, module_id, course_id, seconds,
       finished_at, updated_at)
     SELECT $1, m.id, l.id, l.module_id, l.course_id, 600, it.at, it.at
     FROM ${people}
     JOIN lessons l ON l.tenant_id = $1 AND l.position BETWEEN ${LESSONS - 2} AND ${LESSONS}
     CROSS JOIN LATERAL (SELECT now() - (m.n % 29) * interval '1 day'
       - l.position * interval '10 minutes' AS at) AS it
     WHERE m.n <= $2`,
    busy,
  );
  await run(
    `INSERT INTO point_entries (tenant_id, season_id, member_id, action, object_kind, object_id,
       points, at)
     SELECT $1, s.id, m.id, act.action, act.kind, k + act.first,
       5 * ceil(power(random(), 3) * 4000 / ${ROWS}),
       -- Four rows of ten people in a hundred are of the last month.
       CASE WHEN m.n > $2 AND m.n <= 2 * $2::bigint AND k <= 4
         THEN now() - (m.n % 29) * interval '1 day' - k * interval '10 minutes'
         ELSE now() - interval '60 days' - k * interval '10 minutes' END
     FROM ${people}
     CROSS JOIN generate_series(1, ${ROWS}) k
     CROSS JOIN LATERAL (SELECT CASE WHEN k % 2 = 0 THEN 'login' ELSE 'like' END AS action,
       CASE WHEN k % 2 = 0 THEN 'day' ELSE 'post' END AS kind, 1000 AS first) AS act
     JOIN point_seasons s ON s.tenant_id = $1`,
    busy,
  );
  // A preview reads the likes themselves.
  await run(
    `INSERT INTO post_likes (tenant_id, post_id, member_id, created_at)
     SELECT $1, e.object_id, e.member_id, e.at FROM point_entries e
     WHERE e.tenant_id = $1 AND e.action = 'like'`,
  );
  await run(`INSERT INTO point_scores (tenant_id, season_id, member_id, score, reached_at, week,
      week_score, listed)
    SELECT $1, e.season_id, e.member_id, sum(e.points), now() - random() * interval '3 days',
      date_trunc('week', now() AT TIME ZONE 'UTC')::date, (sum(e.points) * random())::bigint, true
    FROM point_entries e WHERE e.tenant_id = $1 GROUP BY e.season_id, e.member_id`);
  // Writes the moves that the triggers would have written, then counts them as the job does.
  await run(`INSERT INTO point_score_moves (tenant_id, season_id, week, score_before, score_after,
      monday_before, monday_after)
    SELECT $1, season_id, week, 0, score, 0, week_score FROM point_scores WHERE tenant_id = $1`);
  await db.query('SET session_replication_role = DEFAULT');
  await database.transaction(tenant, async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx.db);
    await sql`SELECT count_score_moves()`.execute(tx.db);
  });
  await db.query('ANALYZE');
  const asking = Math.min(size, REPEATING_STUDENTS + NEWCOMERS);
  const { rows } = await run<{ id: string }>(
    `SELECT member_id AS id FROM (
       SELECT member_id, row_number() OVER (ORDER BY score DESC) AS place
       FROM point_scores WHERE tenant_id = $1) AS it
     WHERE place % $2 = 0 ORDER BY place % $3, place LIMIT ${REPEATING_STUDENTS + NEWCOMERS}`,
    Math.floor(size / asking),
    Math.floor(size / REPEATING_STUDENTS),
  );
  const ids = [ownerId, ...rows.map(({ id }) => Number(id))];
  // The viewers have opened another page before.
  await run(
    `UPDATE members SET last_seen_at = now() WHERE tenant_id = $1 AND id = ANY ($2::bigint[])`,
    ids,
  );
  await run(
    `INSERT INTO sessions (tenant_id, member_id, token_hash, expires_at)
     SELECT $1, id, sha256(('${slug}-' || id)::bytea), now() + interval '1 day'
     FROM unnest($2::bigint[]) AS id`,
    ids,
  );
  const lessons = await run<{ id: string }>(
    `SELECT id FROM lessons WHERE tenant_id = $1 AND position < ${LESSONS - 2} ORDER BY id`,
  );
  const [owner, ...cookies] = ids.map((id) => `vitrine=${slug}-${id}`);
  return {
    id: tenant,
    host: `${slug}.localhost`,
    owner: owner!,
    students: cookies.slice(0, REPEATING_STUDENTS),
    newcomers: cookies.slice(REPEATING_STUDENTS),
    lessons: lessons.rows.map(({ id }) => Number(id)),
  };
}

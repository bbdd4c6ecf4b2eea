import { DAY_MS } from '@vitrine/contract/durations';
import { sql } from 'kysely';
import pg from 'pg';
import { createSchool } from '../apps/server/src/features/tenants/tenants.store.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { openLog } from '../apps/server/src/platform/log.ts';
import { openPlatform } from '../apps/server/src/platform/open-platform.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { hashToken, newToken } from '../apps/server/src/platform/secrets.ts';
import type { Cluster } from './servers.ts';

/** A school that the load visits. */
export interface BenchSchool {
  host: string;
  /** Cookies. */
  owner: string;
  students: string[];
}

/** A school of `seedSchool`. Its students have begun three courses each. */
export interface SeededSchool extends BenchSchool {
  /** Courses that all students may open. */
  courseIds: number[];
  lessons: { id: number; courseId: number }[];
}

/** The connections with which a seed writes. */
export interface SeedContext {
  platform: Platform;
  /** The owner of the tables, the only role that may analyze them. */
  owner: pg.Client;
}

/** Migrates and fills a cluster, and leaves it as one that has been up for a while. */
export async function fill<T>(
  { url, dataDir }: Cluster,
  work: (context: SeedContext) => Promise<T>,
) {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const platform = await openPlatform(config, url, openLog(config));
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const result = await work({ platform, owner });
  await owner.query('VACUUM ANALYZE');
  await owner.query('SELECT pg_stat_reset()'); // what the requests read counts, not the seed
  await owner.end();
  await platform.jobs.stop();
  await platform.database.close();
  return result;
}

/** Maximum number of students per school for whom a session is made. */
const MAX_STUDENTS = 400;

/**
 * Seeds a school: courses of 4 modules and 20 lessons with a comment each, and carousels of 12.
 * Every member has a session. All students hold the first product, every third one also the second.
 */
export async function seedSchool(
  { platform: { database }, owner: tableOwner }: SeedContext,
  slug: string,
  { courses, members }: { courses: number; members: number },
): Promise<SeededSchool> {
  const owner = { name: 'Olívia Dona', email: `owner@${slug}.example.com`, passwordHash: null };
  const school = await createSchool(database, { name: slug, slug, owner });
  await database.transaction(school.id, async ({ db }) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(db);
    await sql`INSERT INTO products (title) VALUES ('Plano Estúdio'), ('Plano Luz')`.execute(db);
    await sql`INSERT INTO courses (title, description)
      SELECT 'Curso ' || n, 'Um curso de fotografia' FROM generate_series(1, ${courses}) n`.execute(
      db,
    );
    await sql`INSERT INTO course_products (course_id, product_id)
      SELECT c.id, p.id FROM courses c JOIN products p ON (c.id + p.id) % 2 = 0`.execute(db);
    await sql`INSERT INTO modules (course_id, position, title)
      SELECT c.id, n, 'Módulo ' || n FROM courses c, generate_series(1, 4) n`.execute(db);
    await sql`INSERT INTO lessons (course_id, module_id, position, title, content, duration_seconds)
      SELECT m.course_id, m.id, n, 'Aula ' || n, '<p>Texto da aula</p>', 600
      FROM modules m, generate_series(1, 5) n`.execute(db);
    await sql`INSERT INTO members (name, email)
      SELECT 'Aluno ' || n, 'aluno' || n || ${`@${slug}.example.com`} FROM generate_series(1, ${members}) n`.execute(
      db,
    );
  });
  // Without statistics, foreign key checks would scan these tables.
  await tableOwner.query('ANALYZE');
  return database.transaction(school.id, async ({ db }) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(db);
    await sql`INSERT INTO member_products (member_id, product_id)
      SELECT m.id, p.id FROM members m JOIN products p
        ON p.id = (SELECT min(id) FROM products) OR m.id % 3 = 0
      WHERE roles = '{student}'`.execute(db);
    await sql`INSERT INTO lesson_progress (member_id, lesson_id, module_id, course_id, seconds, updated_at)
      SELECT m.id, l.id, l.module_id, l.course_id, 120, now() - random() * interval '10 days'
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM members WHERE roles = '{student}') m
      CROSS JOIN generate_series(1, 3) k
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM courses) c ON c.n = (m.n + k) % ${courses} + 1
      JOIN modules mo ON mo.course_id = c.id AND mo.position = 1
      JOIN lessons l ON l.module_id = mo.id AND l.position = 1`.execute(db);
    await sql`INSERT INTO lesson_comments (lesson_id, member_id, content)
      SELECT id, (SELECT max(id) FROM members), '<p>Que aula boa.</p>' FROM lessons`.execute(db);
    await sql`INSERT INTO carousels (position, type, title)
      SELECT 100 + n, 1, 'Fileira ' || n FROM generate_series(1, 6) n`.execute(db);
    await sql`INSERT INTO carousel_items (carousel_id, position, course_id)
      SELECT r.id, c.n, c.id FROM (SELECT id FROM carousels WHERE type = 1) r
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM courses) c ON c.n <= 12`.execute(
      db,
    );
    await sql`UPDATE members SET last_seen_at = now()`.execute(db);
    await sql`INSERT INTO sessions (member_id, token_hash, expires_at)
      SELECT id, sha256(email::bytea), now() + interval '30 days' FROM members`.execute(db);
    const { rows: lessons } = await sql<SeededSchool['lessons'][number]>`
      SELECT l.id, l.course_id AS "courseId" FROM lessons l
      JOIN course_products cp ON cp.course_id = l.course_id
      WHERE cp.product_id = (SELECT min(id) FROM products) ORDER BY l.id`.execute(db);
    const students = await db
      .selectFrom('members')
      .select('id')
      .where('id', '<>', school.ownerId)
      .orderBy('id')
      .limit(MAX_STUDENTS)
      .execute();
    const signIn = async (memberIds: number[]) => {
      const signedIn = memberIds.map((member_id) => ({ member_id, token: newToken() }));
      await db
        .insertInto('sessions')
        .values(
          signedIn.map(({ member_id, token }) => ({
            member_id,
            token_hash: hashToken(token),
            expires_at: new Date(Date.now() + DAY_MS),
          })),
        )
        .execute();
      return signedIn.map(({ token }) => `vitrine=${token}`);
    };
    const [ownerCookie] = await signIn([school.ownerId]);
    return {
      host: `${slug}.localhost`,
      owner: ownerCookie!,
      students: await signIn(students.map(({ id }) => id)),
      courseIds: [...new Set(lessons.map(({ courseId }) => courseId))],
      lessons,
    };
  });
}

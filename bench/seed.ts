import { sql } from 'kysely';
import { createSchool } from '../apps/server/src/features/tenants/tenants.store.ts';
import { hashToken, newToken } from '../apps/server/src/platform/secrets.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';

export interface BenchSchool {
  host: string;
  cookie: string;
  lessonId: number;
}

/** A school of a size: courses of 4 modules and 20 lessons, rows of 12, all signed in; of those who have begun, the last one asks. */
export async function seedSchool(
  { database }: Platform,
  slug: string,
  { courses, members }: { courses: number; members: number },
): Promise<BenchSchool> {
  const owner = { name: 'Olívia Dona', email: `owner@${slug}.example.com`, passwordHash: null };
  const school = await createSchool(database, { name: slug, slug, owner });
  const token = newToken();
  const lessonId = await database.transaction(school.id, async ({ db }) => {
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
    await sql`INSERT INTO member_products (member_id, product_id)
      SELECT m.id, (SELECT min(id) FROM products) FROM members m WHERE roles = '{student}'`.execute(
      db,
    );
    await sql`INSERT INTO lesson_progress (member_id, lesson_id, module_id, course_id, seconds, updated_at)
      SELECT m.id, l.id, l.module_id, l.course_id, 120, now() - random() * interval '10 days'
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM members WHERE roles = '{student}') m
      CROSS JOIN generate_series(1, 3) k
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM courses) c ON c.n = (m.n + k) % ${courses} + 1
      JOIN modules mo ON mo.course_id = c.id AND mo.position = 1
      JOIN lessons l ON l.module_id = mo.id AND l.position = 1`.execute(db);
    await sql`INSERT INTO carousels (position, type, title)
      SELECT 100 + n, 1, 'Fileira ' || n FROM generate_series(1, 6) n`.execute(db);
    await sql`INSERT INTO carousel_items (carousel_id, position, course_id)
      SELECT r.id, c.n, c.id FROM (SELECT id FROM carousels WHERE type = 1) r
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM courses) c ON c.n <= 12`.execute(
      db,
    );
    await sql`UPDATE members SET last_seen_at = now()`.execute(db);
    const { rows } = await sql<{ member: number; lesson: number }>`
      SELECT p.member_id AS member, p.lesson_id AS lesson FROM lesson_progress p
      JOIN course_products cp ON cp.course_id = p.course_id AND cp.product_id = (SELECT min(id) FROM products)
      ORDER BY p.member_id DESC LIMIT 1`.execute(db);
    await sql`INSERT INTO sessions (member_id, token_hash, expires_at)
      SELECT id, sha256(email::bytea), now() + interval '30 days' FROM members`.execute(db);
    await db
      .insertInto('sessions')
      .values({
        member_id: rows[0]!.member,
        token_hash: hashToken(token),
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute();
    return rows[0]!.lesson;
  });
  return { host: `${slug}.localhost`, cookie: `vitrine=${token}`, lessonId };
}

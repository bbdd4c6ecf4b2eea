import type { FirstSteps } from '@vitrine/contract/first-steps';
import { sql } from 'kysely';
import type { TenantTransaction } from '../../platform/database.ts';

interface Facts {
  dismissed: boolean;
  student_seen: boolean;
  look_changed: boolean;
  logo: string | null;
  font: string;
  color: string;
  product_id: number | null;
  product_title: string | null;
  courses_count: number;
  product_covers: string[];
  course_id: number | null;
  course_title: string | null;
  course_cover: string | null;
  lessons_count: number;
  has_banner: boolean;
  banner_image: string | null;
  has_student: boolean;
}

/**
 * Reads the state of each step. The oldest active product represents its step. The newest course
 * with a lesson represents the other one, or the newest while none has a lesson.
 */
export async function findFirstSteps({ db }: TenantTransaction): Promise<FirstSteps> {
  const { rows } = await sql<Facts>`
    SELECT f.dismissed_at IS NOT NULL AS dismissed,
      f.student_seen_at IS NOT NULL AS student_seen,
      coalesce(s.logo_horizontal, s.logo_square) IS NOT NULL
        OR (lower(s.primary_color), lower(s.background_color_primary), s.font_primary)
          <> ('#ffb238', '#0b0b0f', 'Poppins') AS look_changed,
      coalesce(s.logo_horizontal, s.logo_square) AS logo,
      s.font_primary AS font, s.primary_color AS color,
      p.id AS product_id, p.title AS product_title,
      (SELECT count(*)::int FROM course_products cp WHERE cp.product_id = p.id) AS courses_count,
      ARRAY(SELECT c.cover FROM course_products cp JOIN courses c ON c.id = cp.course_id
        WHERE cp.product_id = p.id AND c.cover IS NOT NULL
        ORDER BY c.id DESC LIMIT 2) AS product_covers,
      c.id AS course_id, c.title AS course_title, c.cover AS course_cover,
      coalesce(c.lessons_count, 0) AS lessons_count,
      b.id IS NOT NULL AS has_banner, b.image AS banner_image,
      EXISTS (SELECT FROM members
        WHERE 'student' = ANY (roles) AND erase_at IS NULL) AS has_student
    FROM platform_settings s
    LEFT JOIN first_steps f ON true
    LEFT JOIN LATERAL (
      SELECT id, title FROM products WHERE status = 'active' ORDER BY id LIMIT 1) p ON true
    LEFT JOIN LATERAL (
      SELECT c.id, c.title, c.cover, (
          SELECT count(*)::int FROM lessons l JOIN modules m ON m.id = l.module_id
          WHERE m.course_id = c.id) AS lessons_count
      FROM courses c
      WHERE c.id = coalesce(
        (SELECT max(l.course_id) FROM lessons l), (SELECT max(n.id) FROM courses n))) c ON true
    LEFT JOIN LATERAL (
      SELECT id, coalesce(url_image, url_image_vertical) AS image
      FROM banners ORDER BY position, id LIMIT 1) b ON true`.execute(db);
  const facts = rows[0]!;
  return {
    dismissed: facts.dismissed,
    look: {
      done: facts.look_changed,
      logo: facts.logo,
      font: facts.font,
      color: facts.color,
    },
    product: {
      done: facts.product_id !== null,
      id: facts.product_id,
      title: facts.product_title,
      courses_count: facts.courses_count,
      covers: facts.product_covers,
    },
    course: {
      done: facts.lessons_count > 0,
      id: facts.course_id,
      title: facts.course_title,
      cover: facts.course_cover,
      lessons_count: facts.lessons_count,
    },
    banner: { done: facts.has_banner, image: facts.banner_image },
    student: { done: facts.student_seen, joined: facts.has_student },
  };
}

/** Marks steps as done. The first time stays. */
export async function markFirstSteps(
  { db }: TenantTransaction,
  column: 'student_seen_at' | 'dismissed_at',
) {
  await db
    .insertInto('first_steps')
    .values({ [column]: new Date() })
    .onConflict((conflict) =>
      conflict
        .column('tenant_id')
        .doUpdateSet({ [column]: sql`coalesce(first_steps.${sql.ref(column)}, now())` }),
    )
    .execute();
}

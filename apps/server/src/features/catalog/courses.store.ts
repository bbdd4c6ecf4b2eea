import type { Course, CourseInput, CoursePatch, CourseSummary } from '@vitrine/contract/catalog';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import {
  accessOfIt,
  upsell,
  viewerCte,
  viewerValues,
  type CourseViewer,
} from '../../kit/course-access.ts';
import { claimFiles, heldFiles, releaseFiles } from '../../kit/claim-files.ts';
import { reorder } from '../../kit/ordering.ts';
import { pageWindow } from '../../kit/pagination.ts';
import { setProducts } from '../../kit/product-access.ts';
import { containsPattern } from '../../kit/search-text.ts';
import { nextVersion, lockVersion } from '../../kit/versions.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { orNotFound } from '../../platform/app-error.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';
import { addressesToKeep } from './addresses.rules.ts';
import { namedFiles } from './lesson-files.ts';
import { courseCompleted, moduleCompleted } from './completions.store.ts';
import { lessonEntry, withProgress } from './lesson-list.ts';

const products = { table: 'course_products', column: 'course_id' } as const;

/** One page by title, for whoever manages the school; a search knows no case and no accents. */
export async function listCourses(
  { db }: TenantTransaction,
  { search, page }: { search: string; page: number },
) {
  const { offset, limit } = pageWindow(page);
  const { rows } = await sql<CourseSummary>`
    SELECT c.id, c.title, c.cover,
      ARRAY(SELECT product_id FROM course_products cp
            WHERE cp.course_id = c.id ORDER BY product_id) AS product_ids,
      (SELECT count(*) FROM modules m
       WHERE m.course_id = c.id) AS modules_count,
      (SELECT count(*) FROM lessons l
       WHERE l.course_id = c.id) AS lessons_count
    FROM courses c
    ${search ? sql`WHERE f_unaccent(c.title) LIKE f_unaccent(${containsPattern(search)})` : sql``}
    ORDER BY f_unaccent(c.title), c.id
    OFFSET ${offset} LIMIT ${limit}`.execute(db);
  return rows;
}

const courseSql = (id: string) => `WITH ${viewerCte}, it AS MATERIALIZED (
       SELECT c.*, c.id AS course_id FROM courses c WHERE c.id = ${id}
     ), ${accessOfIt}, list AS (
       SELECT l.module_id, count(*) AS total, count(p.finished_at) AS done,
              json_agg(${lessonEntry('it_access.open')} ORDER BY l.position, l.id) AS lessons
       FROM it
       JOIN lessons l ON l.course_id = it.id
       ${withProgress}
       CROSS JOIN it_access
       GROUP BY l.module_id
     )
     SELECT it.id, it.title, it.cover, it.version, NOT it_access.open AS locked,
       ${courseCompleted} AS completed_at,
       CASE WHEN it_access.open THEN it.description ELSE '' END AS description,
       CASE WHEN NOT it_access.open THEN ${upsell} END AS upsell,
       CASE WHEN :isStaff THEN it.upsell_text END AS upsell_text,
       CASE WHEN :isStaff THEN it.upsell_link END AS upsell_link,
       CASE WHEN :isStaff THEN ARRAY(
         SELECT product_id FROM course_products cp
         WHERE cp.course_id = it.id ORDER BY product_id) END AS product_ids,
       (SELECT whole_percent(coalesce(sum(done), 0)::bigint, coalesce(sum(total), 0)::bigint)
        FROM list) AS progress,
       (SELECT coalesce(json_agg(json_build_object(
            'id', m.id, 'course_id', m.course_id, 'title', m.title, 'cover', m.cover,
            'completed_at', ${moduleCompleted},
            'lessons', coalesce(list.lessons, '[]')) ORDER BY m.position, m.id), '[]')
        FROM modules m LEFT JOIN list ON list.module_id = m.id
        WHERE m.course_id = it.id) AS modules
     FROM it, it_access WHERE it_access.shown`;

export const courseQuery = viewerQuery({
  name: 'catalog.course',
  sql: courseSql(':courseId'),
  row: z.custom<Course>(),
});

/** The course in which a module stands. */
export const courseOfModuleQuery = viewerQuery({
  name: 'catalog.course-of-module',
  sql: courseSql('(SELECT m.course_id FROM modules m WHERE m.id = :moduleId)'),
  row: z.custom<Course>(),
});

/** A course with all its modules and lessons, in one statement; locked where no product opens it. */
export async function readCourse(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<Course> {
  const [found] = await tx.run(courseQuery.byMember, { ...viewerValues(viewer), courseId: id });
  return orNotFound(found);
}

export async function addCourse(
  tx: TenantTransaction,
  { title, description, upsell_text, product_ids, ...typed }: CourseInput,
): Promise<number> {
  const { cover, upsell_link } = addressesToKeep(tx.tenantId, {
    cover: typed.cover,
    upsell_link: typed.upsell_link,
  });
  await claimFiles(tx, namedFiles({ cover }));
  const { id } = await tx.db
    .insertInto('courses')
    .values({ title, description, cover, upsell_text, upsell_link })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setProducts(tx, products, id, product_ids);
  return id;
}

export async function changeCourse(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
  patch: CoursePatch,
) {
  const { title, description, upsell_text, product_ids, module_ids } = patch;
  const current = () => readCourse(tx, viewer, id);
  await lockVersion(tx, { table: 'courses', id, version: patch.version, current });
  const { cover, upsell_link } = addressesToKeep(tx.tenantId, {
    cover: patch.cover,
    upsell_link: patch.upsell_link,
  });
  await claimFiles(tx, namedFiles({ cover }));
  const { cover: before } = await tx.db
    .selectFrom('courses')
    .select('cover')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await tx.db
    .updateTable('courses')
    .set({ title, description, cover, upsell_text, upsell_link, version: nextVersion })
    .where('id', '=', id)
    .execute();
  if (cover !== undefined) await releaseFiles(tx, 'catalog_files', [before]);
  if (product_ids) await setProducts(tx, products, id, product_ids);
  if (module_ids)
    await reorder(tx, {
      table: 'modules',
      ids: module_ids,
      within: { course_id: id },
      current: async () => (await current()).modules,
    });
}

/** Its modules, lessons, files, likes and progress go along. */
export async function removeCourse(tx: TenantTransaction, id: number) {
  const { db } = tx;
  const held = await heldFiles(tx, 'catalog_files', { course_id: id });
  orNotFound(
    await db.deleteFrom('courses').where('id', '=', id).returning('id').executeTakeFirst(),
  );
  await releaseFiles(tx, 'catalog_files', held);
}

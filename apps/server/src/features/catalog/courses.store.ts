import type {
  Course,
  CourseInput,
  CourseOfferPatch,
  CoursePatch,
  CourseStudents,
  CourseSummary,
} from '@vitrine/contract/catalog';
import { limits, messages } from '@vitrine/contract/catalog-limits';
import { characterCount } from '@vitrine/contract/core';
import { sql } from 'kysely';
import { viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { setProducts } from '../../kit/access/product-access.ts';
import { claimFiles, claimedFiles, releaseFiles } from '../../kit/files/claim-files.ts';
import { allowLongStatement } from '../../kit/long-removal.ts';
import { lockRows } from '../../kit/rows/lock-rows.ts';
import { reorder } from '../../kit/rows/ordering.ts';
import { pageWindow } from '../../kit/rows/pagination.ts';
import { titleOrder } from '../../kit/rows/title-order.ts';
import { nextVersion, lockVersion } from '../../kit/rows/versions.ts';
import { containsPattern } from '../../kit/search-text.ts';
import { uncountedCte } from '../../kit/uncounted-members.ts';
import { orNotFound } from '../../platform/app-error.ts';
import { cleanHtml } from '../../platform/clean-html.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { normalisedAddresses } from './addresses.rules.ts';
import { courseJson, courseQuery, readUncachedCourse } from './course.reader.ts';
import { namedFiles } from './lesson-files.ts';

const products = { table: 'course_products', column: 'course_id' } as const;

/** Lists one page by title for admins. The search ignores case and accents. */
export async function listCourses(
  { db }: TenantTransaction,
  { search, page }: { search: string; page: number },
) {
  const { offset, limit } = pageWindow(page);
  const { rows } = await sql<CourseSummary>`
    SELECT c.id, c.title, c.cover, c.published::integer AS published,
      ARRAY(SELECT product_id FROM course_products cp
            WHERE cp.course_id = c.id ORDER BY product_id) AS product_ids,
      (SELECT count(*) FROM modules m
       WHERE m.course_id = c.id) AS modules_count,
      (SELECT count(*) FROM lessons l
       WHERE l.course_id = c.id) AS lessons_count
    FROM courses c
    ${search ? sql`WHERE f_unaccent(c.title) LIKE f_unaccent(${containsPattern(search)})` : sql``}
    ORDER BY ${sql.raw(titleOrder('c.title'))}, c.id
    OFFSET ${offset} LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Counts the students who hold a course by an active product, and the members who completed it. Staff
 * and accounts that wait for their erasure do not count.
 */
export async function countStudents(
  { db }: TenantTransaction,
  courseId: number,
): Promise<CourseStudents> {
  const { rows } = await sql<CourseStudents>`
    WITH ${sql.raw(uncountedCte)}
    SELECT (SELECT count(DISTINCT mp.member_id) FROM course_products cp
        JOIN products p ON p.id = cp.product_id AND p.status = 'active'
        JOIN member_products mp ON mp.product_id = cp.product_id
        WHERE cp.course_id = c.id AND mp.member_id NOT IN (SELECT id FROM uncounted)) AS holders,
      (SELECT count(*) FROM course_completions e
        WHERE e.course_id = c.id AND e.member_id NOT IN (SELECT id FROM uncounted)) AS finished
    FROM courses c WHERE c.id = ${courseId}`.execute(db);
  return orNotFound(rows[0]);
}

/** Reads a course with all its modules and lessons, as this transaction sees it. */
export async function readCourse(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<Course> {
  const [viewerCourse] = await tx.run(courseQuery.byMember, {
    ...viewerValues(viewer),
    courseId: id,
  });
  const sharedCourse = await readUncachedCourse(tx, viewer.staff, viewerCourse!);
  return courseJson(sharedCourse, viewerCourse!).read().data;
}

/** Adds a course with the products that open it, and returns its id. */
export async function addCourse(
  tx: TenantTransaction,
  { title, upsell_text, product_ids, published, ...typed }: CourseInput,
): Promise<number> {
  const { cover, upsell_link } = normalisedAddresses(tx.tenantId, {
    cover: typed.cover,
    upsell_link: typed.upsell_link,
  });
  const description = descriptionToKeep(tx, typed.description);
  const offer = JSON.stringify(offerToKeep(tx, typed.offer));
  await claimFiles(tx, namedFiles({ cover }));
  const { id } = await tx.db
    .insertInto('courses')
    .values({ title, description, cover, upsell_text, upsell_link, published, offer })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setProducts(tx, products, id, product_ids);
  return id;
}

/** Changes a course. Throws 409 if the version is out of date, or `module_ids` no order of all. */
export async function changeCourse(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
  patch: CoursePatch,
) {
  const { title, upsell_text, product_ids, module_ids, published } = patch;
  const current = () => readCourse(tx, viewer, id);
  await lockVersion(tx, { table: 'courses', id, version: patch.version, current });
  const { cover, upsell_link } = normalisedAddresses(tx.tenantId, {
    cover: patch.cover,
    upsell_link: patch.upsell_link,
  });
  const description =
    patch.description === undefined ? undefined : descriptionToKeep(tx, patch.description);
  const offer = JSON.stringify(offerToKeep(tx, patch.offer ?? {}));
  await claimFiles(tx, namedFiles({ cover }));
  const { cover: previousCover } = await tx.db
    .selectFrom('courses')
    .select('cover')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await tx.db
    .updateTable('courses')
    .set({
      title,
      description,
      cover,
      upsell_text,
      upsell_link,
      published,
      // Fields that the patch omits are kept.
      offer: sql`offer || ${offer}::jsonb`,
      version: nextVersion,
    })
    .where('id', '=', id)
    .execute();
  if (cover !== undefined) await releaseFiles(tx, 'catalog_files', [previousCover]);
  if (product_ids) await setProducts(tx, products, id, product_ids);
  if (module_ids)
    await reorder(tx, {
      table: 'modules',
      ids: module_ids,
      within: { course_id: id },
      current: async () => (await current()).modules,
    });
}

/** Removes a course with its modules, lessons, files, likes and progress. */
export async function removeCourse(tx: TenantTransaction, id: number) {
  const { db } = tx;
  await allowLongStatement(tx);
  await lockRows(tx, 'courses', { id });
  await lockRows(tx, 'modules', { course_id: id });
  await lockRows(tx, 'lessons', { course_id: id });
  const files = await claimedFiles(tx, 'catalog_files', { course_id: id });
  orNotFound(
    await db.deleteFrom('courses').where('id', '=', id).returning('id').executeTakeFirst(),
  );
  await releaseFiles(tx, 'catalog_files', files);
}

function descriptionToKeep({ tenantId }: TenantTransaction, description: string) {
  return cleanHtml(description, tenantId, {
    field: 'description',
    fits: (html) => characterCount(html) <= limits.description,
    tooLong: messages.descriptionTooLong,
  });
}

function offerToKeep({ tenantId }: TenantTransaction, offer: CourseOfferPatch) {
  const { button_url } = offer;
  return { ...offer, ...normalisedAddresses(tenantId, { button_url }) };
}

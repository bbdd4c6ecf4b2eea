import type { Module, ModuleInput, ModulePatch } from '@vitrine/contract/catalog';
import { sql } from 'kysely';
import { viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { claimFiles, claimedFiles, releaseFiles } from '../../kit/files/claim-files.ts';
import { allowLongStatement } from '../../kit/long-removal.ts';
import { lockRows } from '../../kit/rows/lock-rows.ts';
import { lockList, reorder } from '../../kit/rows/ordering.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { normalisedAddresses } from './addresses.rules.ts';
import { courseOfModuleQuery, modulePageJson, readUncachedCourse } from './course.reader.ts';
import { namedFiles } from './lesson-files.ts';

/** Reads a module with its lessons, as this transaction sees it. */
export async function readModule(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<Module> {
  const values = { ...viewerValues(viewer), moduleId: id };
  const [viewerCourse] = await tx.run(courseOfModuleQuery.byMember, values);
  const sharedCourse = await readUncachedCourse(tx, viewer.staff, viewerCourse!);
  return modulePageJson(sharedCourse, viewerCourse!, id).read().data;
}

/** Adds a module at the end of its course, and returns its id. Throws 404 for an unknown course. */
export async function addModule(
  tx: TenantTransaction,
  courseId: number,
  { title, published, ...typed }: ModuleInput,
): Promise<number> {
  const { db } = tx;
  orNotFound(
    await db.selectFrom('courses').select('id').where('id', '=', courseId).executeTakeFirst(),
  );
  const { cover } = normalisedAddresses(tx.tenantId, { cover: typed.cover });
  await claimFiles(tx, namedFiles({ cover }));
  await lockList(tx, 'modules', courseId);
  const { id } = await db
    .insertInto('modules')
    .values({
      course_id: courseId,
      title,
      cover,
      published,
      position: sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM modules
                             WHERE course_id = ${courseId})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a module. Throws 409 with the current lessons if `lesson_ids` is no order of all. */
export async function changeModule(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
  { title, lesson_ids, published, ...typed }: ModulePatch,
) {
  // Locks the module before its lessons, as a removal does. New lessons need not wait.
  const { course_id, cover: previousCover } = orNotFound(
    await tx.db
      .selectFrom('modules')
      .select(['course_id', 'cover'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  );
  const { cover } = normalisedAddresses(tx.tenantId, { cover: typed.cover });
  await claimFiles(tx, namedFiles({ cover }));
  if (title !== undefined || cover !== undefined || published !== undefined)
    await tx.db
      .updateTable('modules')
      .set({ title, cover, published })
      .where('id', '=', id)
      .execute();
  if (cover !== undefined) await releaseFiles(tx, 'catalog_files', [previousCover]);
  if (lesson_ids)
    await reorder(tx, {
      table: 'lessons',
      ids: lesson_ids,
      // The course first: lessons move between its modules, so its lists are taken together.
      within: { course_id, module_id: id },
      current: async () => (await readModule(tx, viewer, id)).lessons,
    });
}

/** Removes a module with its lessons and their data. */
export async function removeModule(tx: TenantTransaction, id: number) {
  const { db } = tx;
  const { course_id } = orNotFound(
    await db.selectFrom('modules').select('course_id').where('id', '=', id).executeTakeFirst(),
  );
  await lockList(tx, 'modules', course_id);
  await allowLongStatement(tx);
  await lockRows(tx, 'modules', { id });
  await lockRows(tx, 'lessons', { module_id: id });
  const files = await claimedFiles(tx, 'catalog_files', { module_id: id });
  orNotFound(
    await db.deleteFrom('modules').where('id', '=', id).returning('id').executeTakeFirst(),
  );
  await releaseFiles(tx, 'catalog_files', files);
}

import type { Lesson, LessonInput, LessonPatch, LessonsPatch } from '@vitrine/contract/catalog';
import { messages } from '@vitrine/contract/catalog-limits';
import { fitsContent } from '@vitrine/contract/lesson-content';
import { messages as common } from '@vitrine/contract/messages';
import { sql } from 'kysely';
import { viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { claimFiles, claimedFiles, releaseFiles } from '../../kit/files/claim-files.ts';
import { allowLongStatement } from '../../kit/long-removal.ts';
import { lockRows } from '../../kit/rows/lock-rows.ts';
import { lockList } from '../../kit/rows/ordering.ts';
import { nextVersion, lockVersion } from '../../kit/rows/versions.ts';
import { constraint, invalid, notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import { cleanHtml } from '../../platform/clean-html.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { schoolFilePath } from '../../platform/school-file-path.ts';
import { normalisedAddresses, requirePlayer, normalisedVideo } from './addresses.rules.ts';
import { namedFiles } from './lesson-files.ts';
import { lessonJson, lessonQuery, readUncachedLesson } from './lesson.reader.ts';

constraint('lessons_tenant_id_quiz_id_fkey', () => refuse('not_found', messages.unknownQuiz, 404));

/** Reads a lesson as this transaction sees it. */
export async function readLesson(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<Lesson> {
  const [viewerLesson] = await tx.run(lessonQuery.byMember, {
    ...viewerValues(viewer),
    lessonId: id,
  });
  const lesson = await readUncachedLesson(tx, viewer.staff, viewerLesson!, id);
  return lessonJson(lesson).read().data;
}

/** Adds a lesson at the end of its module, and returns its id. Throws 404 for an unknown module. */
export async function addLesson(
  tx: TenantTransaction,
  moduleId: number,
  input: WithFormulas<LessonInput>,
): Promise<number> {
  const { course_id } = orNotFound(
    await tx.db
      .selectFrom('modules')
      .select('course_id')
      .where('id', '=', moduleId)
      .executeTakeFirst(),
  );
  const columns = { ...(await columnsToStore(tx, input)), title: input.title };
  await lockList(tx, 'lessons', course_id);
  const { id } = await tx.db
    .insertInto('lessons')
    .values({ ...columns, course_id, module_id: moduleId, position: lastPlace(moduleId) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setFiles(tx, id, input.files);
  await setCaptions(tx, id, input.captions);
  return id;
}

/**
 * Changes a lesson, and releases the files that it no longer uses. Throws 409 if the version is out
 * of date.
 */
export async function changeLesson(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
  patch: WithFormulas<LessonPatch>,
) {
  const { version, module_id, files, captions } = patch;
  const previous = orNotFound(
    await tx.db
      .selectFrom('lessons')
      .select(['course_id', 'module_id'])
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  // Locks the lists before the row, in the same order as reordering does. Another order could
  // deadlock.
  if (module_id !== undefined) await lockList(tx, 'lessons', previous.course_id);
  const current = () => readLesson(tx, viewer, id);
  await lockVersion(tx, { table: 'lessons', id, version, current });
  const columns = await columnsToStore(tx, patch);
  const fileColumns = [columns.content, columns.cover, columns.video_url, files, captions];
  const storedFiles = fileColumns.some((column) => column !== undefined)
    ? await claimedFiles(tx, 'catalog_files', { lesson_id: id })
    : [];
  await tx.db
    .updateTable('lessons')
    .set({ ...columns, version: nextVersion })
    .where('id', '=', id)
    .execute();
  if (files) await setFiles(tx, id, files);
  if (captions) await setCaptions(tx, id, captions);
  await releaseFiles(tx, 'catalog_files', storedFiles, { lesson_id: id });
  if (module_id !== undefined) await moveLesson(tx, id, module_id);
}

/** Removes a lesson with its files, likes and progress. */
export async function removeLesson(tx: TenantTransaction, id: number) {
  const { db } = tx;
  const { course_id } = orNotFound(
    await db.selectFrom('lessons').select('course_id').where('id', '=', id).executeTakeFirst(),
  );
  await lockList(tx, 'lessons', course_id);
  await allowLongStatement(tx);
  await lockRows(tx, 'lessons', { id });
  const files = await claimedFiles(tx, 'catalog_files', { lesson_id: id });
  orNotFound(
    await db.deleteFrom('lessons').where('id', '=', id).returning('id').executeTakeFirst(),
  );
  await releaseFiles(tx, 'catalog_files', files);
}

/**
 * Moves lessons of one course, publishes them or makes them drafts. Progress follows by its key.
 * Throws 404 for a lesson or module of another course, 409 if `before_id` is not in the module. The
 * foreign key of the lessons refuses the module.
 */
export async function changeLessons(
  tx: TenantTransaction,
  courseId: number,
  { lesson_ids, published, module_id, before_id = null }: LessonsPatch,
  current: () => Promise<unknown>,
) {
  const ids = await lockLessons(tx, courseId, lesson_ids);
  await tx.db
    .updateTable('lessons')
    .set({ published, version: nextVersion })
    .where('id', 'in', ids)
    .execute();
  if (module_id === undefined) return;
  const movedIds = new Set(ids);
  const siblings = await tx.db
    .selectFrom('lessons')
    .select('id')
    .where('module_id', '=', module_id)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const order = siblings.flatMap(({ id }) => (movedIds.has(id) ? [] : [id]));
  const insertIndex = before_id === null ? order.length : order.indexOf(before_id);
  if (insertIndex < 0)
    throw refuse('stale_order', common.staleOrder, 409, { data: await current() });
  order.splice(insertIndex, 0, ...ids);
  await allowLongStatement(tx);
  await sql`
    UPDATE lessons AS l SET module_id = ${module_id}, position = wanted.position
    FROM unnest(${order}::bigint[]) WITH ORDINALITY AS wanted (id, position)
    WHERE l.id = wanted.id`.execute(tx.db);
}

/** Removes lessons of one course with their files, likes and progress. */
export async function removeLessons(tx: TenantTransaction, courseId: number, lessonIds: number[]) {
  const ids = await lockLessons(tx, courseId, lessonIds);
  await allowLongStatement(tx);
  await lockRows(tx, 'lessons', { id: ids });
  const files = await claimedFiles(tx, 'catalog_files', { lesson_id: ids });
  await tx.db.deleteFrom('lessons').where('id', 'in', ids).execute();
  await releaseFiles(tx, 'catalog_files', files);
}

/** Locks the course's lists. Returns each id once. Throws 404 if one is of another course. */
async function lockLessons(tx: TenantTransaction, courseId: number, lessonIds: number[]) {
  await lockList(tx, 'lessons', courseId);
  const ids = [...new Set(lessonIds)];
  const found = await tx.db
    .selectFrom('lessons')
    .select('id')
    .where('course_id', '=', courseId)
    .where('id', 'in', ids)
    .execute();
  if (found.length !== ids.length) throw notFound();
  return ids;
}

/**
 * Moves a lesson to the end of another module of its course. Progress follows by its foreign key.
 * That of the lesson refuses a module of another course.
 */
async function moveLesson(tx: TenantTransaction, id: number, moduleId: number) {
  await allowLongStatement(tx);
  await tx.db
    .updateTable('lessons')
    .set({ module_id: moduleId, position: lastPlace(moduleId) })
    .where('id', '=', id)
    .where('module_id', '<>', moduleId) // a lesson of this module keeps its place
    .execute();
}

const lastPlace = (moduleId: number) =>
  sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM lessons
               WHERE module_id = ${moduleId})`;

async function setFiles(tx: TenantTransaction, lessonId: number, files: LessonInput['files']) {
  const { db } = tx;
  const claimed = await claimFiles(
    tx,
    files.map(({ path }, at) => ({ field: `files.${at}.path`, path, use: 'lesson_file' })),
  );
  const rows = claimed.map(({ path, bytes }, at) => ({
    lesson_id: lessonId,
    position: at + 1,
    name: files[at]!.name,
    path,
    size: bytes,
  }));
  await db.deleteFrom('lesson_files').where('lesson_id', '=', lessonId).execute();
  if (rows.length) await db.insertInto('lesson_files').values(rows).execute();
}

async function setCaptions(
  tx: TenantTransaction,
  lessonId: number,
  captions: LessonInput['captions'],
) {
  const { db } = tx;
  const claimed = await claimFiles(
    tx,
    captions.map(({ path }, at) => ({
      field: `captions.${at}.path`,
      path,
      use: 'lesson_captions',
    })),
  );
  const rows = claimed.map(({ path }, at) => ({
    lesson_id: lessonId,
    language: captions[at]!.language,
    position: at + 1,
    path,
  }));
  await db.deleteFrom('lesson_captions').where('lesson_id', '=', lessonId).execute();
  if (rows.length) await db.insertInto('lesson_captions').values(rows).execute();
}

/** The content with rendered formulas. Without `content`, neither is changed. */
export type WithFormulas<Patch> = Patch & { content_html?: string | null };

/** Stored content must pass the same limit when it is saved again. */
const contentLimit = { fits: fitsContent, tooLong: messages.contentTooLong };
/** Cleans the content of a lesson (safety, HTML). Throws 422 if it is too long. */
export const cleanContent = (html: string, tenantId: number) =>
  cleanHtml(html, tenantId, contentLimit);

// Cleaning ------------------------------------------------------------------------------------

/** Cleans the fields of a lesson that are columns, and claims the files that they name. */
async function columnsToStore(tx: TenantTransaction, patch: WithFormulas<LessonPatch>) {
  const { title, content, duration_seconds, published, sample } = patch;
  const { quiz_id, quiz_required } = patch;
  const { embed, video_url: typedVideo } = normalisedVideo({
    video_url: patch.video_url,
    embed: patch.embed,
  });
  const { files = [], captions = [] } = patch;
  const { cover, video_url, link } = normalisedAddresses(tx.tenantId, {
    cover: patch.cover,
    video_url: typedVideo,
    link: patch.link,
  });
  refuseForeignParts(tx, { files, captions });
  const columns = {
    title,
    content: content === undefined ? undefined : cleanContent(content, tx.tenantId),
    content_html: content === undefined ? undefined : (patch.content_html ?? null),
    cover,
    video_url,
    embed: embed === undefined ? undefined : requirePlayer(embed),
    link,
    duration_seconds,
    published,
    sample,
    quiz_id,
    quiz_required,
  };
  await claimFiles(tx, namedFiles(columns));
  return columns;
}

function refuseForeignParts(
  { tenantId }: TenantTransaction,
  parts: Record<string, { path: string }[]>,
) {
  const foreign = Object.entries(parts).flatMap(([field, list]) =>
    list.flatMap(({ path }, at) => (schoolFilePath(path, tenantId) ? [] : [`${field}.${at}.path`])),
  );
  if (foreign.length)
    throw invalid(Object.fromEntries(foreign.map((field) => [field, [common.invalidLink]])));
}

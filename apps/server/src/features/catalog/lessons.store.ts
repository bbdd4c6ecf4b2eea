import {
  fitsContent,
  messages as catalog,
  type Lesson,
  type LessonInput,
  type LessonPatch,
  type NoAccess,
} from '@vitrine/contract/catalog';
import { messages } from '@vitrine/contract/messages';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { claimFiles, heldFiles, releaseFiles } from '../../kit/claim-files.ts';
import { viewerValues, type CourseViewer } from '../../kit/course-access.ts';
import { lockList } from '../../kit/ordering.ts';
import { nextVersion, lockVersion } from '../../kit/versions.ts';
import { cleanHtml } from '../../platform/clean-html.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { schoolFilePath } from '../../platform/school-file-path.ts';
import { orNotFound, invalid } from '../../platform/app-error.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';
import { addressesToKeep, playerToKeep } from './addresses.rules.ts';
import { namedFiles } from './lesson-files.ts';
import { lessonEntry, withProgress } from './lesson-list.ts';
import { marquee } from './lesson-marquee.ts';
import { lessonWithAccess, noAccess, requireOpenLesson } from '../../kit/lesson-access.ts';

/** The row as it is read: more than a reader may see, until `openLesson` has looked at it. */
export interface LessonRow extends LessonWithList {
  no_access: NoAccess | null;
}

/** The course's list is JSON: the longest part of the answer, which nobody here looks into. */
export interface LessonWithList extends Omit<Lesson, 'modules'> {
  modules: string;
  /** The place of the lesson's module in its course, from 1. */
  module_place: number;
}

/**
 * All that the lesson screen shows, in one statement however many lessons the course has: the
 * lesson, its files and likes, where the reader stands, and the course's list around it.
 */
export const lessonQuery = viewerQuery({
  name: 'catalog.lesson',
  sql: `WITH ${lessonWithAccess}, list AS (
     SELECT l.id, l.title, m.id AS module_id, m.title AS module_title,
            p.seconds, p.finished_at IS NOT NULL AS finished,
            row_number() OVER course AS place,
            dense_rank() OVER (ORDER BY m.position, m.id) AS module_place,
            lag(l.id) OVER course AS previous_id, lag(l.title) OVER course AS previous_title,
            lead(l.id) OVER course AS next_id, lead(l.title) OVER course AS next_title,
            ${lessonEntry('true')} AS entry
     FROM it
     JOIN lessons l ON l.course_id = it.course_id
     JOIN modules m ON m.id = l.module_id
     ${withProgress}
     WHERE (SELECT open FROM it_access)
     WINDOW course AS (ORDER BY m.position, m.id, l.position, l.id)
   ), modules AS (
     SELECT min(place) AS place, json_build_object(
       'id', module_id, 'title', module_title, 'lessons', json_agg(entry ORDER BY place)) AS module
     FROM list GROUP BY module_id, module_title
   )
   SELECT ${noAccess} AS no_access, it.id, it.title, it.content, it.cover, it.video_url, it.embed, it.link,
     it.duration_seconds, it.version,
     (SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'url', f.path)
                               ORDER BY f.position, f.id), '[]')
      FROM lesson_files f WHERE f.lesson_id = it.id) AS files,
     (SELECT coalesce(json_agg(json_build_object('language', s.language, 'url', s.path)
                               ORDER BY s.position), '[]')
      FROM lesson_captions s WHERE s.lesson_id = it.id) AS captions,
     coalesce(here.seconds, 0) AS seconds,
     here.finished,
     (SELECT count(*) FROM lesson_likes k
      WHERE k.lesson_id = it.id) AS likes,
     EXISTS (SELECT FROM lesson_likes k
      WHERE k.lesson_id = it.id AND k.member_id = :memberId) AS liked,
     json_build_object('id', it.course_id, 'title', it.course_title, 'progress', (
       SELECT whole_percent(count(*) FILTER (WHERE list.finished), count(*)) FROM list)) AS course,
     json_build_object('id', here.module_id, 'title', here.module_title) AS module,
     here.module_place,
     CASE WHEN here.previous_id IS NOT NULL THEN
       json_build_object('id', here.previous_id, 'title', here.previous_title) END AS previous,
     CASE WHEN here.next_id IS NOT NULL THEN
       json_build_object('id', here.next_id, 'title', here.next_title) END AS next,
     (SELECT json_agg(module ORDER BY place) FROM modules)::text AS modules,
     CASE WHEN it_access.open THEN ${marquee} END AS marquee
   FROM it CROSS JOIN it_access LEFT JOIN list AS here ON here.id = it.id
   WHERE it_access.shown`,
  row: z.custom<LessonRow>(),
});

/** The lesson, where its reader may go in: else 403 with the way, or 404 where it is hidden. */
export function openLesson(row: LessonRow | undefined): LessonWithList {
  const lesson = orNotFound(row);
  requireOpenLesson(lesson);
  return lesson;
}

export async function readLesson(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<Lesson> {
  const values = { ...viewerValues(viewer), lessonId: id };
  const [row] = await tx.run(lessonQuery.byMember, values);
  const lesson = openLesson(row);
  const { module_place: _, ...rest } = lesson;
  return { ...rest, modules: JSON.parse(lesson.modules) as Lesson['modules'] };
}

/** At the end of its module. */
export async function addLesson(
  tx: TenantTransaction,
  moduleId: number,
  input: LessonInput,
): Promise<number> {
  const { course_id } = orNotFound(
    await tx.db
      .selectFrom('modules')
      .select('course_id')
      .where('id', '=', moduleId)
      .executeTakeFirst(),
  );
  const kept = { ...(await toKeep(tx, input)), title: input.title };
  await lockList(tx, 'lessons', course_id);
  const { id } = await tx.db
    .insertInto('lessons')
    .values({ ...kept, course_id, module_id: moduleId, position: lastPlace(moduleId) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setFiles(tx, id, input.files);
  await setCaptions(tx, id, input.captions);
  return id;
}

export async function changeLesson(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
  patch: LessonPatch,
) {
  const { version, module_id, files, captions } = patch;
  const before = orNotFound(
    await tx.db
      .selectFrom('lessons')
      .select(['course_id', 'module_id'])
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  // The lists before the row, as whoever orders them does: two who wait for each other wait forever.
  if (module_id !== undefined) await lockList(tx, 'lessons', before.course_id);
  const current = () => readLesson(tx, viewer, id);
  await lockVersion(tx, { table: 'lessons', id, version, current });
  const kept = await toKeep(tx, patch);
  const named = [kept.content, kept.cover, kept.video_url, files, captions];
  const held = named.some((one) => one !== undefined)
    ? await heldFiles(tx, 'catalog_files', { lesson_id: id })
    : [];
  await tx.db
    .updateTable('lessons')
    .set({ ...kept, version: nextVersion })
    .where('id', '=', id)
    .execute();
  if (files) await setFiles(tx, id, files);
  if (captions) await setCaptions(tx, id, captions);
  await releaseFiles(tx, 'catalog_files', held);
  if (module_id !== undefined) await moveLesson(tx, id, before.course_id, module_id);
}

/** Its files, likes and progress go along. */
export async function removeLesson(tx: TenantTransaction, id: number) {
  const { db } = tx;
  const { course_id } = orNotFound(
    await db.selectFrom('lessons').select('course_id').where('id', '=', id).executeTakeFirst(),
  );
  await lockList(tx, 'lessons', course_id);
  const held = await heldFiles(tx, 'catalog_files', { lesson_id: id });
  orNotFound(
    await db.deleteFrom('lessons').where('id', '=', id).returning('id').executeTakeFirst(),
  );
  await releaseFiles(tx, 'catalog_files', held);
}

/** To the end of another module of the same course; progress follows by its key. */
async function moveLesson(tx: TenantTransaction, id: number, courseId: number, moduleId: number) {
  orNotFound(
    await tx.db
      .selectFrom('modules')
      .select('id')
      .where('id', '=', moduleId)
      .where('course_id', '=', courseId)
      .executeTakeFirst(),
  );
  await tx.db
    .updateTable('lessons')
    .set({ module_id: moduleId, position: lastPlace(moduleId) })
    .where('id', '=', id)
    .where('module_id', '<>', moduleId) // who stands there already keeps their place
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

/** What is stored must come back through the same limit when somebody saves it again. */
const contentLimit = { fits: fitsContent, tooLong: catalog.contentTooLong };

// What was typed, and what of it is kept ---------------------------------------------------------

async function toKeep(tx: TenantTransaction, given: LessonPatch) {
  const { title, content, embed, duration_seconds, files = [], captions = [] } = given;
  const { cover, video_url, link } = addressesToKeep(tx.tenantId, {
    cover: given.cover,
    video_url: given.video_url,
    link: given.link,
  });
  refuseForeignParts(tx, { files, captions });
  const kept = {
    title,
    content: content === undefined ? undefined : cleanHtml(content, tx.tenantId, contentLimit),
    cover,
    video_url,
    embed: embed === undefined ? undefined : playerToKeep(embed),
    link,
    duration_seconds,
  };
  await claimFiles(tx, namedFiles(kept));
  return kept;
}

function refuseForeignParts(
  { tenantId }: TenantTransaction,
  parts: Record<string, { path: string }[]>,
) {
  const foreign = Object.entries(parts).flatMap(([field, list]) =>
    list.flatMap(({ path }, at) => (schoolFilePath(path, tenantId) ? [] : [`${field}.${at}.path`])),
  );
  if (foreign.length)
    throw invalid(Object.fromEntries(foreign.map((field) => [field, [messages.invalidLink]])));
}

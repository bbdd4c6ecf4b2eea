import * as z from 'zod/mini';
import { opensLesson, viewerValues, type CourseViewer } from '../../kit/course-access.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

const openLessons = statement({
  name: 'offline.open-lessons',
  sql: `SELECT l.id FROM lessons l
    WHERE l.id = ANY (:ids::bigint[]) AND ${opensLesson('l')}
    ORDER BY l.id`,
  row: z.object({ id: z.number() }),
});

/** Filters the lessons that the viewer may open. Unknown ids are left out like locked ones. */
export async function openLessonsOf(reader: TenantReader, viewer: CourseViewer, ids: number[]) {
  const rows = await reader.run(openLessons, { ...viewerValues(viewer), ids });
  return rows.map(({ id }) => id);
}

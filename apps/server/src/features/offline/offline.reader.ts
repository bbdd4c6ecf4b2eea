import * as z from 'zod/mini';
import { opensLesson, viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

const openLessons = statement({
  name: 'offline.open-lessons',
  sql: `SELECT l.id FROM lessons l
    WHERE l.id = ANY (:ids::bigint[]) AND ${opensLesson('l')}
    ORDER BY l.id`,
  row: z.object({ id: z.number() }),
});

/** Returns those ids, ascending, whose lessons the viewer may open. Unknown ids are left out too. */
export async function openLessonsOf(reader: TenantReader, viewer: CourseViewer, ids: number[]) {
  const rows = await reader.run(openLessons, { ...viewerValues(viewer), ids });
  return rows.map(({ id }) => id);
}

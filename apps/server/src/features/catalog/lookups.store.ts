import type { LessonToPick } from '@vitrine/contract/catalog';
import {
  accessOfIt,
  courseAccess,
  isShown,
  viewerCte,
  viewerValues,
  type CourseViewer,
} from '../../kit/course-access.ts';
import { pageWindow } from '../../kit/pagination.ts';
import { containsPattern } from '../../kit/search-text.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { orNotFound } from '../../platform/app-error.ts';

interface TitledRow {
  id: number;
  title: string;
}

/** What the reader may know of, by title. */
export const coursesToPick = (tx: TenantTransaction, viewer: CourseViewer) =>
  tx.prepared<TitledRow>(
    'catalog.courses_to_pick',
    `WITH ${viewerCte}
     SELECT c.id, c.title FROM courses c ${courseAccess('c.id')}
     WHERE ${isShown}
     ORDER BY f_unaccent(c.title), c.id`,
    viewerValues(tx, viewer),
  );

/** Course by course, each in its order. */
export const modulesToPick = (tx: TenantTransaction, viewer: CourseViewer) =>
  tx.prepared<TitledRow & { course_id: number }>(
    'catalog.modules_to_pick',
    `WITH ${viewerCte}
     SELECT m.id, m.title, m.course_id
     FROM courses c JOIN modules m ON m.course_id = c.id ${courseAccess('c.id')}
     WHERE ${isShown}
     ORDER BY f_unaccent(c.title), c.id, m.position, m.id`,
    viewerValues(tx, viewer),
  );

export async function moduleWithLessons(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const [module] = await tx.prepared<TitledRow & { lessons: TitledRow[] }>(
    'catalog.module_with_lessons',
    `WITH ${viewerCte}, it AS MATERIALIZED (
       SELECT m.id, m.title, m.course_id FROM modules m WHERE m.id = $4
     ), ${accessOfIt}
     SELECT it.id, it.title, (
       SELECT coalesce(json_agg(json_build_object('id', l.id, 'title', l.title)
                                ORDER BY l.position, l.id), '[]')
       FROM lessons l WHERE l.module_id = it.id) AS lessons
     FROM it, it_access WHERE it_access.shown`,
    [...viewerValues(tx, viewer), id],
  );
  return orNotFound(module);
}

/** One page of the school's lessons by title; a search knows no case and no accents. */
export function lessonsToPick(
  { prepared, tenantId }: TenantTransaction,
  { search = '', page }: { search?: string; page: number },
) {
  const { offset, limit } = pageWindow(page);
  return prepared<LessonToPick>(
    'catalog.lessons_to_pick',
    `SELECT l.id, l.title, c.title AS course_title
     FROM lessons l JOIN courses c ON c.tenant_id = l.tenant_id AND c.id = l.course_id
     WHERE l.tenant_id = $1 AND ($2 = '' OR f_unaccent(l.title) LIKE f_unaccent($3))
     ORDER BY f_unaccent(l.title), l.id
     OFFSET $4 LIMIT $5`,
    [tenantId, search, containsPattern(search), offset, limit],
  );
}

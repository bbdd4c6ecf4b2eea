import { LessonToPick } from '@vitrine/contract/catalog';
import * as z from 'zod/mini';
import {
  courseAccessCte,
  courseAccess,
  isShown,
  seesLesson,
  seesModule,
  viewerCte,
  viewerValues,
  type CourseViewer,
} from '../../kit/access/course-access.ts';
import { pageWindow } from '../../kit/rows/pagination.ts';
import { titleOrder } from '../../kit/rows/title-order.ts';
import { containsPattern } from '../../kit/search-text.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

const titled = z.object({ id: z.number(), title: z.string() });

const courses = statement({
  name: 'catalog.courses-to-pick',
  sql: `WITH ${viewerCte}
    SELECT c.id, c.title FROM courses c ${courseAccess('c.id')}
    WHERE ${isShown}
    ORDER BY ${titleOrder('c.title')}, c.id`,
  row: titled,
});

/** Lists the courses that the viewer may know of, by title. */
export const coursesToPick = (tx: TenantTransaction, viewer: CourseViewer) =>
  tx.run(courses, viewerValues(viewer));

const modules = statement({
  name: 'catalog.modules-to-pick',
  sql: `WITH ${viewerCte}
    SELECT m.id, m.title, m.course_id
    FROM courses c JOIN modules m ON m.course_id = c.id ${courseAccess('c.id')}
    WHERE ${isShown} AND ${seesModule('m')}
    ORDER BY ${titleOrder('c.title')}, c.id, m.position, m.id`,
  row: z.extend(titled, { course_id: z.number() }),
});

/** Lists the modules that the viewer may know of: by course, each in its order. */
export const modulesToPick = (tx: TenantTransaction, viewer: CourseViewer) =>
  tx.run(modules, viewerValues(viewer));

const moduleAndLessons = statement({
  name: 'catalog.module-with-lessons',
  sql: `WITH ${viewerCte}, target AS MATERIALIZED (
      SELECT m.* FROM modules m WHERE m.id = :moduleId AND ${seesModule('m')}
    ), ${courseAccessCte}
    SELECT target.id, target.title, (
      SELECT coalesce(json_agg(json_build_object('id', l.id, 'title', l.title)
                               ORDER BY l.position, l.id), '[]')
      FROM lessons l WHERE l.module_id = target.id AND ${seesLesson('l', 'target')}) AS lessons
    FROM target, target_access WHERE target_access.shown`,
  row: z.extend(titled, { lessons: z.array(titled) }),
});

/** Reads a module with the lessons that the viewer may see. Throws 404 for an unknown id. */
export async function moduleWithLessons(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const [module] = await tx.run(moduleAndLessons, { ...viewerValues(viewer), moduleId: id });
  return orNotFound(module);
}

const lessons = statement({
  name: 'catalog.lessons-to-pick',
  sql: `SELECT l.id, l.title, c.id AS course_id, c.title AS course_title
    FROM lessons l JOIN courses c ON c.id = l.course_id
    WHERE :search = '' OR f_unaccent(l.title) LIKE (SELECT f_unaccent(:pattern))
    ORDER BY ${titleOrder('l.title')}, l.id
    OFFSET :offset LIMIT :limit`,
  row: LessonToPick,
});

/** Lists a page of the school's lessons by title. The search ignores case and accents. */
export const lessonsToPick = (
  tx: TenantTransaction,
  { search = '', page }: { search?: string; page: number },
) => tx.run(lessons, { search, pattern: containsPattern(search), ...pageWindow(page) });

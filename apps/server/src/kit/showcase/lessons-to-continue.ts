import { limits } from '@vitrine/contract/carousels';
import { courseAccess, isOpen, seesLesson } from '../access/course-access.ts';

/** Number of a course's lessons that the viewer sees and has finished. */
export const finishedIn = (course: string) => `(
  SELECT count(*) FROM lesson_progress done
  JOIN lessons lesson ON lesson.id = done.lesson_id
  JOIN modules module ON module.id = lesson.module_id
  WHERE done.member_id = :memberId
    AND done.course_id = ${course} AND done.finished_at IS NOT NULL AND ${seesLesson('lesson', 'module')})`;

/** Number of a course's lessons that the viewer sees. */
export const lessonsIn = (course: string) => `(
  SELECT count(*) FROM modules module
  JOIN lessons lesson ON lesson.module_id = module.id
  WHERE module.course_id = ${course} AND ${seesLesson('lesson', 'module')})`;

/** The first lesson of a course `c` that students see; no row if there is none. */
export const firstLesson = (c: string) => `
  SELECT l.module_id, l.id FROM modules m
  JOIN lessons l ON l.module_id = m.id
  WHERE m.course_id = ${c}.id AND m.published AND l.published
  ORDER BY m.position, m.id, l.position, l.id LIMIT 1`;

/**
 * CTEs after `viewer_access`: the lesson with which the viewer continues each course that they have
 * started and may open, newest first. It is the lesson touched last, or the next unfinished one if
 * that lesson is finished or a draft. The next course that they may open and have not started replaces
 * the course finished last. Only the 300 courses touched last are read, however long the history.
 */
export const lessonsToContinue = `started AS MATERIALIZED (
  SELECT member_course.course_id, p.module_id, p.lesson_id, p.finished_at, p.updated_at
  FROM course_progress member_course
  JOIN lesson_progress p ON p.member_id = member_course.member_id
    AND p.lesson_id = member_course.last_lesson_id
  WHERE member_course.member_id = :memberId
  ORDER BY member_course.touched_at DESC LIMIT 300
),
open_started AS MATERIALIZED (
  SELECT last.course_id, last.updated_at, next.*
  FROM (SELECT * FROM started ORDER BY updated_at DESC, course_id) AS last
  ${courseAccess('last.course_id')}
  LEFT JOIN LATERAL (
    SELECT last.module_id, last.lesson_id
    FROM lessons last_lesson JOIN modules last_module ON last_module.id = last_lesson.module_id
    WHERE last_lesson.id = last.lesson_id AND last.finished_at IS NULL
      AND ${seesLesson('last_lesson', 'last_module')}
    UNION ALL
    (SELECT l.module_id, l.id
     FROM lessons last_lesson
     JOIN modules last_module ON last_module.id = last_lesson.module_id
     JOIN lessons l ON l.course_id = last_lesson.course_id
     JOIN modules m ON m.id = l.module_id
     WHERE last_lesson.id = last.lesson_id
       AND (last.finished_at IS NOT NULL OR NOT ${seesLesson('last_lesson', 'last_module')})
       AND ${seesLesson('l', 'm')}
       AND l.id <> ALL (ARRAY(
         SELECT done.lesson_id FROM lesson_progress done
         WHERE done.member_id = :memberId AND done.course_id = last.course_id
           AND done.finished_at IS NOT NULL))
     ORDER BY (m.position, m.id, l.position, l.id)
         > (last_module.position, last_module.id, last_lesson.position, last_lesson.id) DESC,
       m.position, m.id, l.position, l.id
     LIMIT 1)
  ) AS next ON true
  WHERE ${isOpen}
),
lessons_to_continue AS MATERIALIZED (
  SELECT * FROM open_started WHERE lesson_id IS NOT NULL
  UNION ALL
  SELECT next.course_id, finished.updated_at, next.module_id, next.lesson_id
  FROM (
    SELECT course_id, updated_at FROM open_started WHERE lesson_id IS NULL
    ORDER BY updated_at DESC, course_id LIMIT 1) AS finished
  CROSS JOIN LATERAL (
    SELECT c.id AS course_id, first.module_id, first.id AS lesson_id
    FROM courses c
    ${courseAccess('c.id')}
    CROSS JOIN LATERAL (${firstLesson('c')}) AS first
    WHERE c.published AND ${isOpen}
      AND NOT EXISTS (
        SELECT FROM course_progress member_course
        WHERE member_course.member_id = :memberId AND member_course.course_id = c.id)
    ORDER BY c.id > finished.course_id DESC, c.id LIMIT 1) AS next
  ORDER BY updated_at DESC, course_id
  LIMIT ${limits.lessonsToContinue}
)`;

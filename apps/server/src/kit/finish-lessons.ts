import type { Progress } from '@vitrine/contract/catalog';
import * as z from 'zod/mini';
import type { TenantTransaction } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import { opensLesson, viewerValues, type CourseViewer } from './access/course-access.ts';
import { awardPointsSql } from './points.ts';
import { lockUntilCommit } from './rows/named-locks.ts';

const addCompletions = statement({
  name: 'catalog.ends',
  sql: `WITH lesson AS (
       SELECT module_id, course_id FROM lessons WHERE id = :lessonId
     ), unfinished AS (
       SELECT l.module_id FROM lesson
       JOIN lessons l ON l.course_id = lesson.course_id AND l.published
       JOIN modules m ON m.id = l.module_id AND m.published
       LEFT JOIN lesson_progress p
         ON p.member_id = :memberId AND p.lesson_id = l.id
       WHERE p.finished_at IS NULL
     ), module AS (
       INSERT INTO module_completions (member_id, module_id)
       SELECT :memberId, module_id FROM lesson
       WHERE NOT EXISTS (SELECT FROM unfinished WHERE unfinished.module_id = lesson.module_id)
       ON CONFLICT DO NOTHING RETURNING module_id AS id
     ), course AS (
       INSERT INTO course_completions (member_id, course_id)
       SELECT :memberId, course_id FROM lesson WHERE NOT EXISTS (SELECT FROM unfinished)
       ON CONFLICT DO NOTHING RETURNING course_id AS id
     )
     SELECT 'module' AS kind, ${awardPointsSql('finish_module', { kind: 'module', id: 'id' })} AS points
     FROM module
     UNION ALL
     SELECT 'course', ${awardPointsSql('finish_course', { kind: 'course', id: 'id' })} FROM course`,
  row: z.object({ kind: z.enum(['module', 'course']), points: z.number() }),
});

interface CompletionResult {
  completed: Progress['completed'];
  points: number;
}

/**
 * Records the module and the course that the lesson, finished just now, completes, each once. If
 * two devices finish the last two lessons at the same time, the second sees both, and only one
 * reports it.
 */
export async function recordCompletions(
  tx: TenantTransaction,
  { id: memberId }: CourseViewer,
  lessonId: number,
): Promise<CompletionResult> {
  // The lock is per member: a member is in one lesson at a time, and nobody else waits.
  await lockUntilCommit(tx, `ends:${memberId}`);
  const completions = await tx.run(addCompletions, { memberId, lessonId });
  return {
    completed: completions.map(({ kind }) => kind),
    points: completions.reduce((sum, { points }) => sum + points, 0),
  };
}

// Lessons that a quiz finishes --------------------------------------------------------------------

const blockedByQuiz = statement({
  name: 'catalog.blocked-by-quiz',
  sql: `SELECT EXISTS (
      SELECT FROM lessons l
      JOIN quizzes q ON q.id = l.quiz_id
      WHERE l.id = :lessonId AND l.quiz_required
        -- Nobody can pass a draft, or a quiz without questions.
        AND q.published AND q.questions <> '[]'
        AND NOT EXISTS (
          SELECT FROM quiz_attempts a
          WHERE a.quiz_id = q.id AND a.member_id = :memberId
            AND a.finished_at IS NOT NULL AND coalesce(a.passed, true))) AS blocked`,
  row: z.object({ blocked: z.boolean() }),
});

/** Tells whether the member must pass a quiz before the lesson counts as finished. */
export async function mustPassQuiz(
  tx: TenantTransaction,
  { id: memberId }: CourseViewer,
  lessonId: number,
) {
  const [row] = await tx.run(blockedByQuiz, { memberId, lessonId });
  return row!.blocked;
}

const finishByQuiz = statement({
  name: 'catalog.finish-by-quiz',
  sql: `WITH blocked AS MATERIALIZED (
      SELECT l.id, l.module_id, l.course_id FROM lessons l
      WHERE l.quiz_id = :quizId AND l.quiz_required
        AND ${opensLesson('l')}
      -- Locks the key, so that a move to another module waits and takes the new row along.
      ORDER BY l.id FOR KEY SHARE OF l),
    finished AS (
      INSERT INTO lesson_progress
        (member_id, lesson_id, module_id, course_id, finished_at, updated_at)
      SELECT :memberId, id, module_id, course_id, now(), clock_timestamp() FROM blocked
      ON CONFLICT (tenant_id, member_id, lesson_id) DO UPDATE
        SET finished_at = now(), updated_at = clock_timestamp()
        WHERE lesson_progress.finished_at IS NULL
      RETURNING lesson_id AS id)
    SELECT id, ${awardPointsSql('finish_class', { kind: 'lesson', id: 'id' })} AS points
    FROM finished`,
  row: z.object({ id: z.number(), points: z.number() }),
});

/** Finishes the lessons that wait for this passed quiz, and the modules and courses they complete. */
export async function finishLessonsOfQuiz(
  tx: TenantTransaction,
  viewer: CourseViewer,
  quizId: number,
): Promise<CompletionResult> {
  const lessons = await tx.run(finishByQuiz, { ...viewerValues(viewer), quizId });
  const total: CompletionResult = { completed: [], points: 0 };
  for (const { id, points } of lessons) {
    const result = await recordCompletions(tx, viewer, id);
    total.completed.push(...result.completed);
    total.points += points + result.points;
  }
  return total;
}

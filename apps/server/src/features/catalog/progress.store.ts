import type { Progress, ProgressInput } from '@vitrine/contract/catalog';
import { messages } from '@vitrine/contract/catalog-limits';
import * as z from 'zod/mini';
import { seesLesson, viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { lessonToWriteTo, requireLesson } from '../../kit/access/lesson-access.ts';
import { recordCompletions, mustPassQuiz } from '../../kit/finish-lessons.ts';
import { awardPointsSql } from '../../kit/points.ts';
import { notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import type { Database, TenantReader, TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

const lesson = { kind: 'lesson', id: 'target.id' };

/**
 * Saves the viewer's position if they may open the lesson. Concurrent calls share one row per
 * member and lesson: the furthest position wins, unless the viewer went back. A finished lesson
 * stays finished until the viewer takes that back.
 */
const save = statement({
  name: 'catalog.progress',
  sql: `WITH ${lessonToWriteTo},
    before AS (
      SELECT p.seconds FROM lesson_progress p
      WHERE p.member_id = :memberId AND p.lesson_id = :lessonId),
    saved AS (
      INSERT INTO lesson_progress
        (member_id, lesson_id, module_id, course_id, seconds, finished_at, updated_at)
      SELECT :memberId, l.id, l.module_id, l.course_id, coalesce(:seconds::integer, 0),
             CASE WHEN :finished::boolean THEN now() END, clock_timestamp()
      FROM lessons l
      WHERE l.id = :lessonId AND (SELECT open FROM target)
      -- The key is held, so that a move to another module waits and takes the row along.
      FOR KEY SHARE OF l
      ON CONFLICT (tenant_id, member_id, lesson_id) DO UPDATE SET
        seconds = CASE WHEN :wentBack::boolean
          THEN coalesce(:seconds, lesson_progress.seconds)
          ELSE greatest(lesson_progress.seconds, :seconds) END,
        finished_at = CASE
          WHEN :finished THEN coalesce(lesson_progress.finished_at, now())
          WHEN NOT :finished THEN NULL
          ELSE lesson_progress.finished_at
        END,
        updated_at = clock_timestamp()
      RETURNING seconds, finished_at IS NOT NULL AS finished
    )
    SELECT target.open, saved.seconds, saved.finished,
      -- This statement does not see its own write: the lesson is counted by itself.
      whole_percent(
        seen.finished + saved.finished::integer, seen.count) AS course_progress,
      coalesce(CASE WHEN saved.seconds > 0 AND coalesce((SELECT seconds FROM before), 0) = 0
        THEN ${awardPointsSql('watch_class', lesson)} END, 0)
      + coalesce(CASE WHEN :finished AND saved.finished
        THEN ${awardPointsSql('finish_class', lesson)} END, 0) AS points
    FROM target LEFT JOIN saved ON true
    CROSS JOIN LATERAL (
      SELECT count(*) AS count,
        count(*) FILTER (WHERE done.finished_at IS NOT NULL AND every.id <> target.id) AS finished
      FROM modules its
      JOIN lessons every ON every.module_id = its.id
      LEFT JOIN lesson_progress done ON done.member_id = :memberId AND done.lesson_id = every.id
      WHERE its.course_id = target.course_id
        AND ${seesLesson('every', 'its')}) AS seen`,
  row: z.object({
    open: z.boolean(),
    seconds: z.nullable(z.number()),
    finished: z.nullable(z.boolean()),
    course_progress: z.nullable(z.number()),
    points: z.number(),
  }),
});

/** Saves the position of the video, or finishes the lesson and awards its points. */
export async function saveProgress(
  database: Database,
  tenantId: number,
  viewer: CourseViewer,
  lessonId: number,
  input: ProgressInput,
): Promise<Progress> {
  if (!input.finished) {
    const { position, points } = await savePosition(
      database.writer(tenantId),
      viewer,
      lessonId,
      input,
    );
    return progressOf(position, [], points);
  }
  const finish = async (tx: TenantTransaction) => {
    const [{ position, points }, mustPass] = await Promise.all([
      savePosition(tx, viewer, lessonId, input),
      mustPassQuiz(tx, viewer, lessonId),
    ]);
    if (mustPass) throw refuse('quiz_not_passed', messages.quizNotPassed, 409);
    const completion = await recordCompletions(tx, viewer, lessonId);
    return progressOf(position, completion.completed, points + completion.points);
  };
  return database.transaction(tenantId, finish);
}

type SavedPosition = Pick<Progress, 'seconds' | 'finished' | 'course_progress'>;

const progressOf = (
  position: SavedPosition,
  completed: Progress['completed'],
  points: number,
): Progress => ({ ...position, completed, ...(points > 0 && { points }) });

async function savePosition(
  reader: TenantReader,
  viewer: CourseViewer,
  lessonId: number,
  input: ProgressInput,
): Promise<{ position: SavedPosition; points: number }> {
  const [row] = await reader.run(save, {
    ...viewerValues(viewer),
    lessonId,
    seconds: input.seconds ?? null,
    finished: input.finished ?? null,
    wentBack: input.went_back ?? false,
  });
  const { open: isOpen, seconds, finished, course_progress, points } = orNotFound(row);
  if (!isOpen) await requireLesson(reader, viewer, lessonId);
  // Nothing was saved: the lesson was removed meanwhile.
  if (seconds === null || finished === null || course_progress === null) throw notFound();
  return { position: { seconds, finished, course_progress }, points };
}

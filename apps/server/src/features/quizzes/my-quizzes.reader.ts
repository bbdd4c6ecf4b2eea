import type { MyQuiz } from '@vitrine/contract/quizzes';
import * as z from 'zod/mini';
import { opensLesson, viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { attemptsLeftOf, mayTake } from '../../kit/access/quiz-access.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

const myQuizzes = statement({
  name: 'quizzes.mine',
  sql: `SELECT q.id, q.name, q.type, q.goal, q.repeat, q.stopwatch, q.time_limit,
      jsonb_array_length(q.questions) AS questions_count,
      coalesce(began.attempts, 0) AS attempts,
      CASE WHEN q.repeat THEN NULL ELSE ${attemptsLeftOf} END AS attempts_left,
      CASE WHEN open.id IS NOT NULL
        THEN json_build_object('id', open.id, 'deadline', ${isoUtc('open.deadline')}) END AS open_attempt,
      CASE WHEN mine.finished_at IS NOT NULL THEN json_build_object(
        'attempt_id', mine.attempt_id, 'score', mine.score, 'passed', mine.passed,
        'profile', (SELECT item.value ->> 'title' FROM jsonb_array_elements(q.profiles) AS item
          WHERE item.value ->> 'key' = mine.profile LIMIT 1),
        'finished_at', ${isoUtc('mine.finished_at')}) END AS result,
      (SELECT json_build_object('id', l.id, 'title', l.title, 'course_id', l.course_id,
          'module_id', l.module_id)
        FROM lessons l WHERE l.quiz_id = q.id AND ${opensLesson('l')}
        ORDER BY l.id LIMIT 1) AS lesson
    FROM quizzes q
    LEFT JOIN quiz_results mine
      ON mine.quiz_id = q.id AND mine.member_id = :memberId
    LEFT JOIN LATERAL (
      SELECT max(a.number) AS attempts FROM quiz_attempts a
      WHERE a.quiz_id = q.id AND a.member_id = :memberId) AS began
      ON true
    LEFT JOIN quiz_attempts open
      ON open.quiz_id = q.id AND open.member_id = :memberId
      AND open.finished_at IS NULL
    WHERE q.published AND ${mayTake}
      AND (q.questions <> '[]' OR began.attempts > 0)
    ORDER BY q.id DESC`,
  row: z.custom<MyQuiz>(),
});

/** Lists the published quizzes that the viewer may take, the newest first. */
export const listMyQuizzes = (reader: TenantReader, viewer: CourseViewer) =>
  reader.run(myQuizzes, viewerValues(viewer));

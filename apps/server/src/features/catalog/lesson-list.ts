import { seesQuiz } from '../../kit/access/course-access.ts';

/** An entry of the lesson list as JSON, for a lesson `l`, without the reader's progress. */
export const lessonEntry = (holds: string) => `json_build_object(
  'id', l.id,
  'title', l.title,
  'cover', l.cover,
  'kind', CASE
    WHEN l.video_url IS NOT NULL OR l.embed IS NOT NULL THEN 'video'
    WHEN l.quiz_id IS NOT NULL AND EXISTS (
      SELECT FROM quizzes q WHERE q.id = l.quiz_id AND ${seesQuiz('q')}) THEN 'quiz'
    WHEN l.link IS NOT NULL THEN 'link'
    ELSE 'text' END,
  'quiz_open', CASE WHEN :isStaff::boolean THEN (
    SELECT q.published AND q.questions <> '[]' FROM quizzes q WHERE q.id = l.quiz_id) END,
  'empty', CASE WHEN :isStaff::boolean THEN
    l.video_url IS NULL AND l.embed IS NULL AND l.quiz_id IS NULL AND l.link IS NULL
    AND l.content = '' AND NOT EXISTS (SELECT FROM lesson_files f WHERE f.lesson_id = l.id) END,
  'duration_seconds', l.duration_seconds,
  'published', l.published::integer,
  'sample', l.sample::integer,
  'locked', NOT (${holds} OR l.sample))`;

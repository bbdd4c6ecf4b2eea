import { seesQuiz } from '../../kit/course-access.ts';

/** A line of the lesson list as JSON, of a lesson `l`; the reader's own progress is not in it. */
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
  'duration_seconds', l.duration_seconds,
  'published', l.published::integer,
  'sample', l.sample::integer,
  'locked', NOT (${holds} OR l.sample))`;

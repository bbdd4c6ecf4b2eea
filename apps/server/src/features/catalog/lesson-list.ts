/** A line of the lesson list as JSON, of a lesson `l` and the reader's progress `p` in it. */
export const lessonEntry = (open: string) => `json_build_object(
  'id', l.id,
  'title', l.title,
  'cover', l.cover,
  'duration_seconds', CASE WHEN ${open} THEN l.duration_seconds END,
  'locked', NOT ${open},
  'seconds', coalesce(p.seconds, 0),
  'finished', p.finished_at IS NOT NULL)`;

/** The progress `p` of the reader in a lesson `l`, if there is any. */
export const withProgress = `LEFT JOIN lesson_progress p
  ON p.member_id = :memberId AND p.lesson_id = l.id`;

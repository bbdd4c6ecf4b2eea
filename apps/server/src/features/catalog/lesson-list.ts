/** A line of the lesson list as JSON, of a lesson `l`; the reader's own progress is not in it. */
export const lessonEntry = (open: string) => `json_build_object(
  'id', l.id,
  'title', l.title,
  'cover', l.cover,
  'duration_seconds', CASE WHEN ${open} THEN l.duration_seconds END,
  'locked', NOT ${open})`;

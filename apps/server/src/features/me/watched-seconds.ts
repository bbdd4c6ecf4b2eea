/** As SQL: of rows `p` of lesson_progress with their lessons `l`. A finished lesson counts whole. */
export const watchedSeconds = `coalesce(sum(CASE WHEN p.finished_at IS NULL THEN p.seconds
  ELSE greatest(p.seconds, l.duration_seconds) END), 0)`;

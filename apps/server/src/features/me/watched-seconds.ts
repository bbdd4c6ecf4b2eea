/**
 * As SQL: the seconds that a member watched. A finished lesson counts whole. A lesson that is watched
 * again keeps its position, so the hours of the last weeks may say more than the positions do.
 */
export const watchedSeconds = (memberId: string) => `greatest((
    SELECT coalesce(sum(CASE WHEN p.finished_at IS NULL THEN p.seconds
      ELSE greatest(p.seconds, l.duration_seconds) END), 0)
    FROM lesson_progress p JOIN lessons l ON l.id = p.lesson_id
    WHERE p.member_id = ${memberId}), (
    SELECT coalesce(sum(w.seconds), 0) FROM watched_hours w WHERE w.member_id = ${memberId}))`;

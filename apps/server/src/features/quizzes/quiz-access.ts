import { opensLesson } from '../../kit/course-access.ts';

/**
 * For a WHERE, of a quiz `q`: may the viewer take it? A quiz of a lesson opens with the
 * lesson. Any other opens with one of its products, or to everybody where it has none.
 */
export const mayTake = `(:isStaff::boolean OR (q.published AND coalesce(
  (SELECT bool_or(${opensLesson('l')}) FROM lessons l WHERE l.quiz_id = q.id),
  (SELECT bool_or(EXISTS (
      SELECT FROM member_products mp JOIN products p ON p.id = mp.product_id AND p.status = 'active'
      WHERE mp.member_id = :memberId::bigint AND mp.product_id = qp.product_id))
    FROM quiz_products qp WHERE qp.quiz_id = q.id),
  true)))`;

/**
 * The allowed attempts of a quiz `q` for a member's row `mine` of `quiz_results`. Null without a
 * limit.
 */
export const attemptsAllowed = `CASE WHEN q.repeat THEN NULL
  ELSE 1 + coalesce(mine.extra_attempts, 0) END`;

/** The attempts of a quiz `q` that the member of the row `mine` has left, 0 at least. */
export const attemptsLeftOf = `greatest(0, ${attemptsAllowed} - coalesce((
  SELECT max(a.number) FROM quiz_attempts a
  WHERE a.quiz_id = q.id AND a.member_id = :memberId), 0))`;

import { opensLesson } from '../../kit/course-access.ts';

/**
 * For a WHERE, of a quiz `q`: may the viewer take it? A quiz of a lesson opens with the
 * lesson. Any other opens with one of its products, or to everybody where it has none.
 */
export const mayTake = `(:isStaff::boolean OR (q.published AND CASE
  WHEN EXISTS (SELECT FROM lessons l WHERE l.quiz_id = q.id) THEN EXISTS (
    SELECT FROM lessons l WHERE l.quiz_id = q.id AND ${opensLesson('l')})
  ELSE NOT EXISTS (SELECT FROM quiz_products qp WHERE qp.quiz_id = q.id) OR EXISTS (
    SELECT FROM quiz_products qp
    JOIN member_products mp ON mp.member_id = :memberId::bigint AND mp.product_id = qp.product_id
    JOIN products p ON p.id = qp.product_id AND p.status = 'active'
    WHERE qp.quiz_id = q.id)
  END))`;

/** Of a quiz `q` and a member's row `mine` of `quiz_results`: null where there is no limit. */
export const attemptsAllowed = `CASE WHEN q.repeat THEN NULL
  ELSE 1 + coalesce(mine.extra_attempts, 0) END`;

import { opensLesson, viewerCte } from '../../kit/course-access.ts';

/**
 * For a WHERE, after `me` and a quiz `q`: may the viewer take it? A quiz of a lesson opens with the
 * lesson. Any other opens with one of its products, or to everybody where it has none.
 */
export const mayTake = `(:isStaff::boolean OR (q.published AND CASE
  WHEN EXISTS (SELECT FROM lessons l WHERE l.quiz_id = q.id) THEN EXISTS (
    SELECT FROM lessons l WHERE l.quiz_id = q.id AND ${opensLesson('l')})
  ELSE NOT EXISTS (SELECT FROM quiz_products qp WHERE qp.quiz_id = q.id) OR EXISTS (
    SELECT FROM quiz_products qp
    WHERE qp.quiz_id = q.id AND qp.product_id = ANY ((SELECT products FROM me)::bigint[]))
  END))`;

export const takerCte = viewerCte;

/** Of a quiz `q` and a member's row `mine` of `quiz_results`: null where there is no limit. */
export const attemptsAllowed = `CASE WHEN q.repeat THEN NULL
  ELSE 1 + coalesce(mine.extra_attempts, 0) END`;

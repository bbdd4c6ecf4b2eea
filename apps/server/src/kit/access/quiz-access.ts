import { opensLesson } from './course-access.ts';

/**
 * As SQL, for a quiz by its id: true if its lessons open it to the viewer. Null without lessons.
 */
const opensByLesson = (quizId: string) =>
  `(SELECT bool_or(${opensLesson('l')}) FROM lessons l WHERE l.quiz_id = ${quizId})`;

/**
 * As SQL, for a quiz by its id: true if its products open it to the viewer. Null without products.
 */
const opensByProduct = (quizId: string) => `(SELECT bool_or(EXISTS (
    SELECT FROM member_products mp JOIN products p ON p.id = mp.product_id AND p.status = 'active'
    WHERE mp.member_id = :memberId::bigint AND mp.product_id = qp.product_id))
  FROM quiz_products qp WHERE qp.quiz_id = ${quizId})`;

/**
 * For a WHERE, of a quiz `q`: may the viewer take it? A quiz of a lesson opens with the
 * lesson. Any other opens with one of its products, or to everybody where it has none.
 */
export const mayTake = `(:isStaff::boolean OR (q.published AND coalesce(
  ${opensByLesson('q.id')}, ${opensByProduct('q.id')}, true)))`;

/** As SQL, for a published quiz `q`: what must open it to the viewer. Null if it is open to all. */
export const opener = `CASE WHEN :isStaff::boolean THEN NULL
  WHEN EXISTS (SELECT FROM lessons l WHERE l.quiz_id = q.id) THEN 'lesson'
  WHEN EXISTS (SELECT FROM quiz_products qp WHERE qp.quiz_id = q.id) THEN 'product' END`;

/** For a WHERE: the opener of a quiz with the id opens it to the viewer. */
export const opensBy = { lesson: opensByLesson, product: opensByProduct };

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

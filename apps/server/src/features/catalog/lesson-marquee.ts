import { nameVariable } from '@vitrine/contract/marquees';
import { openingProducts } from '../../kit/course-access.ts';

/** So many names travel, of so many members that are drawn from: large products stay quick. */
const [sent, drawnFrom] = [20, 1000];

/** As JSON: what runs over the lesson `it`, for a product of its course that the reader holds. */
export const marquee = `(
  SELECT json_build_object('text', q.text, 'url', q.url, 'timer', q.timer, 'names', (
    SELECT coalesce(json_agg(split_part(btrim(m.name), ' ', 1)), '[]')
    FROM (
      SELECT member_id FROM (
        SELECT member_id FROM member_products
        WHERE product_id = q.product_id LIMIT ${drawnFrom}) AS holders
      WHERE strpos(q.text, '${nameVariable}') > 0
      ORDER BY random() LIMIT ${sent}) AS drawn
    JOIN members m ON m.id = drawn.member_id))
  FROM ${openingProducts('it.course_id')}
  JOIN marquees q ON q.product_id = pr.id
  WHERE :isStaff::boolean OR q.product_id = ANY ((SELECT products FROM me)::bigint[])
  ORDER BY q.id LIMIT 1)`;

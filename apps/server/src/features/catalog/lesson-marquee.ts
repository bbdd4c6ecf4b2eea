import { nameVariable } from '@vitrine/contract/marquees';

/** So many names travel, of so many members that are drawn from: large products stay quick. */
const [sent, drawnFrom] = [20, 1000];

/** As JSON: what runs over the lesson `it`, for a product of its course that the reader holds. */
export const marquee = `(
  SELECT json_build_object('text', q.text, 'url', q.url, 'timer', q.timer, 'names', (
    SELECT coalesce(json_agg(split_part(btrim(m.name), ' ', 1)), '[]')
    FROM (
      SELECT member_id FROM (
        SELECT member_id FROM member_products
        WHERE tenant_id = $1 AND product_id = q.product_id LIMIT ${drawnFrom}) AS holders
      WHERE strpos(q.text, '${nameVariable}') > 0
      ORDER BY random() LIMIT ${sent}) AS drawn
    JOIN members m ON m.tenant_id = $1 AND m.id = drawn.member_id))
  FROM course_products cp
  JOIN products pr ON pr.tenant_id = cp.tenant_id AND pr.id = cp.product_id AND pr.status = 'active'
  JOIN marquees q ON q.tenant_id = cp.tenant_id AND q.product_id = cp.product_id
  WHERE cp.tenant_id = $1 AND cp.course_id = it.course_id
    AND ($3::boolean OR EXISTS (
      SELECT FROM member_products mp
      WHERE mp.tenant_id = $1 AND mp.member_id = $2 AND mp.product_id = q.product_id))
  ORDER BY q.id LIMIT 1)`;

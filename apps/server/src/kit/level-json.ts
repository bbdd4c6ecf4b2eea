/** As JSON: a level as other people see it; null if there is none. */
export const levelJson = (level: string) => `(
  SELECT json_build_object('id', l.id, 'name', l.name, 'color', l.color, 'url_img', l.img,
    'needed_score', l.needed_score)
  FROM levels l WHERE l.id = ${level})`;

/** As JSON: a member as other people see them. */
export const personJson = (m: string) =>
  `json_build_object('id', ${m}.id, 'name', ${m}.name, 'photo_url', ${m}.photo_url)`;

/**
 * As JSON: the level that is shown beside the texts of a member `m`; null if there is none. It
 * repeats `level_of`, which PostgreSQL does not inline. A school without levels pays one lookup,
 * whatever the number of rows.
 */
export const shownLevelJson = (m: string) => `CASE
  WHEN NOT is_staff(${m}.roles) AND EXISTS (SELECT FROM levels)
  THEN (
    SELECT CASE WHEN l.show_level_on_profile THEN json_build_object('id', l.id, 'name', l.name,
      'color', l.color, 'url_img', l.img, 'needed_score', l.needed_score) END
    FROM levels l
    WHERE l.needed_score <= coalesce((
        SELECT s.score FROM point_scores s
        WHERE s.member_id = ${m}.id AND s.season_id = (
          SELECT run.id FROM point_seasons run
          WHERE run.ended_at IS NULL)), 0)
      AND EXISTS (
        SELECT FROM level_products lp
        JOIN products p ON p.id = lp.product_id AND p.status = 'active'
        JOIN member_products mp ON mp.product_id = lp.product_id
          AND mp.member_id = ${m}.id
        WHERE lp.level_id = l.id)
    ORDER BY l.needed_score DESC, l.id DESC LIMIT 1)
  END`;

/** The products that open a level `l`. */
export const productsOfLevel = `ARRAY(SELECT lp.product_id FROM level_products lp
  JOIN products p ON p.id = lp.product_id AND p.status = 'active'
  WHERE lp.level_id = l.id)`;

const levelObject = `json_build_object('id', l.id, 'name', l.name, 'color', l.color,
  'url_img', l.img, 'needed_score', l.needed_score)`;

/**
 * As JSON: a level as other people see it; null if there is none. The subquery finds the level once.
 * Without it, PostgreSQL would compute `level_of` for each level of the school.
 */
export const levelJson = (level: string) =>
  `(SELECT ${levelObject} FROM levels l WHERE l.id = (SELECT ${level}))`;

/** As JSON: a row `l` of `levels`, if other people may see it beside a member's name. */
export const shownLevel = `CASE WHEN l.show_level_on_profile THEN ${levelObject} END`;

/**
 * As JSON: the level that is shown beside the texts of a member `m`; null if there is none. It
 * repeats `level_of`, which PostgreSQL does not inline. A school without levels pays one lookup,
 * whatever the number of rows.
 */
export const shownLevelJson = (m: string) => `CASE
  WHEN NOT is_staff(${m}.roles) AND EXISTS (SELECT FROM levels)
  THEN (
    SELECT ${shownLevel} FROM levels l
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

/** A level of a school, for `levelAt`. */
export interface LadderLevel<Shown> {
  needed_score: number;
  /** Null if other people do not see it. */
  shown: Shown | null;
  /** The products that open it. */
  products: number[];
}

/** As JSON: the school's levels as `LadderLevel`, the highest first. */
export const ladderJson = `(SELECT coalesce(json_agg(json_build_object(
    'needed_score', l.needed_score, 'shown', ${shownLevel}, 'products', ${productsOfLevel})
    ORDER BY l.needed_score DESC, l.id DESC), '[]')
  FROM levels l)`;

/** The level of a member with these points and products, as `level_of` of the database. */
export const levelAt = <Shown>(
  ladder: readonly LadderLevel<Shown>[],
  score: number,
  held: readonly number[],
) =>
  ladder.find(
    ({ needed_score, products }) =>
      needed_score <= score && products.some((product) => held.includes(product)),
  );

/**
 * Condition for the scores in a season's ranking. The index `point_scores_ranking` is in their
 * order.
 */
export const listedScores = (season: string) => `s.season_id = ${season}
  AND s.listed AND s.score > 0`;

/** Orders by score. The member who reached an equal score first comes first. */
export const order = 's.score DESC, s.reached_at, s.member_id';
export const backwards = 's.score, s.reached_at DESC, s.member_id DESC';

/** For a FROM: the running week's Monday. */
export const thisWeek = `(SELECT date_trunc('week', now() AT TIME ZONE 'UTC')::date AS week)`;

/** Within a row of `thisWeek`. */
export const mondayScore = (s: string) =>
  `CASE WHEN ${s}.week = this.week THEN ${s}.week_score ELSE ${s}.score END`;

/** The public fields of a level `l`, as JSON. Null where it is not shown. */
export const shownLevel = `CASE WHEN l.show_level_on_profile THEN json_build_object('id', l.id,
  'name', l.name, 'color', l.color, 'url_img', l.img, 'needed_score', l.needed_score) END`;

/**
 * For a FROM, within a row of `thisWeek`: ordered `rows` of scores as `rankedLists`. Members and
 * products take one index scan each for all rows.
 */
export const rankedRows = (rows: string) => `
  LEFT JOIN LATERAL (
    SELECT array_agg(s.member_id) AS ranked, array_agg(s.score) AS ranked_scores,
      array_agg(${mondayScore('s')}) AS ranked_mondays
    FROM (${rows}) AS s) AS ranked ON true
  LEFT JOIN LATERAL (
    SELECT array_agg(m.id) AS people, json_agg(m.name) AS names, json_agg(m.photo_url) AS photos
    FROM members m WHERE m.id = ANY (ranked.ranked)) AS people ON true
  LEFT JOIN LATERAL (
    SELECT array_agg(mp.member_id) AS holders, array_agg(mp.product_id) AS products
    FROM member_products mp
    WHERE mp.member_id = ANY (ranked.ranked)) AS held ON true`;
export const rankedColumns = 'ranked.*, people.*, held.*';

/** A row `v` of moves as `Move` JSON, within a row of `thisWeek`. */
export const moveJson = `json_build_array(v.id, v.transaction, v.score_after, v.score_before,
  CASE WHEN v.week < this.week THEN v.score_after ELSE v.monday_after END,
  CASE WHEN v.week < this.week THEN v.score_before ELSE v.monday_before END)`;

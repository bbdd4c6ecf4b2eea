import { NEIGHBOURS } from '@vitrine/contract/ranking';

/**
 * The values that a ranking compares: scores of a season, or their gain since Monday. Its SQL reads
 * a row `s` of scores; `week` is the running week's Monday.
 */
export interface Comparison {
  name: string;
  /** For a FROM: the rows `s`, one of each member and season, or of each member. */
  rows: string;
  /** The column that is compared. */
  points: string;
  /** The scores in a season's ranking. An index is in their order. */
  listed(season: string, week: string): string;
  /** A member's value on Monday. 0 if the member had no position then. */
  monday(s: string, week: string): string;
  /**
   * For a FROM: the members of a season in buckets of six sizes, now and on Monday (migration
   * 0092).
   */
  counts(season: string, week: string): string;
  /** The change by a move `v`, as SQL. */
  moved: { after: string; before: string; mondayAfter: string; mondayBefore: string };
  /** The moves that concern a season. */
  movesOf(season: string): string;
  /** The columns `waits` and `summing` of `validators`. */
  state: string;
  /** Another number means other names, levels or settings. `v` is a row of `showcase_versions`. */
  version: string;
}

const mondayScore = (s: string, week: string) =>
  `CASE WHEN ${s}.week = ${week} THEN ${s}.week_score ELSE ${s}.score END`;

const scoresOfSeason = {
  rows: 'point_scores s',
  movesOf: (season: string) => `v.season_id = ${season}`,
  state: 'false AS waits, false AS summing',
  version: 'v.version',
};

/** A season's scores: of the running one, or of a past one. */
export const ofSeason: Comparison = {
  ...scoresOfSeason,
  name: 'season',
  points: 'score',
  listed: (season) => `s.season_id = ${season} AND s.listed AND s.score > 0`,
  monday: mondayScore,
  counts: (season, week) => `(SELECT c.size, c.bucket, c.members,
      CASE WHEN c.week = ${week} THEN c.week_members ELSE c.members END AS monday
    FROM point_score_counts c WHERE c.season_id = ${season})`,
  moved: {
    after: 'v.score_after',
    before: 'v.score_before',
    mondayAfter: 'CASE WHEN v.week < this.week THEN v.score_after ELSE v.monday_after END',
    mondayBefore: 'CASE WHEN v.week < this.week THEN v.score_before ELSE v.monday_before END',
  },
};

/** A move of last week changed no points of this one. Nobody counts a value below zero. */
const gained = (after: string, monday: string) =>
  `CASE WHEN v.week < this.week THEN 0 ELSE v.${after} - v.${monday} END`;

/** On Monday nobody had points of the week. */
export const ofWeek: Comparison = {
  ...scoresOfSeason,
  name: 'week',
  points: 'week_points',
  listed: (season, week) =>
    `s.season_id = ${season} AND s.week = ${week} AND s.listed AND s.week_points > 0`,
  monday: () => '0::bigint',
  counts: (season, week) => `(SELECT c.size, c.bucket, c.members, 0::bigint AS monday
    FROM point_week_counts c WHERE c.season_id = ${season} AND c.week = ${week})`,
  moved: {
    after: gained('score_after', 'monday_after'),
    before: gained('score_before', 'monday_before'),
    mondayAfter: '0',
    mondayBefore: '0',
  },
};

/** A score that no server can have cached: a move from it makes every server read again. */
const HIGHEST = '9223372036854775807';
const leaving = `CASE WHEN v.score_after = 0 THEN ${HIGHEST} ELSE 0 END`;

/**
 * The points of all seasons, as a job summed them last (decision 93). A member who hides or is
 * removed since then is left out at once, but counts until the next sum. Levels are those of the
 * running season.
 */
export const ofAll: Comparison = {
  name: 'all',
  rows: `(SELECT t.member_id, t.points, t.reached_at, t.listed, coalesce((
      SELECT its.score FROM point_scores its
      JOIN point_seasons now ON now.id = its.season_id AND now.ended_at IS NULL
      WHERE its.member_id = t.member_id), 0) AS score
    FROM point_totals t) AS s`,
  points: 'points',
  listed: () => `s.listed AND s.points > 0 AND EXISTS (
    SELECT FROM members seen WHERE seen.id = s.member_id AND seen.in_ranking
      AND NOT is_staff(seen.roles) OFFSET 0)`,
  monday: () => '0::bigint',
  counts: () => `(SELECT c.size, c.bucket, c.members, 0::bigint AS monday
    FROM point_total_counts c)`,
  moved: { after: leaving, before: leaving, mondayAfter: '0', mondayBefore: '0' },
  movesOf: () => 'true',
  state: `EXISTS (SELECT FROM point_score_moves v) AS waits,
    (SELECT state.summed_to IS NOT NULL FROM point_total_states state) AS summing`,
  // The moves tell of a new name or product only where somebody has points in the running season.
  version: `coalesce(v.version, 0) + coalesce((
    SELECT p.version + p.members_version FROM people_versions p), 0)`,
};

/** Orders by points. The member who reached equal points first comes first. */
export const order = ({ points }: Comparison) => `s.${points} DESC, s.reached_at, s.member_id`;
/** The same order from the end: it reads the neighbours ahead, the nearest first. */
const backwards = ({ points }: Comparison) => `s.${points}, s.reached_at DESC, s.member_id DESC`;

/**
 * A subquery: up to five neighbours of `me`, nearest first: those of the same points, then those of
 * the next. Each half is a range of the index. `me` gives a column of the member as SQL, and `listed`
 * the scores of the ranking.
 */
export function neighbours(by: Comparison, listed: string, me: (column: string) => string) {
  const beside = (than: '<' | '>', sort: string) => `(SELECT * FROM (
    (SELECT s.* FROM ${by.rows}
     WHERE ${listed} AND s.${by.points} = ${me(by.points)}
       AND (s.reached_at, s.member_id) ${than} (${me('reached_at')}, ${me('member_id')})
     ORDER BY ${sort} LIMIT ${NEIGHBOURS})
    UNION ALL
    (SELECT s.* FROM ${by.rows}
     WHERE ${listed} AND s.${by.points} ${than === '<' ? '>' : '<'} ${me(by.points)}
     ORDER BY ${sort} LIMIT ${NEIGHBOURS})) AS s LIMIT ${NEIGHBOURS})`;
  return { before: beside('<', backwards(by)), behind: beside('>', order(by)) };
}

/** For a FROM: the running week's Monday. */
export const thisWeek = `(SELECT date_trunc('week', now() AT TIME ZONE 'UTC')::date AS week)`;

/**
 * For a FROM, within a row of `thisWeek`: ordered `rows` of scores as `rankedLists`. Members and
 * products take one index scan each for all rows.
 */
export const rankedRows = ({ points, monday }: Comparison, rows: string) => `
  LEFT JOIN LATERAL (
    SELECT array_agg(s.member_id) AS ranked, array_agg(s.${points}) AS ranked_points,
      array_agg(s.score) AS ranked_scores,
      array_agg(${monday('s', 'this.week')}) AS ranked_mondays
    FROM (${rows}) AS s) AS ranked ON true
  LEFT JOIN LATERAL (
    SELECT array_agg(m.id) AS people, json_agg(m.name) AS names, json_agg(m.photo_url) AS photos
    FROM members m WHERE m.id = ANY (ranked.ranked)) AS people ON true
  LEFT JOIN LATERAL (
    SELECT array_agg(mp.member_id) AS holders, array_agg(mp.product_id) AS products
    FROM member_products mp
    WHERE mp.member_id = ANY (ranked.ranked)) AS held ON true`;
/** The columns of `rankedRows`, as `rankedLists` names them. */
export const rankedColumns = 'ranked.*, people.*, held.*';

/** A row `v` of moves as `Move` JSON, within a row of `thisWeek`. */
export const moveJson = ({ moved }: Comparison) => `json_build_array(v.id, v.transaction,
  ${moved.after}, ${moved.before}, ${moved.mondayAfter}, ${moved.mondayBefore})`;

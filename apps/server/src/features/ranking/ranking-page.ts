import { messages, type RankingEntry, type RankingPage } from '@vitrine/contract/ranking';
import * as z from 'zod/mini';
import { isRankingShown, pointsNameSql } from '../../kit/gamification-settings.ts';
import { productsOfLevel, shownLevel } from '../../kit/level-json.ts';
import { personJson } from '../../kit/person-json.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { asPage, atMost, PAGE_SIZE, pageWindow } from '../../kit/rows/pagination.ts';
import { notFound, refuse } from '../../platform/app-error.ts';
import type { School } from '../../platform/schools.ts';
import { isStaff, type Member } from '../../platform/session.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';
import {
  neighbours,
  ofAll,
  ofSeason,
  ofWeek,
  order,
  thisWeek,
  type Comparison,
} from './ranking-sql.ts';
import { countInRanking, movesCte, positionsCte } from './score-counts.ts';

const season = '(SELECT id FROM season)';
const week = '(SELECT week FROM this)';
const listedOf = (by: Comparison) => by.listed(season, week);

/** When a job counted the moves last. */
const countedAt = `(SELECT to_timestamp(c.counted / 1000000.0) FROM ranking_versions c)`;

const own = (column: string) => `(SELECT me.${column} FROM me)`;

/**
 * The school's levels, each with the products that open it, read once for a page: `level_of` for each
 * row costs more than all the rest. The highest first.
 */
const levelsCte = `ladder AS MATERIALIZED (
    SELECT l.needed_score, ${shownLevel} AS shown, ${productsOfLevel} AS products
    FROM levels l ORDER BY l.needed_score DESC, l.id DESC)`;

/** The level of a row `s` with its member's products. It inlines `level_of` (migration 0056). */
const levelOfRow = `(SELECT ladder.shown FROM ladder
    WHERE ladder.needed_score <= s.score AND ladder.products && s.held LIMIT 1)`;

const entryOf = ({ points }: Comparison) =>
  `json_build_object('position', s.position, 'score', s.${points},
  'user', ${personJson('m')}, 'level', ${levelOfRow},
  'move', s.move)`;

const contextOf = (by: Comparison) => `season AS MATERIALIZED (
    SELECT s.id, s.ended_at IS NULL AS running FROM point_seasons s
    WHERE CASE WHEN :season::bigint IS NULL THEN s.ended_at IS NULL ELSE s.id = :season END),
  this AS MATERIALIZED ${thisWeek},
  me AS MATERIALIZED (
    SELECT s.* FROM ${by.rows} WHERE ${listedOf(by)} AND s.member_id = :memberId),
  of_all AS MATERIALIZED (SELECT ${by.state})`;

/** The entries of a part of the statement, as ordered JSON. */
const entriesOf = (by: Comparison, part: string) => `(
  SELECT coalesce(json_agg(${entryOf(by)} ORDER BY ${order(by)}), '[]')
  FROM placed s JOIN members m ON m.id = s.member_id
  WHERE s.member_id IN (SELECT ${part}.member_id FROM ${part}))`;

const rankingRow = z.object({
  season_id: z.nullable(z.number()),
  shown: z.boolean(),
  points_name: z.string(),
  total: z.number(),
  updated_at: z.nullable(z.custom<RankingPage['updated_at']>()),
  summing: z.nullable(z.boolean()),
  list: z.custom<RankingEntry[]>(),
  near: z.custom<RankingEntry[]>(),
  me: z.nullable(z.custom<RankingEntry>()),
});

/**
 * One statement of `found` and `near`: rows of scores, with the positions that they have and had on
 * Monday.
 */
const ranking = (by: Comparison, name: string, found: string, near = 'SELECT * FROM me') =>
  viewerQuery({
    name: `ranking.${name}-of-${by.name}`,
    sql: `WITH ${contextOf(by)}, ${levelsCte},
      found AS MATERIALIZED (${found}),
      near AS MATERIALIZED (${near}),
      shown AS (SELECT * FROM found UNION SELECT * FROM near),
      -- Equal scores are counted once.
      wanted AS MATERIALIZED (
        SELECT shown.${by.points} AS score FROM shown
        UNION SELECT ${by.monday('shown', 'this.week')} FROM shown, this),
      ${movesCte(by, season)},
      ${positionsCte(by, season)},
      placed AS MATERIALIZED (
        SELECT f.*, p.position, mo.monday - p.position AS move,
          CASE WHEN EXISTS (SELECT FROM ladder) THEN ARRAY(
            SELECT mp.product_id FROM member_products mp
            WHERE mp.member_id = f.member_id) END AS held
        FROM this CROSS JOIN shown f
        JOIN positions p ON p.score = f.${by.points}
        LEFT JOIN positions mo ON mo.score = ${by.monday('f', 'this.week')} AND mo.score > 0
          AND (SELECT running FROM season))
      SELECT ${season} AS season_id,
        ${isRankingShown} AS shown,
        ${pointsNameSql} AS points_name,
        (SELECT ${countInRanking(by, season)} FROM this) AS total,
        (SELECT CASE WHEN of_all.waits THEN ${isoUtc(countedAt)} END FROM of_all) AS updated_at,
        (SELECT summing FROM of_all) AS summing,
        ${entriesOf(by, 'found')} AS list, ${entriesOf(by, 'near')} AS near,
        (SELECT ${entryOf(by)} FROM placed s JOIN members m ON m.id = s.member_id
          WHERE s.member_id = :memberId) AS me`,
    row: rankingRow,
  });

function pagesOf(by: Comparison) {
  const rowsOfPage = atMost(
    PAGE_SIZE + 1,
    `SELECT s.* FROM ${by.rows} WHERE ${listedOf(by)}
     ORDER BY ${order(by)} OFFSET :offset::bigint LIMIT :limit::bigint`,
  );
  // By subqueries: joined to `me`, PostgreSQL would walk the index from its begin.
  const { before, behind } = neighbours(by, listedOf(by), own);
  const around = `${before} UNION ALL SELECT * FROM me UNION ALL ${behind}`;
  return {
    first: ranking(by, 'first-page', rowsOfPage, around),
    later: ranking(by, 'page', rowsOfPage),
    around: ranking(by, 'around', around),
  };
}
const pages = { season: pagesOf(ofSeason), week: pagesOf(ofWeek), all: pagesOf(ofAll) };

/** The query of `GET /api/v1/ranking`. Without `season` and `period`: the running season. */
export interface RankingOptions {
  page: number;
  season?: number | undefined;
  period?: 'week' | 'all' | undefined;
  around?: 'me' | undefined;
}
/** The one row of a page that is read without the cache. */
export type RankingRow = z.output<typeof rankingRow>;

/** The statement of a page. Its cost does not grow with the ranking. */
export function rankingQuery({ page, period, around: isAround }: RankingOptions) {
  const { first, later, around } = pages[period ?? 'season'];
  if (isAround) return around;
  return page === 1 ? first : later;
}

/** The values of `rankingQuery`. */
export const rankingValues = ({ page, season: of }: RankingOptions) => ({
  season: of ?? null,
  ...pageWindow(page),
});

const noSums = { list: [], near: [], total: 0, me: null, updated_at: null };

/** A call of the ranking. */
export interface RankingCall {
  query: RankingOptions;
  member: Member;
  /** `url`: its own, from which the next page's is made. */
  request: { url: string; vitrine: { school: School; studentProducts: number[] | null } };
}

/** The page of a row. 403 for students while the ranking is off, 404 for a season of another school. */
export function rankingAnswer(
  { query, member, request }: RankingCall,
  row: RankingRow,
): RankingPage {
  const { season_id, shown, points_name } = row;
  requireShown(shown, member);
  if (query.season !== undefined && season_id === null) throw notFound();
  const summing = row.summing === true;
  // Some of the members would get wrong positions.
  const { list, near, total, me, updated_at } = summing ? noSums : row;
  const rest = { total, points_name, me, updated_at, ends_at: endOf(query), summing };
  if (query.around)
    return { data: list, around: list, current_page: 1, next_page_url: null, ...rest };
  const around = query.page === 1 ? near : [];
  return { ...asPage(request, query.page, list), around, ...rest };
}

/** When the ranking of the week begins anew: on Mondays at 00:00 UTC, as `move` counts. */
export function endOf({ period }: RankingOptions, now = new Date()) {
  if (period !== 'week') return null;
  const days = (8 - now.getUTCDay()) % 7 || 7;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days));
}

/** Students get 403 while it is off. */
export function requireShown(shown: boolean, member: Member) {
  if (!shown && !isStaff(member)) throw refuse('ranking_off', messages.hidden, 403);
}

import { NEIGHBOURS, type RankingPage } from '@vitrine/contract/ranking';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { JsonText } from '../../kit/answers.ts';
import { urlOfPage } from '../../kit/pagination.ts';
import type { Database, TenantReader } from '../../platform/database.ts';
import { accountOf, accountOfWork } from '../../platform/request-account.ts';
import type { School } from '../../platform/schools.ts';
import type { Member } from '../../platform/session.ts';
import { runViewerQuery, viewerQuery } from '../../platform/viewer-query.ts';
import { openNeighbourhoods, type Around } from './neighbourhoods.ts';
import {
  openBoards,
  standing,
  standingColumns,
  standingRows,
  waiting,
  waitingColumns,
  type Board,
} from './ranking-board.ts';
import {
  rankingAnswer,
  rankingQuery,
  rankingValues,
  requireShown,
  type RankingOptions,
  type RankingRow,
} from './ranking-page.ts';
import { rankedLists, rankedOf } from './ranked.ts';
import {
  backwards,
  ofSeason,
  ofWeek,
  order,
  rankedColumns,
  rankedRows,
  type Comparison,
} from './ranking-sql.ts';

/**
 * Up to five neighbours of `me`, nearest first: those of the same points, then those of the next.
 * Each half is an index range.
 */
const beside = ({ points, listed }: Comparison, than: '<' | '>', sort: string) => `(SELECT * FROM (
    (SELECT s.* FROM point_scores s
     WHERE ${listed('run.id', 'this.week')} AND s.${points} = me.${points}
       AND (s.reached_at, s.member_id) ${than} (me.reached_at, me.member_id)
     ORDER BY ${sort} LIMIT ${NEIGHBOURS})
    UNION ALL
    (SELECT s.* FROM point_scores s
     WHERE ${listed('run.id', 'this.week')} AND s.${points} ${than === '<' ? '>' : '<'} me.${points}
     ORDER BY ${sort} LIMIT ${NEIGHBOURS})) AS s LIMIT ${NEIGHBOURS})`;

const frontRow = z.object({
  ...standing,
  ...waiting,
  /** Empty for members outside of the ranking, and where `is_kept`. */
  ...rankedLists,
  is_kept: z.boolean(),
});
type FrontRow = z.output<typeof frontRow>;

/** A reader's own rows of the running season. `ranking-board.ts` caches the rest. */
const frontQueryOf = (by: Comparison) =>
  viewerQuery({
    name: `ranking.front-of-${by.name}`,
    sql: `SELECT ${standingColumns}, ${waitingColumns(by)}, ${rankedColumns},
      :memberId = :kept::bigint AS is_kept
    FROM ${standingRows}
    LEFT JOIN LATERAL (SELECT s.* FROM point_scores s
      WHERE ${by.listed('run.id', 'this.week')} AND s.member_id = :memberId
        AND :memberId <> :kept::bigint) AS me ON true
    ${rankedRows(
      by,
      `SELECT s.* FROM (${beside(by, '<', backwards(by))} UNION ALL (SELECT me.*)
        UNION ALL ${beside(by, '>', order(by))}) AS s
      WHERE me.member_id IS NOT NULL`,
    )}`,
    row: frontRow,
  });

interface Reader {
  query: RankingOptions;
  member: Member;
  request: FastifyRequest;
}

const openFront = (by: Comparison) => ({ query: frontQueryOf(by), boards: openBoards(by) });

/** True for the running season's first page and the neighbours, which most readers ask. */
const isFront = ({ page, season, around }: RankingOptions) =>
  season === undefined && (page === 1 || around !== undefined);

/**
 * Reads a page by one statement and the cache, or by a second statement where the cache is invalid.
 */
export function openRanking() {
  const fronts = { season: openFront(ofSeason), week: openFront(ofWeek) };
  const frontOf = ({ period }: RankingOptions) => fronts[period ?? 'season'];
  const neighbourhoods = openNeighbourhoods();
  const keyOf = ({ period }: RankingOptions, account: string | number) =>
    `${period ?? 'season'} of ${account}`;

  /** Null where the cache was invalidated meanwhile. */
  async function frontAnswer(reader: TenantReader, asked: Reader, first: FrontRow) {
    const { member } = asked;
    const { query, boards } = frontOf(asked.query);
    const key = keyOf(asked.query, accountOf(reader.tenantId, member.id));
    let front = first;
    let board = await boards.of(reader, front);
    let around = board && front.is_kept ? neighbourhoods.of(key, board) : null;
    if (board && front.is_kept && !around) {
      const values = { since: board.horizon, kept: 0 };
      front = (await runViewerQuery(reader, member, query, values))!;
      board = await boards.of(reader, front);
    }
    if (!board) return null;
    requireShown(board.shown, member);
    around ??= neighbourhoods.read(key, board, member.id, rankedOf(front));
    return answerOf(board, asked, around);
  }

  return {
    query: ({ query }: { query: RankingOptions }) =>
      isFront(query) ? frontOf(query).query : rankingQuery(query),

    values({ query, school }: { query: RankingOptions; school: School }) {
      if (!isFront(query)) return rankingValues(query);
      const kept = neighbourhoods.memberOf(keyOf(query, accountOfWork()));
      return { since: frontOf(query).boards.horizon(school.tenant.id), kept };
    },

    async answer({ database }: { database: Database }, asked: Reader, row: object | undefined) {
      if (!isFront(asked.query)) return rankingAnswer(asked, row as RankingRow);
      const { school, studentProducts: view } = asked.request.vitrine;
      const reader = database.reader(school.tenant.id);
      // A view as student has a temporary student in its own transaction.
      const answer = view ? null : await frontAnswer(reader, asked, row as FrontRow);
      if (answer) return answer;
      const { query, member } = asked;
      const whole = await runViewerQuery(reader, member, rankingQuery(query), rankingValues(query));
      return rankingAnswer(asked, whole!);
    },
  };
}

function answerOf(board: Board, { query, request }: Reader, around: Around): JsonText<RankingPage> {
  const page = query.around ? { json: around.json, hasMore: false } : board.page();
  const rest = JSON.stringify({
    current_page: 1,
    next_page_url: page.hasMore ? urlOfPage(request, 2) : null,
    me: around.own,
    total: board.total(),
    points_name: board.pointsName,
  });
  return `{"data":${page.json},"around":${around.json},${rest.slice(1)}`;
}

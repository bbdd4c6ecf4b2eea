import type { RankingPage } from '@vitrine/contract/ranking';
import * as z from 'zod/mini';
import type { JsonText } from '../../kit/http/answers.ts';
import { urlOfPage } from '../../kit/rows/pagination.ts';
import type { Database, TenantReader } from '../../platform/database.ts';
import { accountOf, accountOfWork } from '../../platform/request-account.ts';
import type { School } from '../../platform/schools.ts';
import { runViewerQuery, viewerQuery, type ViewerQuery } from '../../platform/viewer-query.ts';
import { openNeighbourhoods, type Around } from './neighbourhoods.ts';
import { rankedLists, rankedOf } from './ranked.ts';
import {
  openBoards,
  validators,
  validatorColumns,
  validatorRows,
  pendingMoves,
  pendingMoveColumns,
  type Board,
} from './ranking-board.ts';
import {
  endOf,
  rankingAnswer,
  rankingQuery,
  rankingValues,
  requireShown,
  type RankingCall,
  type RankingOptions,
  type RankingRow,
} from './ranking-page.ts';
import {
  neighbours,
  ofAll,
  ofSeason,
  ofWeek,
  rankedColumns,
  rankedRows,
  type Comparison,
} from './ranking-sql.ts';
import { openTotalsUpdate } from './score-counts.ts';

const lookAgainRow = z.object({ ...validators, ...pendingMoves, is_cached: z.boolean() });
const firstLookRow = z.object({
  ...validators,
  ...pendingMoves,
  /** Empty for members outside of the ranking. */
  ...rankedLists,
});
type FrontRow = z.output<typeof firstLookRow> | z.output<typeof lookAgainRow>;

/** A reader's own rows of the running season. `ranking-board.ts` caches the rest. */
function firstLookOf(by: Comparison) {
  const listed = by.listed('run.id', 'this.week');
  const { before, behind } = neighbours(by, listed, (column) => `me.${column}`);
  return viewerQuery({
    name: `ranking.front-of-${by.name}`,
    sql: `SELECT ${validatorColumns(by)}, ${pendingMoveColumns(by)}, ${rankedColumns}
    FROM ${validatorRows}
    LEFT JOIN LATERAL (SELECT s.* FROM ${by.rows}
      WHERE ${listed} AND s.member_id = :memberId) AS me ON true
    ${rankedRows(
      by,
      `SELECT s.* FROM (${before} UNION ALL (SELECT me.*) UNION ALL ${behind}) AS s
      WHERE me.member_id IS NOT NULL`,
    )}`,
    row: firstLookRow,
  });
}

/**
 * Reads what validates the cached neighbours of a reader. PostgreSQL starts this plan in half the
 * time.
 */
const lookAgainOf = (by: Comparison) =>
  viewerQuery({
    name: `ranking.front-again-of-${by.name}`,
    sql: `SELECT ${validatorColumns(by)}, ${pendingMoveColumns(by)}, :memberId = :cachedMember::bigint AS is_cached
    FROM ${validatorRows}`,
    row: lookAgainRow,
  });

const openFront = (by: Comparison) => ({
  firstLook: firstLookOf(by),
  lookAgain: lookAgainOf(by),
  boards: openBoards(by),
});

/** True for the running season's first page and the neighbours, which most readers request. */
const isFront = ({ page, season, around }: RankingOptions) =>
  season === undefined && (page === 1 || around !== undefined);

/**
 * Reads a page by one statement and the cache, or by a second statement where the cache is invalid.
 */
export function openRanking() {
  const fronts = { season: openFront(ofSeason), week: openFront(ofWeek), all: openFront(ofAll) };
  let update: ReturnType<typeof openTotalsUpdate> | undefined;
  const frontOf = ({ period }: RankingOptions) => fronts[period ?? 'season'];
  const neighbourhoods = openNeighbourhoods();
  const keyOf = ({ period }: RankingOptions, account: string | number) =>
    `${period ?? 'season'} of ${account}`;

  /** The member whose request it is, if their neighbours are cached. 0 otherwise. */
  const cachedMemberOf = (query: RankingOptions) =>
    neighbourhoods.memberOf(keyOf(query, accountOfWork()));

  /** Null where the cache was invalidated meanwhile. */
  async function cachedAnswer(reader: TenantReader, call: RankingCall, first: FrontRow) {
    const { member } = call;
    const { firstLook, boards } = frontOf(call.query);
    const key = keyOf(call.query, accountOf(reader.tenantId, member.id));
    let front = first;
    let board = await boards.find(reader, front);
    if (board && 'is_cached' in front) {
      const around = front.is_cached ? neighbourhoods.find(key, board) : null;
      // Cached with this very board, which the member was allowed to see.
      if (around) return answerOf(board, call, around, front);
      front = (await runViewerQuery(reader, member, firstLook, { since: board.horizon }))!;
      board = await boards.find(reader, front);
    }
    if (!board || 'is_cached' in front) return null;
    requireShown(board.shown, member);
    const around = neighbourhoods.read(key, board, member.id, rankedOf(front));
    return answerOf(board, call, around, front);
  }

  return {
    query({ query }: { query: RankingOptions }): ViewerQuery<object> {
      if (!isFront(query)) return rankingQuery(query);
      const { firstLook, lookAgain } = frontOf(query);
      return cachedMemberOf(query) ? lookAgain : firstLook;
    },

    values({ query, school }: { query: RankingOptions; school: School }) {
      if (!isFront(query)) return rankingValues(query);
      const since = frontOf(query).boards.horizon(school.tenant.id);
      const cached = cachedMemberOf(query);
      return cached ? { since, cachedMember: cached } : { since };
    },

    async answer({ database }: { database: Database }, call: RankingCall, row: object | undefined) {
      const { school, studentProducts: view } = call.request.vitrine;
      const reader = database.reader(school.tenant.id);
      const found = row as FrontRow | RankingRow;
      update ??= openTotalsUpdate(database);
      if (call.query.period === 'all' && found.summing !== false) {
        if (found.summing && !view) await update.begin(reader.tenantId);
        // Without a past season, all points are those of the running one.
        const query = found.summing === null ? { ...call.query, period: undefined } : call.query;
        return uncachedAnswer(reader, { ...call, query });
      }
      if (!isFront(call.query)) return rankingAnswer(call, row as RankingRow);
      const front = row as FrontRow;
      if (front.waits && !view) await update.refresh(reader.tenantId, front.counted);
      // A view as student has a temporary student in its own transaction.
      const answer = view ? null : await cachedAnswer(reader, call, front);
      return answer ?? uncachedAnswer(reader, call);
    },
  };
}

/** Reads a page without the cache. */
async function uncachedAnswer(reader: TenantReader, call: RankingCall) {
  const { query, member } = call;
  const row = await runViewerQuery(reader, member, rankingQuery(query), rankingValues(query));
  return rankingAnswer(call, row!);
}

interface Freshness {
  /** When a job counted last, in µs. Null if none did. */
  counted: number | null;
  waits: boolean;
}

function answerOf(
  board: Board,
  { query, request }: RankingCall,
  around: Around,
  { counted, waits }: Freshness,
): JsonText<RankingPage> {
  const page = query.around ? { json: around.json, hasMore: false } : board.page();
  const rest = JSON.stringify({
    current_page: 1,
    next_page_url: page.hasMore ? urlOfPage(request, 2) : null,
    me: around.own,
    total: board.total(),
    points_name: board.pointsName,
    updated_at: waits && counted !== null ? new Date(counted / 1_000).toISOString() : null,
    ends_at: endOf(query),
    summing: 0,
  });
  return `{"data":${page.json},"around":${around.json},${rest.slice(1)}`;
}

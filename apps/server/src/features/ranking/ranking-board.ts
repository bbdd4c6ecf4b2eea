import type { RankingEntry } from '@vitrine/contract/ranking';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { isRankingShown, pointsNameSql } from '../../kit/gamification-settings.ts';
import { ladderJson, levelAt, type LadderLevel } from '../../kit/level-json.ts';
import { atMost, PAGE_SIZE } from '../../kit/rows/pagination.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { openScoreCounts, type Move } from './counts-above.ts';
import { rankedLists, rankedOf, type RankedMember } from './ranked.ts';
import {
  moveJson,
  order,
  rankedColumns,
  rankedRows,
  thisWeek,
  type Comparison,
} from './ranking-sql.ts';

// Caches the shared part of a school's ranking: the first page, the number of members at each
// score, and the levels. A score is what the ranking compares: the season's, or the week's points.
// Each reader's statement brings what validates it (decision 62).

/** The values that validate a board. */
export const validators = {
  season_id: z.nullable(z.number()),
  week: z.string(),
  counted: z.nullable(z.number()),
  version: z.nullable(z.number()),
  /** True if a later count changes the ranking since the beginning. */
  waits: z.boolean(),
  /** True while its first sum runs. Null in a school without a past season. */
  summing: z.nullable(z.boolean()),
};
/** The columns of `validators`, within `validatorRows`. */
export const validatorColumns = ({ state, version }: Comparison) =>
  `run.id AS season_id, this.week::text AS week, c.counted, ${version} AS version, ${state}`;
/** The rows that these columns, `rankedRows` and `moveJson` are read of. */
export const validatorRows = `${thisWeek} AS this
  LEFT JOIN point_seasons run ON run.ended_at IS NULL
  LEFT JOIN ranking_versions c ON true
  LEFT JOIN showcase_versions v ON true`;

/** Moves that no job has counted yet. They are only added. */
export const pendingMoves = {
  /** Every transaction before it is in sight, or will never be. */
  horizon: z.number(),
  since: z.number(),
  /** The moves of the transactions from `:since` on. */
  moves: z.nullable(z.custom<Move[]>()),
};
/** The columns of `pendingMoves`. `:since` is the horizon of the cached board, or 0. */
export const pendingMoveColumns = (by: Comparison) => `
  pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon, :since::bigint AS since,
  (SELECT json_agg(${moveJson(by)}) FROM point_score_moves v
    WHERE ${by.movesOf('run.id')} AND v.transaction >= :since::bigint) AS moves`;

const boardState = z.object({ ...validators, ...pendingMoves });
type BoardState = z.output<typeof boardState>;

type Level = LadderLevel<NonNullable<RankingEntry['level']>>;

/** A school with more different scores is not cached. */
const MAX_SCORES = 100_000;

const boardRow = z.extend(boardState, {
  shown: z.boolean(),
  points_name: z.string(),
  ladder: z.custom<Level[]>(),
  ...rankedLists,
  scores: z.array(z.number()),
  members: z.array(z.number()),
  monday: z.array(z.number()),
});
type BoardRow = z.output<typeof boardRow>;

const boardStatementOf = (by: Comparison) =>
  statement({
    name: `ranking.board-of-${by.name}`,
    sql: `SELECT ${validatorColumns(by)}, ${pendingMoveColumns(by)}, counts.*,
      ${isRankingShown} AS shown,
      ${pointsNameSql} AS points_name,
      ${ladderJson} AS ladder,
      ${rankedColumns}
    FROM ${validatorRows}
    ${rankedRows(
      by,
      atMost(
        PAGE_SIZE + 1,
        `SELECT s.* FROM ${by.rows} WHERE ${by.listed('run.id', 'this.week')}
         ORDER BY ${order(by)}`,
      ),
    )}
    CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(c.bucket ORDER BY c.bucket DESC), '{}') AS scores,
        coalesce(array_agg(c.members ORDER BY c.bucket DESC), '{}') AS members,
        coalesce(array_agg(c.monday ORDER BY c.bucket DESC), '{}') AS monday
      FROM (SELECT * FROM ${by.counts('run.id', 'this.week')} AS c WHERE c.size = 0
        ORDER BY c.bucket DESC LIMIT ${MAX_SCORES + 1}) AS c) AS counts`,
    row: boardRow,
  });

/**
 * The part of a ranking that all readers share, as a server keeps it. It computes their positions.
 */
export interface Board {
  /** Unique among the boards of a server. */
  readonly id: number;
  readonly shown: boolean;
  readonly pointsName: string;
  /** The moves of transactions before it need not be read again. */
  readonly horizon: number;
  readonly bytes: number;
  /** Applies the moves of the state. False where the board belongs to another one. */
  isValidFor(state: BoardState): boolean;
  /** Number of applied moves. An equal number means equal positions. */
  moves(): number;
  /** True where a later move began or ended in this range of scores. */
  isMoved(since: number, lowest: number, highest: number): boolean;
  total(): number;
  entry(ranked: RankedMember): RankingEntry;
  /** The first page as JSON. */
  page(): { json: string; hasMore: boolean };
}

let boards = 0;

/** Null where the board would be too large. */
function boardOf(row: BoardRow): Board | null {
  if (row.scores.length > MAX_SCORES) return null;
  const { shown, points_name: pointsName, ladder } = row;
  const top = rankedOf(row);
  const hasMore = top.length > PAGE_SIZE;
  /** Moves at this score or above change the first page. */
  const floor = hasMore ? top.at(-1)!.points : 1;
  const counts = openScoreCounts(row);
  const moves = openMoveLog();
  let { horizon } = row;
  let page: string | undefined;

  function apply(move: Move) {
    moves.add(move);
    counts.apply(move);
    page = undefined;
  }

  function entry({ points, score, monday, user, held }: RankedMember): RankingEntry {
    const position = 1 + counts.above(points, 'now');
    const level = levelAt(ladder, score, held);
    return {
      position,
      user,
      score: points,
      level: level?.shown ?? null,
      move: monday > 0 ? 1 + counts.above(monday, 'monday') - position : null,
    };
  }

  for (const move of row.moves ?? []) apply(move);
  return {
    id: (boards += 1),
    shown,
    pointsName,
    bytes: 24 * row.scores.length + 10_000,
    get horizon() {
      return horizon;
    },
    isValidFor(state) {
      if (!hasSameValidators(state, row)) return false;
      const stateMoves = state.moves ?? [];
      for (const move of stateMoves) {
        const [id, , after, before] = move;
        if (moves.has(id)) continue;
        if (Math.max(after, before) >= floor) return false;
        apply(move);
      }
      // It knows of more where another reader saw a later state.
      if (moves.countSince(state.since) > stateMoves.length) return false;
      horizon = Math.max(horizon, state.horizon);
      return true;
    },
    moves: moves.count,
    isMoved: moves.isMoved,
    total: counts.total,
    entry,
    page() {
      page ??= JSON.stringify(top.slice(0, PAGE_SIZE).map(entry));
      return { json: page, hasMore };
    },
  };
}

const hasSameValidators = (state: BoardState, row: BoardRow) =>
  state.season_id === row.season_id &&
  state.week === row.week &&
  state.counted === row.counted &&
  state.version === row.version;

/** Remembers the moves that a board has applied. */
function openMoveLog() {
  /** The transactions of the moves, by their ids. */
  const transactions = new Map<number, number>();
  /** The scores that each move began and ended with, in the order of application. */
  const ends: [after: number, before: number][] = [];
  return {
    add([id, transaction, after, before]: Move) {
      transactions.set(id, transaction);
      ends.push([after, before]);
    },
    has: (id: number) => transactions.has(id),
    count: () => ends.length,
    /** Number of moves of this transaction and later ones. */
    countSince(first: number) {
      let count = 0;
      for (const transaction of transactions.values()) if (transaction >= first) count += 1;
      return count;
    },
    /** True where a move after the first `since` began or ended in this range of scores. */
    isMoved(since: number, lowest: number, highest: number) {
      const within = (score: number) => score >= lowest && score <= highest;
      for (let at = since; at < ends.length; at += 1) if (ends[at]!.some(within)) return true;
      return false;
    },
  };
}

/** Maximum size of the cached rankings of one kind: of seasons, of weeks, or since the beginning. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Time until a school with too many scores is tried again, in ms. */
const TOO_MANY_MS = 60_000;

interface CachedBoard {
  board: Promise<Board | null>;
  /** Set once it is read. */
  loaded?: Board | null;
}

/** The boards that a server keeps. */
export function openBoards(by: Comparison) {
  const boardStatement = boardStatementOf(by);
  const cache = new LRUCache<number, CachedBoard>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ loaded }) => loaded?.bytes ?? 1,
  });

  function read(reader: TenantReader): Promise<Board | null> {
    const { tenantId } = reader;
    const board = reader.run(boardStatement, { since: 0 }).then(([row]) => boardOf(row!));
    const isLast = () => cache.peek(tenantId)?.board === board;
    cache.set(tenantId, { board });
    board.then(
      (loaded) =>
        isLast() && cache.set(tenantId, { board, loaded }, loaded ? {} : { ttl: TOO_MANY_MS }),
      () => isLast() && cache.delete(tenantId), // a failure is not cached
    );
    return board;
  }

  return {
    /** The transaction from which on a reader's statement returns moves. */
    horizon: (tenantId: number) => cache.get(tenantId)?.loaded?.horizon ?? 0,

    /** The board that is valid for a reader's state. Null where there is none. */
    async find(reader: TenantReader, state: BoardState): Promise<Board | null> {
      const before = cache.get(reader.tenantId);
      if (before?.loaded === null || before?.loaded?.isValidFor(state)) return before.loaded;
      // Somebody may be reading it already.
      const isReading = before !== undefined && before.loaded === undefined;
      const board = await (isReading ? before.board : read(reader));
      return board?.isValidFor(state) ? board : null;
    },
  };
}

import type { RankingEntry } from '@vitrine/contract/ranking';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { ladderJson, levelAt, type LadderLevel } from '../../kit/level-json.ts';
import { atMost, PAGE_SIZE } from '../../kit/pagination.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import {
  moveJson,
  order,
  rankedColumns,
  rankedRows,
  thisWeek,
  type Comparison,
} from './ranking-sql.ts';
import { rankedLists, rankedOf, type RankedMember } from './ranked.ts';

// Caches the shared part of a school's ranking: the first page, the number of members at each
// score, and the levels. A score is what the ranking compares: the season's, or the week's points. Each reader's statement brings what validates it (decision 62).

/** A change of a score that no job has counted yet. 0 is a score outside of the ranking. */
type Move = [
  id: number,
  transaction: number,
  after: number,
  before: number,
  mondayAfter: number,
  mondayBefore: number,
];

/** The values that validate a board. */
export const standing = {
  season_id: z.nullable(z.number()),
  week: z.string(),
  counted: z.nullable(z.number()),
  version: z.nullable(z.number()),
  /** True if a later count changes the ranking since the beginning. */
  waits: z.boolean(),
  /** True while its first sum runs. Null in a school without a past season. */
  summing: z.nullable(z.boolean()),
};
/** The columns of `standing`, within `standingRows`. */
export const standingColumns = ({ state, version }: Comparison) =>
  `run.id AS season_id, this.week::text AS week, c.counted, ${version} AS version, ${state}`;
/** The rows that these columns, `rankedRows` and `moveJson` are read of. */
export const standingRows = `${thisWeek} AS this
  LEFT JOIN point_seasons run ON run.ended_at IS NULL
  LEFT JOIN ranking_versions c ON true
  LEFT JOIN showcase_versions v ON true`;

/** Moves that no job has counted yet. They are only added. */
export const waiting = {
  /** Every transaction before it is in sight, or will never be. */
  horizon: z.number(),
  since: z.number(),
  /** Those of the transactions from `:since` on. */
  moves: z.nullable(z.custom<Move[]>()),
};
/** The columns of `waiting`. `:since` is the horizon of the cached board, or 0. */
export const waitingColumns = (by: Comparison) => `
  pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon, :since::bigint AS since,
  (SELECT json_agg(${moveJson(by)}) FROM point_score_moves v
    WHERE ${by.movesOf('run.id')} AND v.transaction >= :since::bigint) AS moves`;

const boardState = z.object({ ...standing, ...waiting });
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
    sql: `SELECT ${standingColumns(by)}, ${waitingColumns(by)}, counts.*,
      coalesce((SELECT show_ranking FROM ranking_settings), true) AS shown,
      coalesce((SELECT custom_name FROM points_settings), '')
        AS points_name,
      ${ladderJson} AS ladder,
      ${rankedColumns}
    FROM ${standingRows}
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

/** Members at each score or above, highest score first, now and on Monday. */
interface Steps {
  scores: number[];
  now: number[];
  monday: number[];
}

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
  /** Applies the moves of the standing. False where the board belongs to another state. */
  isOf(standing: BoardState): boolean;
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
  const counted = addedUp(row);
  const bytes = 24 * row.scores.length + 10_000;
  const hasMore = top.length > PAGE_SIZE;
  /** Moves at this score or above change the first page. */
  const floor = hasMore ? top.at(-1)!.points : 1;
  let { horizon } = row;
  /** The transactions of the moves, by their ids. */
  const transactions = new Map<number, number>();
  /** The scores that each of them began and ended with. */
  const ends: [after: number, before: number][] = [];
  const moved = new Map<number, { now: number; monday: number }>();
  let steps: Steps | undefined;
  let page: string | undefined;

  function stand(score: number, now: number, monday: number) {
    if (score <= 0) return;
    const at = moved.get(score) ?? { now: 0, monday: 0 };
    moved.set(score, { now: at.now + now, monday: at.monday + monday });
  }
  function add([id, transaction, after, before, mondayAfter, mondayBefore]: Move) {
    transactions.set(id, transaction);
    ends.push([after, before]);
    stand(after, 1, 0);
    stand(before, -1, 0);
    stand(mondayAfter, 0, 1);
    stand(mondayBefore, 0, -1);
    steps = undefined;
    page = undefined;
  }
  const movedSteps = () => (steps ??= stepsOf(moved));
  const above = (score: number, when: 'now' | 'monday') =>
    countAbove(counted, score, when) + countAbove(movedSteps(), score, when);

  function entry({ points, score, monday, user, held }: RankedMember): RankingEntry {
    const position = 1 + above(points, 'now');
    const level = levelAt(ladder, score, held);
    return {
      position,
      user,
      score: points,
      level: level?.shown ?? null,
      move: monday > 0 ? 1 + above(monday, 'monday') - position : null,
    };
  }

  for (const move of row.moves ?? []) add(move);
  return {
    id: (boards += 1),
    shown,
    pointsName,
    bytes,
    get horizon() {
      return horizon;
    },
    isOf(seen) {
      if (
        seen.season_id !== row.season_id ||
        seen.week !== row.week ||
        seen.counted !== row.counted ||
        seen.version !== row.version
      )
        return false;
      const moves = seen.moves ?? [];
      for (const move of moves) {
        const [id, , after, before] = move;
        if (transactions.has(id)) continue;
        if (Math.max(after, before) >= floor) return false;
        add(move);
      }
      let known = 0;
      for (const transaction of transactions.values()) if (transaction >= seen.since) known += 1;
      // It knows of more where another reader saw a later moment.
      if (known > moves.length) return false;
      horizon = Math.max(horizon, seen.horizon);
      return true;
    },
    moves: () => ends.length,
    isMoved(since, lowest, highest) {
      const within = (score: number) => score >= lowest && score <= highest;
      for (let at = since; at < ends.length; at += 1) if (ends[at]!.some(within)) return true;
      return false;
    },
    total: () => (counted.now.at(-1) ?? 0) + (movedSteps().now.at(-1) ?? 0),
    entry,
    page() {
      page ??= JSON.stringify(top.slice(0, PAGE_SIZE).map(entry));
      return { json: page, hasMore };
    },
  };
}

function addedUp({ scores, members, monday }: BoardRow): Steps {
  const sums = (counts: number[]) => {
    let sum = 0;
    return counts.map((count) => (sum += count));
  };
  return { scores, now: sums(members), monday: sums(monday) };
}

function stepsOf(moved: ReadonlyMap<number, { now: number; monday: number }>): Steps {
  const sorted = [...moved].toSorted(([one], [other]) => other - one);
  return addedUp({
    scores: sorted.map(([score]) => score),
    members: sorted.map(([, { now }]) => now),
    monday: sorted.map(([, { monday }]) => monday),
  } as BoardRow);
}

function countAbove({ scores, ...counts }: Steps, score: number, when: 'now' | 'monday'): number {
  let [from, to] = [0, scores.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (scores[middle]! > score) from = middle + 1;
    else to = middle;
  }
  return from === 0 ? 0 : counts[when][from - 1]!;
}

/** Maximum size of the cached rankings of seasons, and of those of weeks. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Time until a school with too many scores is tried again, in ms. */
const TOO_MANY_MS = 60_000;

interface CachedBoard {
  board: Promise<Board | null>;
  /** Set once it is read. */
  known?: Board | null;
}

/** The boards that a server keeps. */
export function openBoards(by: Comparison) {
  const boardStatement = boardStatementOf(by);
  const cache = new LRUCache<number, CachedBoard>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ known }) => known?.bytes ?? 1,
  });

  function read(reader: TenantReader): Promise<Board | null> {
    const { tenantId } = reader;
    const board = reader.run(boardStatement, { since: 0 }).then(([row]) => boardOf(row!));
    const isLast = () => cache.peek(tenantId)?.board === board;
    cache.set(tenantId, { board });
    board.then(
      (known) =>
        isLast() && cache.set(tenantId, { board, known }, known ? {} : { ttl: TOO_MANY_MS }),
      () => isLast() && cache.delete(tenantId), // a failure is not cached
    );
    return board;
  }

  return {
    /** The id after which a reader's statement returns moves. */
    horizon: (tenantId: number) => cache.get(tenantId)?.known?.horizon ?? 0,

    /** The board that matches a reader's standing. Null where there is none. */
    async of(reader: TenantReader, seen: BoardState): Promise<Board | null> {
      const before = cache.get(reader.tenantId);
      if (before?.known === null || before?.known?.isOf(seen)) return before.known;
      // Somebody may be reading it already.
      const isReading = before !== undefined && before.known === undefined;
      const board = await (isReading ? before.board : read(reader));
      return board?.isOf(seen) ? board : null;
    },
  };
}

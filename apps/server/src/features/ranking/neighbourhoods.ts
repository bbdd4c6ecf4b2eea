import { NEIGHBOURS, type RankingEntry } from '@vitrine/contract/ranking';
import { LRUCache } from 'lru-cache';
import type { RankedMember } from './ranked.ts';
import type { Board } from './ranking-board.ts';

/** About 4 KB each. */
const MAX_CACHED = 10_000;

interface CachedNeighbourhood {
  /** Id of the board of the same read. A reference would keep the board in memory. */
  board: number;
  /** As read by `neighbours`: members before, nearest first, then the member, then members behind. */
  near: RankedMember[];
  member: number;
  /** A move from or to a score in this range may change the neighbours. */
  lowest: number;
  highest: number;
  /** The board's moves when it was looked at last. */
  moves: number;
  around?: Around | undefined;
}

/** The viewer with up to five neighbours on each side, as JSON in the order of the ranking. */
export interface Around {
  own: RankingEntry | null;
  json: string;
}

const nobody: Around = { own: null, json: '[]' };

/** Caches the neighbours of recent viewers, by account and ranking, until a move comes near them. */
export function openNeighbourhoods() {
  const cache = new LRUCache<string, CachedNeighbourhood>({ max: MAX_CACHED });

  function around(board: Board, neighbourhood: CachedNeighbourhood): Around {
    const { near, member } = neighbourhood;
    if (neighbourhood.around && neighbourhood.moves === board.moves()) return neighbourhood.around;
    const entries = near.map(board.entry);
    const at = entries.findIndex(({ user }) => user.id === member);
    const inOrder = [...entries.slice(0, at).toReversed(), ...entries.slice(at)];
    neighbourhood.moves = board.moves();
    neighbourhood.around = { own: entries[at]!, json: JSON.stringify(inOrder) };
    return neighbourhood.around;
  }

  return {
    /** @param near empty for members outside of the ranking. */
    read(key: string, board: Board, member: number, near: RankedMember[]): Around {
      if (near.length === 0) return nobody;
      const at = near.findIndex(({ user }) => user.id === member);
      const neighbourhood: CachedNeighbourhood = {
        board: board.id,
        near,
        member,
        lowest: near.length - 1 - at < NEIGHBOURS ? 0 : near.at(-1)!.points,
        highest: at < NEIGHBOURS ? Infinity : near[at - 1]!.points,
        moves: board.moves(),
      };
      cache.set(key, neighbourhood);
      return around(board, neighbourhood);
    },

    /** Null where the neighbours must be read again. */
    find(key: string, board: Board): Around | null {
      const neighbourhood = cache.get(key);
      if (
        neighbourhood?.board !== board.id ||
        board.isMoved(neighbourhood.moves, neighbourhood.lowest, neighbourhood.highest)
      )
        return null;
      return around(board, neighbourhood);
    },

    /** The member of this key, if its neighbours are cached. 0 otherwise. */
    memberOf: (key: string) => cache.get(key)?.member ?? 0,
  };
}

import { NEIGHBOURS, type RankingEntry } from '@vitrine/contract/ranking';
import { LRUCache } from 'lru-cache';
import type { RankedMember } from './ranked.ts';
import type { Board } from './ranking-board.ts';

/** About 4 KB each. */
const MAX_CACHED = 10_000;

interface CachedNeighbourhood {
  /** Id of the board of the same read. A reference would keep the board in memory. */
  board: number;
  /** As read by `beside`: members before, nearest first, then the member, then members behind. */
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

  function around(board: Board, it: CachedNeighbourhood): Around {
    const { near, member } = it;
    if (it.around && it.moves === board.moves()) return it.around;
    const entries = near.map(board.entry);
    const at = entries.findIndex(({ user }) => user.id === member);
    const inOrder = [...entries.slice(0, at).toReversed(), ...entries.slice(at)];
    it.moves = board.moves();
    it.around = { own: entries[at]!, json: JSON.stringify(inOrder) };
    return it.around;
  }

  return {
    /** @param near empty for members outside of the ranking. */
    read(key: string, board: Board, member: number, near: RankedMember[]): Around {
      if (near.length === 0) return nobody;
      const at = near.findIndex(({ user }) => user.id === member);
      const it: CachedNeighbourhood = {
        board: board.id,
        near,
        member,
        lowest: near.length - 1 - at < NEIGHBOURS ? 0 : near.at(-1)!.points,
        highest: at < NEIGHBOURS ? Infinity : near[at - 1]!.points,
        moves: board.moves(),
      };
      cache.set(key, it);
      return around(board, it);
    },

    /** Null where the neighbours must be read again. */
    of(key: string, board: Board): Around | null {
      const it = cache.get(key);
      if (it?.board !== board.id || board.isMoved(it.moves, it.lowest, it.highest)) return null;
      return around(board, it);
    },

    /** The member of this key, if its neighbours are cached. 0 otherwise. */
    memberOf: (key: string) => cache.get(key)?.member ?? 0,
  };
}

import { NEIGHBOURS, type RankingEntry } from '@vitrine/contract/ranking';
import { LRUCache } from 'lru-cache';
import type { Ranked } from './ranked.ts';
import type { Board } from './ranking-board.ts';

/** About 4 KB each. */
const MAX_KEPT = 10_000;

interface Kept {
  /** Of the board that it was read beside; the board itself would stay in memory. */
  board: number;
  /** As `beside` reads them: who stands before, the nearest first; the member; who stands behind. */
  near: Ranked[];
  member: number;
  /** A move from or to a score between them may change who stands here. */
  lowest: number;
  highest: number;
  /** The board's moves when it was looked at last. */
  moves: number;
  around?: Around | undefined;
}

export interface Around {
  own: RankingEntry | null;
  json: string;
}

const nobody: Around = { own: null, json: '[]' };

/** Who stands around the members that looked last, until a move comes near them. */
export function openNeighbourhoods() {
  const kept = new LRUCache<string, Kept>({ max: MAX_KEPT });

  function around(board: Board, it: Kept): Around {
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
    /** @param near none for who does not stand in the ranking. */
    read(account: string, board: Board, member: number, near: Ranked[]): Around {
      if (near.length === 0) return nobody;
      const at = near.findIndex(({ user }) => user.id === member);
      const it: Kept = {
        board: board.id,
        near,
        member,
        lowest: near.length - 1 - at < NEIGHBOURS ? 0 : near.at(-1)!.score,
        highest: at < NEIGHBOURS ? Infinity : near[at - 1]!.score,
        moves: board.moves(),
      };
      kept.set(account, it);
      return around(board, it);
    },

    /** Null where it must be read again. */
    of(account: string, board: Board): Around | null {
      const it = kept.get(account);
      if (it?.board !== board.id || board.isMoved(it.moves, it.lowest, it.highest)) return null;
      return around(board, it);
    },

    /** The member whom a request asks for as this account, if theirs is kept; else 0. */
    memberOf: (account: string) => kept.get(account)?.member ?? 0,
  };
}

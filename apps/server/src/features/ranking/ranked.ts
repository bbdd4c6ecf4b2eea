import type { RankingEntry } from '@vitrine/contract/ranking';
import * as z from 'zod/mini';

/** A row of scores. */
export interface RankedMember {
  /** The value that the ranking compares. */
  points: number;
  /** Decides about the level. */
  score: number;
  /** The points on Monday. */
  monday: number;
  user: RankingEntry['user'];
  /** Products. */
  held: number[];
}

const ids = z.nullable(z.array(z.number()));

/** The columns of `rankedRows`: null where there are no rows. */
export const rankedLists = {
  ranked: ids,
  ranked_points: ids,
  ranked_scores: ids,
  ranked_mondays: ids,
  people: ids,
  names: z.nullable(z.array(z.string())),
  photos: z.nullable(z.array(z.nullable(z.string()))),
  holders: ids,
  products: ids,
};
const lists = z.object(rankedLists);

/** The entries in the order of the rows. */
export function rankedOf(row: z.output<typeof lists>): RankedMember[] {
  const held = new Map<number, number[]>(row.people?.map((id) => [id, []]));
  row.holders?.forEach((id, at) => held.get(id)?.push(row.products![at]!));
  const at = new Map(row.people?.map((id, place) => [id, place]));
  return (row.ranked ?? []).map((id, place) => ({
    points: row.ranked_points![place]!,
    score: row.ranked_scores![place]!,
    monday: row.ranked_mondays![place]!,
    user: { id, name: row.names![at.get(id)!]!, photo_url: row.photos![at.get(id)!]! },
    held: held.get(id)!,
  }));
}

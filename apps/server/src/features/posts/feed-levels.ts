import type { Author } from '@vitrine/contract/posts';
import { ladderJson, levelAt, type LadderLevel } from '../../kit/level-json.ts';
import type { Person } from './feed-people.ts';

// The levels of a page's authors. Points and products change all day, so every read returns them.
// One lookup of all scores and one of all products cost less than the levels of each author.

type Level = NonNullable<NonNullable<Author>['level']>;

/** The values that decide the levels of a page's authors. */
export interface AuthorLevels {
  ladder: LadderLevel<Level>[];
  /** The points of this season, by the id of the member. */
  scores: Record<string, number>;
  /** Members and their products that open a level. */
  held: [memberId: number, productId: number][];
}

const authors = 'ARRAY(SELECT feed.member_id FROM feed)';

/** An SQL expression after the CTE `feed`: `AuthorLevels` as JSON. */
export const authorLevelsJson = `json_build_object('ladder', ${ladderJson},
  'scores', (SELECT coalesce(json_object_agg(s.member_id, s.score), '{}') FROM point_scores s
    WHERE s.member_id = ANY (${authors})
      AND s.season_id = (SELECT run.id FROM point_seasons run WHERE run.ended_at IS NULL)),
  'held', (SELECT coalesce(json_agg(json_build_array(mp.member_id, mp.product_id)), '[]')
    FROM member_products mp WHERE mp.member_id = ANY (${authors})
      AND mp.product_id = ANY (ARRAY(SELECT lp.product_id FROM level_products lp))))`;

/**
 * Finds the level of an author as JSON. Undefined if nobody has read the author: staff have none.
 */
export function levelFinder(
  { ladder, scores, held }: AuthorLevels,
  find: (id: number) => Person | undefined,
) {
  const products = Map.groupBy(held, ([member]) => member);
  return (id: number) => {
    const person = find(id);
    if (person === undefined) return undefined;
    if (person === null || person.staff) return 'null';
    const own = products.get(id)?.map(([, product]) => product) ?? [];
    return JSON.stringify(levelAt(ladder, scores[id] ?? 0, own)?.shown ?? null);
  };
}

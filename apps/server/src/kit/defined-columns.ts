import { sql } from 'kysely';

/**
 * The columns of a patch that were given; what was left out stays as it is. A patch that gives
 * nothing is still a statement, so that it finds out whether the thing exists:
 * `.set(changes({ title, status })).where('id', '=', id)`.
 */
export function definedColumns<T extends Record<string, unknown>>(patch: T) {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { tenant_id: sql<number>`tenant_id`, ...(Object.fromEntries(given) as Defined<T>) };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

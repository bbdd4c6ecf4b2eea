import { sql } from 'kysely';

/**
 * The columns of a patch that are not undefined: `.set(definedColumns({ title, status }))`. An empty
 * patch sets `tenant_id` to itself, so the UPDATE still tells whether the row exists.
 */
export function definedColumns<T extends Record<string, unknown>>(patch: T) {
  const definedEntries = Object.entries(patch).filter(([, value]) => value !== undefined);
  return {
    tenant_id: sql<number>`tenant_id`,
    ...(Object.fromEntries(definedEntries) as Defined<T>),
  };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

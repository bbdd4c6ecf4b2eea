import { sql } from 'kysely';

/** Fields without those that are undefined. */
export const definedFields = <T extends Record<string, unknown>>(fields: T) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<T>;

/**
 * The columns of a patch that are not undefined: `.set(definedColumns({ title, status }))`. An empty
 * patch sets `tenant_id` to itself, so the UPDATE still tells whether the row exists.
 */
export const definedColumns = <T extends Record<string, unknown>>(patch: T) => ({
  tenant_id: sql<number>`tenant_id`,
  ...definedFields(patch),
});

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

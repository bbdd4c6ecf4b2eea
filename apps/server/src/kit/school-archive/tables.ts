import type pg from 'pg';
import { readTables, type CatalogTable } from '../backup/owner-client.ts';
import { leftOutColumns, leftOutTables } from './format.ts';

/** A table of a school, with its archived columns. `tenant_id` is never archived. */
export interface ArchivedTable extends Omit<CatalogTable, 'of_school'> {
  /** Its name without the schema. */
  table: string;
}

/** Reads the catalogue, so that a new table is archived by default. */
export async function archivedTables(client: pg.Client): Promise<ArchivedTable[]> {
  const tables = (await readTables(client)).filter(({ of_school }) => of_school);
  return tables.flatMap(({ name, sql, columns }) => {
    const table = name.slice('public.'.length);
    if (table in leftOutTables) return [];
    const leftOut = leftOutColumns[table] ?? {};
    const exported = columns.filter((column) => column !== 'tenant_id' && !(column in leftOut));
    return [{ table, name, sql, columns: exported }];
  });
}

import type pg from 'pg';
import { readTables, type CatalogTable } from '../backup/owner-client.ts';
import { leftOutColumns, leftOutTables } from './format.ts';

/** A table of a school, with the columns that an archive has. `tenant_id` is in no archive. */
export interface ArchivedTable extends Omit<CatalogTable, 'of_school'> {
  /** Its name without the schema. */
  table: string;
}

/** From the catalogue, so that a new table is in by default. */
export async function archivedTables(client: pg.Client): Promise<ArchivedTable[]> {
  const tables = (await readTables(client)).filter(({ of_school }) => of_school);
  return tables.flatMap(({ name, sql, columns }) => {
    const table = name.slice('public.'.length);
    if (table in leftOutTables) return [];
    const left = leftOutColumns[table] ?? {};
    const kept = columns.filter((column) => column !== 'tenant_id' && !(column in left));
    return [{ table, name, sql, columns: kept }];
  });
}

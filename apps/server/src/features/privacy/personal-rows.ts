import { sql, type RawBuilder } from 'kysely';
import { namedThings, type personalTables } from '../../kit/privacy/personal-data.ts';
import type { TenantTransaction } from '../../platform/database.ts';

type PersonalTable = (typeof personalTables)[number];

/** `table t WHERE …`: the rows of one person. */
export function rowsOf(
  { table, person = 'member_id', where }: Omit<PersonalTable, 'exported'>,
  memberId: number,
): RawBuilder<unknown> {
  const condition = where
    ? sql.raw(where.replaceAll(':memberId', String(Number(memberId))))
    : sql`t.${sql.ref(person)} = ${memberId}`;
  return sql`${sql.table(table)} AS t WHERE t.tenant_id = app_tenant() AND ${condition}`;
}

/** Rows held in memory at once. */
export const BATCH_ROWS = 500;

/** A row of the export, by the names of its columns. */
export type PersonalRow = Record<string, unknown>;

/** Reads the next rows of a person in one table, with the names behind their ids. */
export async function nextRows(
  { db }: TenantTransaction,
  table: PersonalTable & { exported: NonNullable<PersonalTable['exported']> },
  memberId: number,
  after: PersonalRow | null,
): Promise<PersonalRow[]> {
  const { key, omit = [], columns } = table.exported;
  const keys = sql.join(key.map((column) => sql.ref(`t.${column}`)));
  const begin = after
    ? sql`AND (${keys}) > (${sql.join(key.map((column) => after[column]))})`
    : sql``;
  const names = Object.entries(namedThings)
    .filter(([id]) => id.replace(/_id$/, '') in columns)
    .map(
      ([id, thing]) => sql`
        ${sql.lit(id.replace(/_id$/, ''))}::text, (
          SELECT x.${sql.ref(thing.name)} FROM ${sql.table(thing.table)} AS x
          WHERE x.id = t.${sql.ref(id)})`,
    );
  const omitted = sql.join([...omit, 'tenant_id'].map((column) => sql.lit(column)));
  const { rows } = await sql<{ row: PersonalRow }>`
    SELECT (to_jsonb(t) - ARRAY[${omitted}]::text[])
      ${names.length ? sql`|| jsonb_build_object(${sql.join(names)})` : sql``} AS row
    FROM ${rowsOf(table, memberId)} ${begin}
    ORDER BY ${keys} LIMIT ${BATCH_ROWS}`.execute(db);
  return rows.map(({ row }) => row);
}

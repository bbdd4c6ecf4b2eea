import { limits, type MemberColumns } from '@vitrine/contract/imports';
import { sql } from 'kysely';
import { membersByEmail } from '../../kit/member-by-email.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { truncate } from './cartridge/text.ts';
import { productsByTitle, type Person, type PersonRow, type Products } from './people.ts';

/**
 * Products by title. Of equal titles an active product wins, then the older one. A match made by hand
 * wins over both. Inactive ones are among them: the export of the members names them.
 */
export async function namedProducts({ db }: TenantTransaction): Promise<Products> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'title'])
    .orderBy((eb) => eb('status', '=', 'active'))
    .orderBy('id', 'desc')
    .execute();
  const manualMatches = await db
    .selectFrom('import_products')
    .select(['name', 'product_id'])
    .execute();
  return new Map([
    ...productsByTitle(rows),
    ...manualMatches.map(({ name, product_id }) => [name, product_id] as const),
  ]);
}

/** Stores the choices made by hand for the next file of the same kind. */
export async function rememberChoices(
  { db }: TenantTransaction,
  { key, columns, products }: { key: string; columns: MemberColumns | null; products: Products },
) {
  if (columns)
    await sql`
      INSERT INTO import_columns (headings, columns) VALUES (${key}, ${JSON.stringify(columns)}::jsonb)
      ON CONFLICT (tenant_id, headings) DO UPDATE SET columns = excluded.columns`.execute(db);
  if (products.size)
    await sql`
      INSERT INTO import_products (name, product_id)
      SELECT * FROM unnest(${[...products.keys()]}::text[], ${[...products.values()]}::bigint[])
      ON CONFLICT (tenant_id, name) DO UPDATE SET product_id = excluded.product_id`.execute(db);
}

/** The columns that an admin chose for a file with these headings; null if none did. */
export async function rememberedColumns({ db }: TenantTransaction, key: string) {
  const row = await db
    .selectFrom('import_columns')
    .select('columns')
    .where('headings', '=', key)
    .executeTakeFirst();
  return (row?.columns ?? null) as MemberColumns | null;
}

/** Counts the people who would be added, changed, or left as they are. */
export async function countOutcomes({ db }: TenantTransaction, people: Person[]) {
  const emails = people.map(({ email }) => email);
  const { rows } = await sql<{ created: number; changed: number; unchanged: number }>`
    WITH rows AS (
      SELECT line, lower(email) AS email, first_value(line) OVER (PARTITION BY lower(email) ORDER BY line) AS first
      FROM unnest(${people.map(({ line }) => line)}::int[], ${emails}::text[]) AS r (line, email)
    ), grants AS (
      SELECT * FROM unnest(${people.flatMap(({ line, product_ids }) => product_ids.map(() => line))}::int[],
                           ${people.flatMap(({ product_ids }) => product_ids)}::bigint[]) AS g (line, product_id)
    ), outcomes AS (
      SELECT rows.line, m.id IS NULL AND rows.first = rows.line AS created,
             EXISTS (SELECT FROM grants g WHERE g.line = rows.line AND NOT EXISTS (
               SELECT FROM member_products mp WHERE mp.member_id = m.id AND mp.product_id = g.product_id)) AS gets
      FROM rows LEFT JOIN ${membersByEmail(emails)} m ON m.email = rows.email
    )
    SELECT count(*) FILTER (WHERE created)::int AS created,
           count(*) FILTER (WHERE NOT created AND gets)::int AS changed,
           count(*) FILTER (WHERE NOT created AND NOT gets)::int AS unchanged
    FROM outcomes`.execute(db);
  return rows[0]!;
}

/** The lines of an import that had these e-mails first, by the e-mail in lower case. */
export async function importedLines(
  { db }: TenantTransaction,
  importId: number,
  emails: string[],
): Promise<{ email: string; line: number }[]> {
  const { rows } = await sql<{ email: string; line: number }>`
    SELECT m.email, min(r.line) AS line
    FROM ${membersByEmail(emails)} m JOIN import_rows r ON r.member_id = m.id
    WHERE r.import_id = ${importId}
    GROUP BY m.email`.execute(db);
  return rows;
}

/** An account that an import has made. */
export interface NewMember {
  id: number;
  name: string;
  email: string;
}

/**
 * Adds the new members, and the products to all of them. Products that somebody holds already are
 * kept. Writes the outcome of each row.
 *
 * @returns the new ones
 */
export async function addPeople(
  tx: TenantTransaction,
  importId: number,
  rows: PersonRow[],
): Promise<NewMember[]> {
  const { db } = tx;
  const people = rows.flatMap(({ person }) => person ?? []);
  const emails = people.map(({ email }) => email);
  const { rows: added } = await sql<NewMember>`
    INSERT INTO members (name, email)
    SELECT * FROM unnest(${people.map(({ name }) => name)}::text[], ${emails}::text[])
    ON CONFLICT (tenant_id, lower(email)) DO NOTHING
    RETURNING id, name, email`.execute(db);
  const grants = people.flatMap(({ line, email, product_ids }) =>
    product_ids.map((product_id) => ({ line, email, product_id })),
  );
  await sql`
    WITH known AS MATERIALIZED (
      SELECT * FROM ${membersByEmail(emails)}
    ), grants AS (
      SELECT DISTINCT ON (m.id, w.product_id) w.line, m.id AS member_id, w.product_id
      FROM unnest(${grants.map(({ line }) => line)}::int[], ${grants.map(({ email }) => email)}::text[],
                  ${grants.map(({ product_id }) => product_id)}::bigint[]) AS w (line, email, product_id)
      JOIN known m ON m.email = lower(w.email)
      ORDER BY m.id, w.product_id, w.line
    ), granted AS (
      INSERT INTO member_products (member_id, product_id)
      SELECT member_id, product_id FROM grants
      ON CONFLICT DO NOTHING
      RETURNING member_id, product_id
    ), granted_by_line AS (
      SELECT g.line,
             coalesce(array_agg(g.product_id) FILTER (WHERE granted.product_id IS NOT NULL), '{}') AS product_ids,
             coalesce(array_agg(g.product_id) FILTER (WHERE granted.product_id IS NULL), '{}') AS found_ids
      FROM grants g LEFT JOIN granted USING (member_id, product_id) GROUP BY g.line
    ), people AS (
      SELECT line, m.id AS member_id,
             row_number() OVER (PARTITION BY m.id ORDER BY line) = 1 AND m.id = ANY (${added.map(({ id }) => id)}::bigint[]) AS created
      FROM unnest(${people.map(({ line }) => line)}::int[], ${emails}::text[]) AS g (line, email)
      JOIN known m ON m.email = lower(g.email)
    )
    INSERT INTO import_rows (import_id, line, outcome, member_id, product_ids, found_ids)
    SELECT ${importId}, people.line,
           CASE WHEN created THEN 'created' WHEN granted_by_line.product_ids <> '{}' THEN 'changed' ELSE 'unchanged' END,
           member_id, coalesce(granted_by_line.product_ids, '{}'), coalesce(granted_by_line.found_ids, '{}')
    FROM people LEFT JOIN granted_by_line USING (line)
    ON CONFLICT DO NOTHING`.execute(db);
  const refusedRows = rows.filter((row) => row.refused !== null);
  if (refusedRows.length)
    await sql`
      INSERT INTO import_rows (import_id, line, outcome, item, message, values)
      SELECT ${importId}, line, 'refused', item, message, values
      FROM unnest(${refusedRows.map(({ line }) => line)}::int[], ${refusedRows.map(({ item }) => truncate(item, 255))}::text[],
                  ${refusedRows.map((row) => row.refused!.message)}::text[],
                  ${refusedRows.map((row) => JSON.stringify(row.refused!.values ?? {}))}::jsonb[]) AS r (line, item, message, values)
      ON CONFLICT DO NOTHING`.execute(db);
  return added;
}

/**
 * Deletes the results of imports that are older than `limits.resultDays`. It keeps the rows of a
 * running undo, and those whose person still waits for one of the daily invitations.
 */
export const dropOldRows = ({ db }: TenantTransaction) =>
  sql`DELETE FROM import_rows r USING imports i
      WHERE i.id = r.import_id AND i.created_at < now() - make_interval(days => ${limits.resultDays})
        AND i.undo_line IS NULL
        AND NOT (i.choices ->> 'invite' IS NOT DISTINCT FROM 'gradual'
          AND r.outcome = 'created' AND NOT r.invited
          AND EXISTS (SELECT FROM members m
            WHERE m.id = r.member_id AND m.last_seen_at IS NULL AND m.erase_at IS NULL))`.execute(
    db,
  );

// Invitations ------------------------------------------------------------------------------------

/**
 * Takes imported members who were not invited and never signed in. The outer condition on `invited`
 * holds for a concurrent job too: it waits for the row, and then no longer finds it. The language is
 * the importer's until the member has chosen one.
 */
export async function takeUninvited({ db }: TenantTransaction, importId: number, count: number) {
  const { rows } = await sql<NewMember & { language: string | null }>`
    WITH next AS (
      UPDATE import_rows r SET invited = true
      FROM (SELECT line FROM import_rows WHERE import_id = ${importId} AND outcome = 'created' AND NOT invited
            AND member_id IS NOT NULL ORDER BY line LIMIT ${count}) AS n
      WHERE r.import_id = ${importId} AND r.line = n.line AND NOT r.invited
      RETURNING r.member_id
    )
    SELECT m.id, m.name, m.email, coalesce(m.language, (SELECT importer.language
      FROM imports i JOIN members importer ON importer.id = i.member_id
      WHERE i.id = ${importId})) AS language
    FROM next JOIN members m ON m.id = next.member_id
    WHERE m.last_seen_at IS NULL AND m.erase_at IS NULL`.execute(db);
  return rows;
}

/** Counts the people whom an invitation reaches: as `takeUninvited` returns them. */
export async function countUninvited({ db }: TenantTransaction, importId: number) {
  const { count } = await db
    .selectFrom('import_rows as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('r.import_id', '=', importId)
    .where('r.outcome', '=', 'created')
    .where('r.invited', '=', false)
    .where('m.last_seen_at', 'is', null)
    .where('m.erase_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

// Result --------------------------------------------------------------------------------

/** The result of one row of the file. */
export interface ResultRow {
  line: number;
  outcome: string;
  name: string | null;
  email: string | null;
  item: string | null;
  message: string | null;
  values: Record<string, string | number> | null;
  products: string[];
}

/** The next 500 results behind this line of the file. */
export async function resultAfter({ db }: TenantTransaction, importId: number, line: number) {
  const { rows } = await sql<ResultRow>`
    SELECT r.line, r.outcome, m.name, m.email, r.item, r.message, r.values,
           ARRAY(SELECT p.title::text FROM products p WHERE p.id = ANY (r.product_ids) ORDER BY p.id) AS products
    FROM import_rows r LEFT JOIN members m ON m.id = r.member_id
    WHERE r.import_id = ${importId} AND r.line > ${line}
    ORDER BY r.line LIMIT 500`.execute(db);
  return rows;
}

/** The number of rows by their outcome. */
export async function countRows({ db }: TenantTransaction, importId: number) {
  const rows = await db
    .selectFrom('import_rows')
    .select('outcome')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .groupBy('outcome')
    .execute();
  const countOf = (outcome: string) => rows.find((row) => row.outcome === outcome)?.count ?? 0;
  return {
    created: countOf('created'),
    changed: countOf('changed'),
    unchanged: countOf('unchanged'),
    refused: countOf('refused'),
  };
}

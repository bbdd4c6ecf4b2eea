import {
  dataGroups,
  type Consent,
  type DataGroup,
  type MyData,
  type RecordView,
} from '@vitrine/contract/privacy';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { personalTables } from '../../kit/privacy/personal-data.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { rowsOf } from './personal-rows.ts';
import { listOwnRequests } from './requests.store.ts';
import { readRetention } from './retention.store.ts';

const MAX_VIEWS = 50;

/** Reads the page "Meus dados" of a member. */
export async function readMyData(tx: TenantTransaction, memberId: number): Promise<MyData> {
  const { db } = tx;
  const { password_hash } = orNotFound(
    await db
      .selectFrom('members')
      .select('password_hash')
      .where('id', '=', memberId)
      .executeTakeFirst(),
  );
  return {
    groups: await countGroups(tx, memberId),
    consents: await latestConsents(tx, memberId),
    views: await tx.run(recordViews, { memberId }),
    requests: await listOwnRequests(tx, memberId),
    retention: await readRetention(tx),
    password: password_hash !== null,
  };
}

async function countGroups({ db }: TenantTransaction, memberId: number) {
  const counts = personalTables.flatMap(({ exported, ...table }) =>
    exported
      ? [
          sql`SELECT ${exported.group}::text AS "group", count(*) AS records FROM ${rowsOf(table, memberId)}`,
        ]
      : [],
  );
  const { rows } = await sql<{ group: DataGroup; records: number }>`
    SELECT "group", sum(records)::bigint AS records
    FROM (${sql.join(counts, sql` UNION ALL `)}) AS counted GROUP BY "group"`.execute(db);
  return dataGroups.map((group) => ({
    group,
    records: rows.find((row) => row.group === group)?.records ?? 0,
  }));
}

async function latestConsents({ db }: TenantTransaction, memberId: number): Promise<Consent[]> {
  const { rows } = await sql<Consent>`
    SELECT DISTINCT ON (kind) kind, granted, at FROM member_consents
    WHERE member_id = ${memberId} ORDER BY kind, id DESC`.execute(db);
  return rows;
}

/** An export of the whole list of people counts for everybody who was a member then. */
export const recordViews = statement({
  name: 'privacy.record-views',
  sql: `SELECT m.name AS viewer, seen.what, seen.at
    FROM (
      SELECT viewer_id, what, at FROM record_views WHERE member_id = :memberId
      UNION ALL
      SELECT a.member_id, 'list', a.at FROM audit_entries a
      JOIN members own ON own.id = :memberId
      WHERE a.action = 'members.export' AND a.at >= own.created_at AND a.member_id <> own.id
    ) AS seen
    LEFT JOIN members m ON m.id = seen.viewer_id AND m.erase_at IS NULL
    ORDER BY seen.at DESC LIMIT ${MAX_VIEWS}`,
  row: z.custom<RecordView>(),
});

/** Records the consent with its date. A second consent is a second row. */
export async function acceptTerms({ db }: TenantTransaction, memberId: number): Promise<Consent> {
  const row = await db
    .insertInto('member_consents')
    .values({ member_id: memberId, kind: 'terms', granted: true })
    .returning(['kind', 'granted', 'at'])
    .executeTakeFirstOrThrow();
  return row as Consent;
}

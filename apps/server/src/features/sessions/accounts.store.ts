import { sql } from 'kysely';
import { memberIdByEmail } from '../../kit/member-by-email.ts';
import type { TenantTransaction } from '../../platform/database.ts';

/** The account behind an e-mail, whatever its case. */
export const findAccount = ({ db }: TenantTransaction, email: string) =>
  db
    .selectFrom('members')
    .select(['id', 'name', 'email', 'photo_url', 'roles', 'password_hash', 'language'])
    .where('id', '=', memberIdByEmail(email))
    .executeTakeFirst();

/**
 * Whether the account still has the password that was read. If so, a reset waits, and then ends the
 * session that this transaction begins.
 */
export async function lockPassword(
  { db }: TenantTransaction,
  account: { id: number; password_hash: string | null },
) {
  const held = await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/** Makes other transactions that lock this account wait. */
export const lockAccount = ({ db }: TenantTransaction, id: number) =>
  db.selectFrom('members').select('id').where('id', '=', id).forNoKeyUpdate().execute();

/**
 * The account behind an e-mail that waits for its erasure, with the password of before. Null once the
 * erasure is due: nobody can cancel it any more.
 */
export async function findErasingAccount({ db }: TenantTransaction, email: string) {
  const row = await db
    .selectFrom('member_erasures as e')
    .innerJoin('members as m', 'm.id', 'e.member_id')
    .select([
      'm.id',
      'm.erase_at',
      'm.time_zone',
      sql<string | null>`e.held ->> 'password_hash'`.as('password_hash'),
    ])
    .where(sql`lower(e.held ->> 'email')`, '=', email.toLowerCase())
    .where('m.erase_at', '>', new Date())
    .orderBy('e.asked_at', 'desc')
    .executeTakeFirst();
  return row?.erase_at ? { ...row, erase_at: row.erase_at } : null;
}

/** Null for a member without a password, who signs in by links only. */
export async function findPasswordHash({ db }: TenantTransaction, memberId: number) {
  const row = await db
    .selectFrom('members')
    .select('password_hash')
    .where('id', '=', memberId)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}

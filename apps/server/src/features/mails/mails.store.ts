import type { ListedMail, MailState } from '@vitrine/contract/mails';
import { sql } from 'kysely';
import { personJson } from '../../kit/person-json.ts';
import { cursorPage } from '../../kit/rows/pagination.ts';
import { containsPattern } from '../../kit/search-text.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { forgetRefusal } from '../../platform/mail.ts';

interface MailFilters {
  search: string;
  state?: MailState | undefined;
  cursor?: string | undefined;
}

const PAGE = 30;
/** Maximum number of members whose mails a search lists. */
const MAX_FOUND_MEMBERS = 200;

/** Hides members who wait for their erasure (contract, People). */
const mailColumns = sql`
  l.id, l.kind, l.state, l.reason, l.notices, coalesce(l.error, '') AS error, l.created_at, l.sent_at,
  CASE WHEN m.erase_at IS NULL THEN l.recipient ELSE '' END AS recipient,
  CASE WHEN m.id IS NOT NULL AND m.erase_at IS NULL
    THEN ${sql.raw(personJson('m'))} END AS member,
  (m.erase_at IS NULL AND EXISTS (SELECT FROM email_bounces b
    WHERE b.email = lower(l.recipient)))::int AS refused`;

/**
 * Lists one page, latest first. The cursor is an id, so the thousandth page costs as much as the
 * first.
 */
export async function listMails({ db }: TenantTransaction, { search, state, cursor }: MailFilters) {
  const conditions = sql`${state ? sql`AND l.state = ${state}` : sql``}
    ${cursor ? sql`AND l.id < ${Number(cursor)}` : sql``}
    ORDER BY l.id DESC LIMIT ${PAGE + 1}`;
  const pattern = containsPattern(search);
  const matches = search
    ? sql`(
        SELECT DISTINCT ON (l.id) l.* FROM (
          SELECT one.* FROM (
            SELECT id, tenant_id FROM members
            WHERE tenant_id = app_tenant() AND erase_at IS NULL
              AND (f_unaccent(name) LIKE f_unaccent(${pattern}) OR email ILIKE ${pattern})
            LIMIT ${MAX_FOUND_MEMBERS}) AS who
          CROSS JOIN LATERAL (
            SELECT l.* FROM mails l
            WHERE l.member_id = who.id ${conditions}) AS one
          UNION ALL
          (SELECT l.* FROM mails l
           WHERE l.tenant_id = app_tenant() AND lower(l.recipient) = lower(${search})
             ${conditions})) AS l
        ORDER BY l.id DESC LIMIT ${PAGE + 1})`
    : sql`(SELECT l.* FROM mails l WHERE l.tenant_id = app_tenant() ${conditions})`;
  const { rows } = await sql<ListedMail>`
    SELECT ${mailColumns} FROM ${matches} AS l
    LEFT JOIN members m ON m.id = l.member_id
    ORDER BY l.id DESC`.execute(db);
  return cursorPage(rows, PAGE, ({ id }) => String(id));
}

/** Sends notification mails to this member again. */
export async function retryAddress(tx: TenantTransaction, memberId: number) {
  const { email } = orNotFound(
    await tx.db
      .selectFrom('members')
      .select('email')
      .where('id', '=', memberId)
      .where('erase_at', 'is', null)
      .executeTakeFirst(),
  );
  await forgetRefusal(tx, email);
}

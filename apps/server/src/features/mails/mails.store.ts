import type { ListedMail, MailState } from '@vitrine/contract/mails';
import { sql, type RawBuilder } from 'kysely';
import { personJson } from '../../kit/person-json.ts';
import { cursorPage } from '../../kit/rows/pagination.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { forgetRefusal } from '../../platform/mail.ts';
import { findMemberIds } from '../members/members.store.ts';

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
export async function listMails(tx: TenantTransaction, { search, state, cursor }: MailFilters) {
  const page = sql`${state ? sql`AND l.state = ${state}` : sql``}
    ${cursor ? sql`AND l.id < ${Number(cursor)}` : sql``}
    ORDER BY l.id DESC LIMIT ${PAGE + 1}`;
  const mails = search
    ? await foundMails(tx, search, page)
    : sql`(SELECT l.* FROM mails l WHERE true ${page})`;
  const { rows } = await sql<ListedMail>`
    SELECT ${mailColumns} FROM ${mails} AS l
    LEFT JOIN members m ON m.id = l.member_id
    ORDER BY l.id DESC`.execute(tx.db);
  return cursorPage(rows, PAGE, ({ id }) => String(id));
}

/** As SQL: a page of the mails to the members whom a search finds, and to an address written in full. */
async function foundMails(tx: TenantTransaction, search: string, page: RawBuilder<unknown>) {
  const memberIds = await findMemberIds(tx, search, MAX_FOUND_MEMBERS);
  return sql`(
    SELECT DISTINCT ON (l.id) l.* FROM (
      SELECT one.* FROM unnest(${memberIds}::bigint[]) AS found (member_id)
      CROSS JOIN LATERAL (
        SELECT l.* FROM mails l WHERE l.member_id = found.member_id ${page}) AS one
      UNION ALL
      (SELECT l.* FROM mails l
       WHERE l.id = ANY (ARRAY(SELECT mails_to(lower(${search})))) ${page})) AS l
    ORDER BY l.id DESC LIMIT ${PAGE + 1})`;
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

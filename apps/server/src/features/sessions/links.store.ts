import { mayCreateAccessLink } from '@vitrine/contract/members';
import { isAdminRole } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import type { TenantTransaction } from '../../platform/database.ts';
import { hashToken, newCode, newToken } from '../../platform/secrets.ts';

/** The use of a one-time link. A link of one purpose is useless for another. */
export type Purpose = 'sign_in' | 'password' | 'invitation' | 'owner' | 'erasure';

const minutes: Record<Purpose, number> = {
  sign_in: 10,
  password: 60,
  invitation: 7 * 24 * 60,
  owner: 24 * 60,
  erasure: 10,
};

/** A moment by the database's clock, because another server may have made the link. */
const inMinutes = (count: number) => sql<Date>`now() + make_interval(mins => ${count})`;

interface NewLink {
  memberId: number;
  purpose: Purpose;
  /** Hash of the requesting browser's cookie. Null where any browser may use the link. */
  browserHash?: Buffer | null;
  /** The member of the staff who gets to see the link. */
  handedBy?: number;
  minutes?: number;
}

/**
 * Creates a link for one purpose. Token and code leave by mail. The database stores their hashes
 * only.
 */
export async function createLink({ db }: TenantTransaction, link: NewLink) {
  const token = newToken();
  const code = newCode();
  const { expires_at: expiresAt } = await db
    .insertInto('sign_in_links')
    .values({
      member_id: link.memberId,
      purpose: link.purpose,
      token_hash: hashToken(token),
      browser_hash: link.browserHash ?? null,
      code_hash: link.browserHash ? hashToken(code) : null,
      handed_by: link.handedBy ?? null,
      expires_at: inMinutes(link.minutes ?? minutes[link.purpose]),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { token, code, expiresAt };
}

/** Numbers of links of one account and purpose, by the time since they were requested. */
export interface RecentLinks {
  tenMinutes: number;
  hour: number;
  day: number;
}

/** Counts the links mailed lately, because somebody may be flooding a mailbox. Staff hand others over. */
export async function recentLinks(
  { db }: TenantTransaction,
  memberId: number,
  purpose: Purpose,
): Promise<RecentLinks> {
  const since = (ago: number) => inMinutes(minutes[purpose] - ago);
  return db
    .selectFrom('sign_in_links')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('expires_at', '>', since(10)).as('tenMinutes'),
      fn.countAll<number>().filterWhere('expires_at', '>', since(60)).as('hour'),
      fn.countAll<number>().as('day'),
    ])
    .where('member_id', '=', memberId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', since(24 * 60))
    .where('handed_by', 'is', null)
    .executeTakeFirstOrThrow();
}

const MAX_WRONG_CODES = 5;

type ConsumedLink = { memberId: number } | 'gone' | 'code_needed' | 'wrong_code';

/**
 * Consumes a sign-in link, and ends the invitations of its account. Another browser than the requesting
 * one also needs the mail's code. Five wrong codes end the link. The lock admits one of two concurrent
 * requests.
 */
export async function consumeSignInLink(
  { db }: TenantTransaction,
  credentials: {
    token: string;
    browser: string | undefined;
    code: string | undefined;
    /** Switching it off also invalidates links that were sent before (safety, Sign-in). */
    magicLinkEnabled: boolean;
  },
): Promise<ConsumedLink> {
  const hash = hashToken(credentials.token);
  const validLink = db
    .selectFrom('sign_in_links')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('purpose', '=', 'sign_in')
    .where('used_at', 'is', null)
    .where('expires_at', '>', inMinutes(0))
    .where('wrong_codes', '<', MAX_WRONG_CODES);
  const found = await validLink.executeTakeFirst();
  if (!found) return 'gone';
  await lockOpenLinks({ db }, found.member_id);
  const link = await validLink.executeTakeFirst();
  // A printed link names no browser and opens whatever the school allows.
  if (!link || (link.browser_hash && !credentials.magicLinkEnabled)) return 'gone';
  const sameBrowser =
    !link.browser_hash ||
    (credentials.browser && hashToken(credentials.browser).equals(link.browser_hash));
  if (!sameBrowser) {
    if (!credentials.code) return 'code_needed';
    if (!link.code_hash?.equals(hashToken(credentials.code))) {
      await db
        .updateTable('sign_in_links')
        .set({ wrong_codes: link.wrong_codes + 1 })
        .where('token_hash', '=', hash)
        .execute();
      return 'wrong_code';
    }
  }
  await endInvitations({ db }, link.member_id);
  await markUsed({ db }, hash);
  await confirmAddress({ db }, link.member_id);
  return { memberId: link.member_id };
}

/**
 * Locks the unused links of an account, in one order: another one would deadlock. Who has waited reads
 * them again.
 */
export const lockOpenLinks = ({ db }: Pick<TenantTransaction, 'db'>, memberId: number) =>
  db
    .selectFrom('sign_in_links')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .orderBy('token_hash')
    .forUpdate()
    .execute();

/**
 * Ends the invitations of somebody who has entered. One that was handed over may lie in a chat for a week,
 * and would set a new password.
 */
const endInvitations = ({ db }: Pick<TenantTransaction, 'db'>, memberId: number) =>
  db
    .updateTable('sign_in_links')
    .set({ used_at: new Date() })
    .where('member_id', '=', memberId)
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null)
    .execute();

/** Consumes a link to a new password. All sessions, links and invitations of the account end. */
export const consumePasswordLink = (tx: TenantTransaction, token: string, passwordHash: string) =>
  consumeCredentialsLink(tx, token, ['password', 'invitation'], { password_hash: passwordHash });

/** Consumes a printed link: the owner gets this e-mail and this password. */
export const consumeOwnerLink = (
  tx: TenantTransaction,
  token: string,
  credentials: { name?: string; email: string; password_hash: string },
) => consumeCredentialsLink(tx, token, ['owner'], credentials);

async function consumeCredentialsLink(
  tx: TenantTransaction,
  token: string,
  purposes: Purpose[],
  credentials: { name?: string; email?: string; password_hash: string },
) {
  const hash = hashToken(token);
  if (!(await mayStillHandOver(tx, hash))) return null;
  // Two links of one person lock all of them in the same order. To lock the own one first would
  // deadlock. Who waited for the other finds none.
  const used = await tx.db
    .updateTable('sign_in_links')
    .set({ used_at: new Date() })
    .where('member_id', '=', (eb) =>
      eb
        .selectFrom('sign_in_links')
        .select('member_id')
        .where('token_hash', '=', hash)
        .where('purpose', 'in', purposes)
        .where('used_at', 'is', null)
        .where('expires_at', '>', inMinutes(0)),
    )
    .where('used_at', 'is', null)
    .returning(['member_id', 'token_hash'])
    .execute();
  const link = used.find(({ token_hash }) => token_hash.equals(hash));
  if (!link) return null;
  const { member_id } = link;
  await confirmAddress(tx, member_id);
  // A change of the e-mail was asked for with the credentials of before. It is locked before the
  // account, as its confirmation does.
  await tx.db.deleteFrom('email_changes').where('member_id', '=', member_id).execute();
  await tx.db.updateTable('members').set(credentials).where('id', '=', member_id).execute();
  await tx.db.deleteFrom('sessions').where('member_id', '=', member_id).execute();
  return member_id;
}

/**
 * Tells whether who has seen a link may make one now. The member may have been promoted meanwhile, or
 * the other one demoted or removed. True for a link that was mailed.
 */
async function mayStillHandOver({ db }: TenantTransaction, hash: Buffer) {
  const link = await db
    .selectFrom('sign_in_links as l')
    .innerJoin('members as m', 'm.id', 'l.member_id')
    .leftJoin('members as giver', 'giver.id', 'l.handed_by')
    .select(['m.roles', 'giver.roles as giver_roles'])
    .where('l.token_hash', '=', hash)
    .where('l.handed_by', 'is not', null)
    .executeTakeFirst();
  const giverRoles = link?.giver_roles ?? [];
  return !link || (giverRoles.some(isAdminRole) && mayCreateAccessLink(giverRoles, link.roles));
}

/** Consumes a fresh link of this member, as proof that they ask for their erasure themselves. */
export async function consumeErasureProof(
  { db }: TenantTransaction,
  memberId: number,
  token: string,
) {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_links')
    .set({ used_at: new Date() })
    .where('token_hash', '=', hashToken(token))
    .where('member_id', '=', memberId)
    .where('purpose', 'in', ['erasure', 'sign_in'])
    .where('used_at', 'is', null)
    .where('expires_at', '>', inMinutes(0))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A used link proves that the mail arrived, so the address gets mails again. */
const confirmAddress = ({ db }: Pick<TenantTransaction, 'db'>, memberId: number) =>
  db
    .deleteFrom('email_bounces')
    .where('email', 'in', (eb) =>
      eb
        .selectFrom('members')
        .select(sql<string>`lower(email)`.as('email'))
        .where('id', '=', memberId),
    )
    .execute();

const markUsed = ({ db }: Pick<TenantTransaction, 'db'>, hash: Buffer) =>
  db
    .updateTable('sign_in_links')
    .set({ used_at: new Date() })
    .where('token_hash', '=', hash)
    .execute();

import { DAY_MS } from '@vitrine/contract/durations';
import { isLanguage, type Language } from '@vitrine/contract/languages';
import { isAdminRole, isStaffRole, type Role } from '@vitrine/contract/roles';
import { messages } from '@vitrine/contract/sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql, type Insertable } from 'kysely';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { refuse } from './app-error.ts';
import type { TenantReader, TenantTransaction } from './database.ts';
import type { Sessions } from './database.types.ts';
import { hostCookieName, hostCookieOptions } from './host-cookies.ts';
import { knowBrowser } from './known-browsers.ts';
import { rememberSession } from './request-account.ts';
import { hashToken, newToken } from './secrets.ts';
import { statement } from './statement.ts';

/** The signed-in member of this school. */
export const sessionMember = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  photo_url: z.nullable(z.string()),
  roles: z.array(z.custom<Role>()),
  language: z.nullable(z.string()),
  /** True if the last visit of the browser was over an hour ago. Its session is then extended. */
  stale: z.boolean(),
});
/** The person behind a session. Roles and language are those of this request. */
export type Member = z.output<typeof sessionMember>;

/** May edit the school: owners and admins. */
export const isAdmin = ({ roles }: Member) => roles.some(isAdminRole);
/** Any role beyond student, so instructors and moderators as well. */
export const isStaff = ({ roles }: Member) => roles.some(isStaffRole);

const SESSION_DAYS = 30;
/**
 * The cookie outlasts the session, whose row ends it: a visit extends the row, and sets no cookie.
 * Browsers keep no cookie longer.
 */
const COOKIE_DAYS = 400;
/** Maximum stored length of the User-Agent header. */
const USER_AGENT_LENGTH = 300;

const cookieName = (request: FastifyRequest) => hostCookieName('vitrine', request);

/** The token in the session cookie, if there is one. */
export const sessionToken = (request: FastifyRequest) => request.cookies[cookieName(request)];

/** The same before Fastify has parsed anything. It may be the cookie of the other scheme. */
export const unparsedSessionToken = ({ headers }: IncomingMessage) =>
  /(?:^|; *)(?:__Host-)?vitrine=([^;]+)/.exec(headers.cookie ?? '')?.[1];

/**
 * Reads the member of a session. OFFSET 0 forces a lookup by key. Without it the planner scans
 * members when few of them have a session.
 */
export const sessionMemberSql = `
  SELECT m.id, m.name, m.email, m.photo_url, m.roles, m.language,
         s.last_seen_at < now() - interval '1 hour' AS stale
  FROM sessions s CROSS JOIN LATERAL (
    SELECT * FROM members WHERE id = s.member_id OFFSET 0) AS m
  WHERE s.token_hash = :tokenHash AND s.expires_at > now()`;

const findMember = statement({ name: 'session', sql: sessionMemberSql, row: sessionMember });

/** Reads the member of a session token. A changed role counts from the next request on. */
export async function findSessionMember(
  reader: TenantReader,
  token: string,
): Promise<Member | null> {
  const [member] = await reader.run(findMember, { tokenHash: hashToken(token) });
  if (member) rememberSession(token, reader.tenantId, { id: member.id, isStaff: isStaff(member) });
  return member ?? null;
}

/** The clock of the database, by which a session is stale. */
const now = sql<Date>`now()`;

/** Extends the session. It ends 30 days after the last visit. */
export async function touchSession({ db }: TenantTransaction, memberId: number, token: string) {
  await db.updateTable('members').set({ last_seen_at: now }).where('id', '=', memberId).execute();
  await db
    .updateTable('sessions')
    .set({ expires_at: daysFromNow(SESSION_DAYS), last_seen_at: now })
    .where('token_hash', '=', hashToken(token))
    .execute();
}

/** The language of the login page becomes that of the mails, for a member who has chosen none. */
function firstLanguage(request: FastifyRequest) {
  const { language } = request.cookies;
  return isLanguage(language) ? { language: sql<string>`coalesce(language, ${language})` } : {};
}

/** Signs a member in: stores a new session, sets its cookie, and makes the browser known. */
export async function startSession(
  tx: TenantTransaction,
  memberId: number,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { db } = tx;
  // The update locks the row. An erasure waits for it and ends this session, or it came first, and
  // the account is closed here. `last_seen_at` ends 'Ainda não entrou' before the next request.
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set({ last_seen_at: new Date(), ...firstLanguage(request) })
    .where('id', '=', memberId)
    .where('erase_at', 'is', null)
    .executeTakeFirst();
  if (!numUpdatedRows) throw refuse('wrong_sign_in', messages.wrongSignIn, 401);
  const token = newToken();
  await replaceSession(tx, sessionToken(request), {
    member_id: memberId,
    token_hash: hashToken(token),
    expires_at: daysFromNow(SESSION_DAYS),
    user_agent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH),
  });
  await db.deleteFrom('sessions').where('expires_at', '<', new Date()).execute();
  reply.setCookie(cookieName(request), token, {
    ...hostCookieOptions(request),
    maxAge: (COOKIE_DAYS * DAY_MS) / 1000,
  });
  await knowBrowser(tx, memberId, request, reply);
}

/**
 * Stores a session in place of the one that the browser's cookie names. The member's own session gets
 * the new token and keeps its pushes. Another member's ends, and so do its pushes to this browser.
 */
async function replaceSession(
  { db }: TenantTransaction,
  formerToken: string | undefined,
  session: Insertable<Sessions> & { member_id: number },
) {
  if (formerToken) {
    const formerHash = hashToken(formerToken);
    const { numUpdatedRows } = await db
      .updateTable('sessions')
      .set({ ...session, created_at: now, last_seen_at: now })
      .where('token_hash', '=', formerHash)
      .where('member_id', '=', session.member_id)
      .executeTakeFirst();
    if (numUpdatedRows) return;
    await db.deleteFrom('sessions').where('token_hash', '=', formerHash).execute();
  }
  await db.insertInto('sessions').values(session).execute();
}

/** Signs out: deletes the session of the request and its cookie. */
export async function endSession(
  { db }: TenantTransaction,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const token = sessionToken(request);
  if (token) await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
  clearSessionCookie(request, reply);
}

/** Makes the browser forget its session. `endSession` also removes it here. */
export const clearSessionCookie = (request: FastifyRequest, reply: FastifyReply) =>
  reply.clearCookie(cookieName(request), hostCookieOptions(request));

const daysFromNow = (count: number) => new Date(Date.now() + count * DAY_MS);

/**
 * The cookie `language`, else the member's choice, else Portuguese (contract, decision 12). The site of
 * a parent domain may set a cookie of this name, with a value that is none of ours.
 */
export const languageOf = (request: FastifyRequest, member: Member | null): Language =>
  [request.cookies['language'], member?.language].find(isLanguage) ?? 'pt';

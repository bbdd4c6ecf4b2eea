import { DAY_MS } from '@vitrine/contract/durations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Database, TenantTransaction } from './database.ts';
import { hostCookieName, hostCookieOptions } from './host-cookies.ts';
import { hashToken, newToken } from './secrets.ts';
import { statement } from './statement.ts';

/** A browser is known for half a year after its last sign-in. */
const KNOWN_DAYS = 180;
/** Programs keep no cookies, so each of their sign-ins is another browser. */
const MAX_BROWSERS = 20;

const cookieName = (request: FastifyRequest) => hostCookieName('vitrine-browser', request);

/** The secret of the requesting browser, if it has one. */
export const browserSecret = (request: FastifyRequest) => request.cookies[cookieName(request)];

/** Marks the browser by a cookie: the secret that it has, or a new one. Returns the secret. */
export function markBrowser(request: FastifyRequest, reply: FastifyReply) {
  const secret = browserSecret(request) ?? newToken();
  const maxAge = (KNOWN_DAYS * DAY_MS) / 1000;
  reply.setCookie(cookieName(request), secret, { ...hostCookieOptions(request), maxAge });
  return secret;
}

const rememberBrowser = statement({
  name: 'known-browsers.remember',
  sql: `WITH known AS (
      INSERT INTO known_browsers (member_id, browser_hash, expires_at)
      VALUES (:memberId, :browserHash, :expiresAt)
      ON CONFLICT (tenant_id, browser_hash, member_id)
      DO UPDATE SET expires_at = excluded.expires_at)
    DELETE FROM known_browsers WHERE member_id = :memberId AND browser_hash IN (
      SELECT b.browser_hash FROM known_browsers b
      WHERE b.member_id = :memberId AND b.browser_hash <> :browserHash
      ORDER BY b.expires_at DESC OFFSET ${MAX_BROWSERS - 1})`,
  row: z.object({}),
});

/** Makes the browser known to an account that signs in. The oldest of more than 20 is forgotten. */
export async function knowBrowser(
  tx: TenantTransaction,
  memberId: number,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const browserHash = hashToken(markBrowser(request, reply));
  const expiresAt = new Date(Date.now() + KNOWN_DAYS * DAY_MS);
  await tx.run(rememberBrowser, { memberId, browserHash, expiresAt });
}

const findKnownBrowser = statement({
  name: 'known-browsers.find',
  sql: `SELECT b.member_id FROM known_browsers b JOIN members m ON m.id = b.member_id
    WHERE b.browser_hash = :browserHash AND b.expires_at > now() AND lower(m.email) = :email`,
  row: z.object({ member_id: z.number() }),
});

/** The hash of the requesting browser if it has signed in to the account of the e-mail, else null. */
export async function knownBrowserHash(
  database: Database,
  tenantId: number,
  { email, request }: { email: string; request: FastifyRequest },
) {
  const secret = browserSecret(request);
  if (!secret) return null;
  const browserHash = hashToken(secret);
  const values = { email: email.toLowerCase(), browserHash };
  const [known] = await database.reader(tenantId).run(findKnownBrowser, values);
  return known ? browserHash : null;
}

import { limits as erasureLimits, messages as privacy } from '@vitrine/contract/privacy';
import { messages, sessions, type Role } from '@vitrine/contract/sessions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withoutTransaction, type Call } from '../../kit/call.ts';
import { awardSignIn } from '../../kit/points.ts';
import { mount } from '../../kit/mount.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { Database } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { refuse } from '../../platform/app-error.ts';
import { schoolOrigin, type School } from '../../platform/schools.ts';
import { hashPassword, hashToken, newToken, passwordMatches } from '../../platform/secrets.ts';
import { endSession, languageOf, startSession } from '../../platform/session.ts';
import { clearFailures, refundAttempt, reserveAttempt } from '../../platform/sign-in-throttle.ts';
import {
  findAccount,
  findErasingAccount,
  roleList,
  consumeOwnerLink,
  consumePasswordLink,
  consumeSignInLink,
  type Purpose,
} from './sessions.store.ts';
import { placeBefore } from './place-before.ts';
import './sessions.mails.ts';

/** v1, session, and contract, Tenants and sign-in. */
export function mountSessions(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'sessions', sessions, {
    signIn: withoutTransaction(async ({ database }, { body, school, request, reply }) => {
      const { id } = school.tenant;
      const limits = signInLimits(body.email, request);
      await reserveAttempt(database, id, Object.values(limits));
      const [account, pendingErasure] = await database.transaction(id, async (tx) => [
        await findAccount(tx, body.email),
        await findErasingAccount(tx, body.email),
      ]);
      const owner = { tenantId: id, account: body.email.toLowerCase() };
      const matches = await passwordMatches(
        owner,
        body.password,
        (account ?? pendingErasure)?.password_hash ?? null,
      ).catch(async (error: Error) => {
        await refundAttempt(database, id, [limits.account.key, limits.address.key]);
        throw error;
      });
      if (matches && !account && pendingErasure) {
        await mailErasureLink(database, platform, { memberId: pendingErasure.id, school, request });
        throw refuse('erasure_pending', privacy.erasurePending, 401, {
          values: { date: formatDay(pendingErasure.erase_at, languageOf(request, null)) },
        });
      }
      if (!matches || !account) throw refuse('wrong_sign_in', messages.wrongSignIn, 401);
      await clearFailures(database, id, [limits.account.key]);
      await refundAttempt(database, id, [limits.address.key]);
      await database.transaction(id, async (tx) => {
        await startSession(tx, account.id, request, reply);
        await awardSignIn(tx, account.id);
      });
      return asSession(account, school);
    }),

    current: async (_scope, { member, school }) => asSession(member, school),

    signOut: (tx, { request, reply }) => endSession(tx, request, reply),

    askLink: withoutTransaction(async (_platform, call) => {
      const next = placeBefore(call.request, call.body.next);
      if (call.school.settings.magic_link_enabled)
        await requestLink('sign_in', platform, call, next);
      return { message: call.t(messages.linkSent) };
    }),

    useLink: withoutTransaction(async ({ database }, { body, school, request, reply }) => {
      const { id } = school.tenant;
      const limit = linkLimit(request);
      await reserveAttempt(database, id, [limit]);
      const outcome = await database.transaction(id, async (tx) => {
        const browser = request.cookies[browserCookie];
        const signIn = await consumeSignInLink(tx, {
          token: body.token,
          code: body.code,
          browser,
          magicLinkEnabled: school.settings.magic_link_enabled,
        });
        if (typeof signIn === 'string') return signIn;
        const account = await tx.db
          .selectFrom('members')
          .select(['id', 'name', 'email', 'photo_url', 'roles'])
          .where('id', '=', signIn.memberId)
          .executeTakeFirstOrThrow();
        await startSession(tx, account.id, request, reply);
        await awardSignIn(tx, account.id);
        return account;
      });
      if (outcome === 'wrong_code') throw refuse('wrong_code', messages.wrongCode, 401);
      if (outcome === 'gone') throw refuse('link_gone', messages.linkGone, 401);
      await refundAttempt(database, id, [limit.key]);
      if (outcome === 'code_needed') throw refuse('code_needed', messages.codeNeeded, 409);
      return asSession(outcome, school);
    }),

    setUpOwner: withoutTransaction(async ({ database }, { body, school, request, reply }) => {
      const { id } = school.tenant;
      const limit = linkLimit(request);
      await reserveAttempt(database, id, [limit]);
      const hash = await hashPassword({ tenantId: id, account: request.ip }, body.password);
      const account = await database.transaction(id, async (tx) => {
        const { name, email } = body;
        const credentials = { ...(name && { name }), email, password_hash: hash };
        const memberId = await consumeOwnerLink(tx, body.token, credentials);
        if (!memberId) return null;
        await startSession(tx, memberId, request, reply);
        return findAccount(tx, body.email);
      });
      if (!account) throw refuse('link_gone', messages.linkGone, 401);
      await refundAttempt(database, id, [limit.key]);
      return asSession(account, school);
    }),

    forgot: withoutTransaction(async (_platform, call) => {
      await requestLink('password', platform, call);
      return { message: call.t(messages.linkSent) };
    }),

    reset: withoutTransaction(async ({ database }, { body, school, request, reply }) => {
      const { id } = school.tenant;
      const limit = linkLimit(request);
      await reserveAttempt(database, id, [limit]);
      const hash = await hashPassword({ tenantId: id, account: request.ip }, body.password);
      const memberId = await database.transaction(id, async (tx) => {
        const account = await consumePasswordLink(tx, body.token, hash);
        if (account) {
          await startSession(tx, account, request, reply);
          await awardSignIn(tx, account);
        }
        return account;
      });
      if (!memberId) throw refuse('link_gone', messages.linkGone, 401);
      await refundAttempt(database, id, [limit.key]);
    }),
  });
}

/** Mails the link again to an account that waits for its erasure, after the right password. */
async function mailErasureLink(
  database: Database,
  { config }: Platform,
  { memberId, school, request }: { memberId: number; school: School; request: FastifyRequest },
) {
  const { id, name } = school.tenant;
  await reserveAttempt(database, id, [
    { key: `erasure-link:${memberId}`, max: erasureLimits.erasureLinksPerHour, minutes: 60 },
  ]);
  await database.transaction(id, (tx) =>
    enqueue(tx, 'mail-erasure-link', {
      memberId,
      school: name,
      base: schoolOrigin(config, school, request),
    }),
  );
}

const formatDay = (date: Date, language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);

/**
 * Failures per account and per address, and all sign-ins of an account (safety, Sign-in). One
 * person who signs in 20 times a minute stays below (contract, Everywhere).
 */
const signInLimits = (email: string, { ip }: FastifyRequest) => ({
  account: { key: `sign-in:account:${email.toLowerCase()}`, max: 10, minutes: 15 },
  address: { key: `sign-in:address:${ip}`, max: 60, minutes: 15 },
  use: { key: `sign-in:use:${email.toLowerCase()}`, max: 40, minutes: 1 },
});

/** Wrong tokens and codes per address. */
const linkLimit = ({ ip }: FastifyRequest) => ({ key: `link:${ip}`, max: 50, minutes: 15 });

/** Mails that one address may ask for: a class behind one address stays below. */
const mailLimit = ({ ip }: FastifyRequest) => ({ key: `mail:${ip}`, max: 60, minutes: 15 });

interface Account {
  id: number;
  name: string;
  email: string;
  photo_url: string | null;
  roles: string[];
}

/** The answer to a sign-in. */
export const asSession = ({ id, name, email, photo_url, roles }: Account, { tenant }: School) => ({
  user: { id, name, email, photo_url },
  tenant: { id: tenant.id, name: tenant.name, slug: tenant.slug },
  roles: roleList(roles) as { role: { slug: Role } }[],
});

const browserCookie = 'vitrine_browser';

/** Marks the requesting browser by a cookie. A job looks the account up. */
async function requestLink(
  purpose: Purpose,
  { config, database }: Platform,
  {
    body,
    school,
    request,
    reply,
  }: Pick<Call<typeof sessions.forgot>, 'body' | 'school' | 'request' | 'reply'>,
  next: string | null = null,
) {
  await reserveAttempt(database, school.tenant.id, [mailLimit(request)]);
  const browser = request.cookies[browserCookie] ?? giveBrowserCookie(request, reply);
  await database.transaction(school.tenant.id, (tx) =>
    enqueue(
      tx,
      'mail-link',
      {
        email: body.email,
        purpose,
        school: school.tenant.name,
        base: schoolOrigin(config, school, request),
        next,
        ...(purpose === 'sign_in' && { browser: hashToken(browser).toString('base64url') }),
      },
      { takesTurns: true },
    ),
  );
}

function giveBrowserCookie(request: FastifyRequest, reply: FastifyReply) {
  const browser = newToken();
  reply.setCookie(browserCookie, browser, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: 3600,
  });
  return browser;
}

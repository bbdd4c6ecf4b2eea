import { messages, type sessions } from '@vitrine/contract/sessions';
import type { FastifyRequest } from 'fastify';
import { withoutTransaction, type Call, type Handlers } from '../../kit/http/call.ts';
import { awardSignIn } from '../../kit/points.ts';
import { refuse } from '../../platform/app-error.ts';
import { refundAttempt, reserveAttempt } from '../../platform/attempt-limits.ts';
import { enqueue } from '../../platform/jobs.ts';
import { browserSecret, knownBrowserHash, markBrowser } from '../../platform/known-browsers.ts';
import { networkOf } from '../../platform/network-address.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import { hashPassword, hashToken } from '../../platform/secrets.ts';
import { startSession } from '../../platform/session.ts';
import { findAccount } from './accounts.store.ts';
import {
  consumeOwnerLink,
  consumePasswordLink,
  consumeSignInLink,
  type Purpose,
} from './links.store.ts';
import { placeBefore } from './place-before.ts';
import { asSession } from './session-json.ts';

/** Handlers of the calls that request a mailed link, and of those that consume one. */
export const linkHandlers = (platform: Platform) =>
  ({
    requestLink: withoutTransaction(async (_platform, call) => {
      const next = placeBefore(call.request, call.body.next);
      if (call.school.settings.magic_link_enabled)
        await enqueueLinkMail('sign_in', platform, call, next);
      return { message: call.t(messages.linkSent) };
    }),

    consumeLink: withoutTransaction(async ({ database }, { body, school, request, reply }) => {
      const { id } = school.tenant;
      const limit = linkLimit(request);
      await reserveAttempt(database, id, [limit]);
      const outcome = await database.transaction(id, async (tx) => {
        const signIn = await consumeSignInLink(tx, {
          token: body.token,
          code: body.code,
          browser: browserSecret(request),
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
      const hash = await hashPassword({ tenantId: id, account: networkOf(request) }, body.password);
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
      await enqueueLinkMail('password', platform, call);
      return { message: call.t(messages.linkSent) };
    }),

    reset: withoutTransaction(async ({ database }, { body, school, request, reply }) => {
      const { id } = school.tenant;
      const limit = linkLimit(request);
      await reserveAttempt(database, id, [limit]);
      const hash = await hashPassword({ tenantId: id, account: networkOf(request) }, body.password);
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
  }) satisfies Partial<Handlers<typeof sessions>>;

/** Wrong tokens and codes per address. */
const linkLimit = (request: FastifyRequest) => ({
  key: `link:${networkOf(request)}`,
  max: 50,
  minutes: 15,
});

/** Mails that one address may ask for: a class behind one address stays below. */
const mailLimit = (request: FastifyRequest) => ({
  key: `mail:${networkOf(request)}`,
  max: 60,
  minutes: 15,
});

/** Mails that a browser asks for in which the account has signed in. Strangers use up none of them. */
const ownMailLimits = (browserHash: Buffer, email: string) => {
  const source = `${browserHash.toString('base64url')}:${email.toLowerCase()}`;
  return [
    { key: `mail:own:${source}`, max: 10, minutes: 60 },
    { key: `mail:own-day:${source}`, max: 30, minutes: 24 * 60 },
  ];
};

/** Marks the requesting browser by a cookie. A job looks the account up. */
async function enqueueLinkMail(
  purpose: Purpose,
  { config, database }: Platform,
  {
    body,
    school,
    request,
    reply,
    language,
  }: Pick<Call<typeof sessions.forgot>, 'body' | 'school' | 'request' | 'reply' | 'language'>,
  next: string | null = null,
) {
  const { id } = school.tenant;
  const known = await knownBrowserHash(database, id, { email: body.email, request });
  await reserveAttempt(
    database,
    id,
    known ? ownMailLimits(known, body.email) : [mailLimit(request)],
  );
  const browser = markBrowser(request, reply);
  await database.transaction(id, (tx) =>
    enqueue(
      tx,
      'mail-link',
      {
        email: body.email,
        purpose,
        base: schoolOrigin(config, school, request),
        next,
        language,
        ...(known && { isKnownBrowser: true }),
        ...(purpose === 'sign_in' && { browser: hashToken(browser).toString('base64url') }),
      },
      { takesTurns: true },
    ),
  );
}

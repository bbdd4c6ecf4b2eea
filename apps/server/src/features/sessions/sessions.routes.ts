import { limits as erasureLimits, messages as privacy } from '@vitrine/contract/privacy';
import { defaultTimeZone } from '@vitrine/contract/reminders';
import { messages, sessions } from '@vitrine/contract/sessions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withoutTransaction } from '../../kit/http/call.ts';
import { mount } from '../../kit/http/mount.ts';
import { awardSignIn } from '../../kit/points.ts';
import { refuse } from '../../platform/app-error.ts';
import { clearAttempts, refundAttempt, reserveAttempt } from '../../platform/attempt-limits.ts';
import { enqueue } from '../../platform/jobs.ts';
import { knownBrowserHash } from '../../platform/known-browsers.ts';
import { networkOf } from '../../platform/network-address.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin, type School } from '../../platform/schools.ts';
import { passwordMatches } from '../../platform/secrets.ts';
import { endSession, languageOf, startSession } from '../../platform/session.ts';
import { findAccount, findErasingAccount, lockPassword } from './accounts.store.ts';
import { linkHandlers } from './links.handlers.ts';
import './sessions.mails.ts';
import { asSession } from './session-json.ts';

/** v1, session, and contract, Tenants and sign-in. */
export function mountSessions(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'sessions', sessions, {
    signIn: withoutTransaction(async ({ database }, { body, school, request, reply }) => {
      const { id } = school.tenant;
      const browserHash = await knownBrowserHash(database, id, { email: body.email, request });
      const { own, shared, use } = signInLimits(body.email, networkOf(request), browserHash);
      const sharedKeys = shared.map(({ key }) => key);
      await reserveAttempt(database, id, [own, ...shared, use]);
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
        await refundAttempt(database, id, [own.key, ...sharedKeys]);
        throw error;
      });
      if (matches && !account && pendingErasure) {
        await mailErasureLink(platform, { memberId: pendingErasure.id, school, request });
        throw refuse('erasure_pending', privacy.erasurePending, 401, {
          values: { date: formatDay(pendingErasure, languageOf(request, null)) },
        });
      }
      if (!matches || !account) throw refuse('wrong_sign_in', messages.wrongSignIn, 401);
      await clearAttempts(database, id, [own.key]);
      if (shared.length) await refundAttempt(database, id, sharedKeys);
      await database.transaction(id, async (tx) => {
        if (!(await lockPassword(tx, account)))
          throw refuse('wrong_sign_in', messages.wrongSignIn, 401);
        await startSession(tx, account.id, request, reply);
        await awardSignIn(tx, account.id);
      });
      return asSession(account, school);
    }),

    current: async (_scope, { member, school }) => asSession(member, school),

    signOut: (tx, { request, reply }) => endSession(tx, request, reply),

    ...linkHandlers(platform),
  });
}

/** Mails the link again to an account that waits for its erasure, after the right password. */
async function mailErasureLink(
  { config, database }: Platform,
  { memberId, school, request }: { memberId: number; school: School; request: FastifyRequest },
) {
  const { id } = school.tenant;
  await reserveAttempt(database, id, [
    { key: `erasure-link:${memberId}`, max: erasureLimits.erasureLinksPerHour, minutes: 60 },
  ]);
  await database.transaction(id, (tx) =>
    enqueue(tx, 'mail-erasure-link', {
      memberId,
      base: schoolOrigin(config, school, request),
    }),
  );
}

/** The day of the erasure in the zone of the account, which the erasure leaves. */
const formatDay = (
  { erase_at, time_zone }: { erase_at: Date; time_zone: string | null },
  language: string,
) =>
  new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeZone: time_zone ?? defaultTimeZone,
  }).format(erase_at);

/**
 * Failures per account and per address, and all sign-ins of an account (safety, Sign-in). One
 * person who signs in 20 times a minute stays below (contract, Everywhere). `own` and `use` count
 * for one account at one address, or in a browser that the account knows. Strangers use up the
 * `shared` limits, so these do not bind a known browser (decision 0096).
 */
function signInLimits(email: string, network: string, browserHash: Buffer | null) {
  const account = email.toLowerCase();
  const source = `${browserHash?.toString('base64url') ?? network}:${account}`;
  return {
    own: { key: `sign-in:own:${source}`, max: 10, minutes: 15 },
    use: { key: `sign-in:use:${source}`, max: 40, minutes: 1 },
    shared: browserHash
      ? []
      : [
          { key: `sign-in:address:${network}`, max: 60, minutes: 15 },
          // Fewer guesses a day than one address alone has.
          { key: `sign-in:account:${account}`, max: 100, minutes: 180 },
        ],
  };
}

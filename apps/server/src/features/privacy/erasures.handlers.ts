import { limits, messages, type privacy } from '@vitrine/contract/privacy';
import { messages as signIn } from '@vitrine/contract/sessions';
import { withoutTransaction, type Handlers } from '../../kit/http/call.ts';
import { invalid, refuse } from '../../platform/app-error.ts';
import { refundAttempt, reserveAttempt } from '../../platform/attempt-limits.ts';
import { networkOf } from '../../platform/network-address.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import { passwordMatches } from '../../platform/secrets.ts';
import { clearSessionCookie, type Member } from '../../platform/session.ts';
import { findPasswordHash } from '../sessions/accounts.store.ts';
import { consumeErasureProof } from '../sessions/links.store.ts';
import { mailLink } from '../sessions/sessions.mails.ts';
import { mailErasure } from './erasures.mails.ts';
import { beginErasure, cancelErasure } from './erasures.store.ts';

/** Handlers of the calls that erase a member's account, or cancel it. */
export const erasureHandlers = ({ config, database }: Platform) => {
  async function provePassword(tenantId: number, member: Member, password: string) {
    const hash = await database.readTransaction(tenantId, (tx) => findPasswordHash(tx, member.id));
    const owner = { tenantId, account: member.email.toLowerCase() };
    if (!(await passwordMatches(owner, password, hash)))
      throw invalid({ password: [messages.wrongPassword] });
  }

  return {
    askErasureLink: withoutTransaction(async (_platform, { member, school, request, t }) => {
      const { id } = school.tenant;
      const base = schoolOrigin(config, school, request);
      await reserveAttempt(database, id, [
        { key: `erasure-link:${member.id}`, max: limits.erasureLinksPerHour, minutes: 60 },
      ]);
      await database.transaction(id, (tx) =>
        mailLink(tx, { account: member, purpose: 'erasure', base }),
      );
      return { message: t(messages.linkSent) };
    }),

    erase: withoutTransaction(async (_platform, call) => {
      const { body, member, school, reply, request } = call;
      const { id } = school.tenant;
      if (!body.password && !body.token) throw invalid({ password: [messages.proofNeeded] });
      const key = `erasure:${member.id}`;
      await reserveAttempt(database, id, [{ key, max: limits.erasureTriesPerHour, minutes: 60 }]);
      if (!body.token) await provePassword(id, member, body.password!);
      const { eraseAt } = await database.transaction(id, async (tx) => {
        if (body.token && !(await consumeErasureProof(tx, member.id, body.token)))
          throw invalid({ token: [signIn.linkGone] });
        const erasure = await beginErasure(tx, { memberId: member.id, by: null });
        await mailErasure(tx, erasure, schoolOrigin(config, school, request));
        return erasure;
      });
      await refundAttempt(database, id, [key]);
      clearSessionCookie(request, reply);
      return {
        message: call.t(messages.erasureAsked, { days: limits.erasureDays }),
        data: { erase_at: eraseAt },
      };
    }),

    cancelErasure: withoutTransaction(async (_platform, { body, school, request, t }) => {
      const { id } = school.tenant;
      await reserveAttempt(database, id, [
        { key: `erasure-cancel:${networkOf(request)}`, max: MAX_CANCELLATIONS, minutes: 15 },
      ]);
      await database.transaction(id, (tx) => cancelErasure(tx, body.token));
      return { message: t(messages.erasureCancelled) };
    }),

    eraseMember: async (tx, call) => {
      const { params, member, school, request, t } = call;
      if (params.id === member.id) throw refuse('own_erasure', messages.ownErasure, 409);
      const erasure = await beginErasure(tx, { memberId: params.id, by: member });
      await mailErasure(tx, erasure, schoolOrigin(config, school, request));
      return {
        message: t(messages.memberErasureAsked, { days: limits.erasureDays }),
        data: { erase_at: erasure.eraseAt },
      };
    },
  } satisfies Partial<Handlers<typeof privacy>>;
};

/** Maximum number of cancellations per address, wrong tokens included. */
const MAX_CANCELLATIONS = 50;

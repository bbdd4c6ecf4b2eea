import { messages, type members } from '@vitrine/contract/members';
import { messages as signIn } from '@vitrine/contract/sessions';
import { withoutTransaction, withPreparation, type Handlers } from '../../kit/http/call.ts';
import { recordView } from '../../kit/record-views.ts';
import { refuse } from '../../platform/app-error.ts';
import { reserveAttempt } from '../../platform/attempt-limits.ts';
import { networkOf } from '../../platform/network-address.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import { confirmEmailChange, findEmailChange, requestEmailChange } from './email-changes.store.ts';

/** Handlers of the calls that change a member's e-mail. */
export const emailChangeHandlers = ({ config }: Platform) =>
  ({
    emailChange: withoutTransaction(async ({ database }, { params, school, member }) => {
      const { id } = school.tenant;
      const data = await database.readTransaction(id, (tx) => findEmailChange(tx, params.id));
      const view = { memberId: params.id, viewerId: member.id, what: 'email' } as const;
      await recordView(database.writer(id), view);
      return { data };
    }),

    changeEmail: withPreparation(
      ({ database }, { school, params }) =>
        reserveAttempt(database, school.tenant.id, [emailChangeLimit(params.id)]),
      async (tx, { params, body, member, school, request, t }) => {
        await requestEmailChange(tx, {
          memberId: params.id,
          email: body.email,
          requesterRoles: member.roles,
          base: schoolOrigin(config, school, request),
        });
        return { message: t(messages.emailAsked) };
      },
    ),

    changeOwnEmail: withPreparation(
      ({ database }, { school, member }) =>
        reserveAttempt(database, school.tenant.id, [emailChangeLimit(member.id)]),
      async (tx, { body, member, school, request, t }) => {
        await requestEmailChange(tx, {
          memberId: member.id,
          email: body.email,
          requesterRoles: null,
          base: schoolOrigin(config, school, request),
        });
        return { message: t(messages.emailAsked) };
      },
    ),

    confirmEmail: withoutTransaction(async ({ database }, { body, school, request, t }) => {
      const { id } = school.tenant;
      await reserveAttempt(database, id, [
        { key: `email:${networkOf(request)}`, max: MAX_CONFIRMATIONS, minutes: 15 },
      ]);
      const outcome = await database.transaction(id, (tx) => confirmEmailChange(tx, body.token));
      if (outcome === 'gone') throw refuse('link_gone', signIn.linkGone, 401);
      return { message: t(outcome === 'half' ? messages.emailHalf : messages.emailChanged) };
    }),
  }) satisfies Partial<Handlers<typeof members>>;

const MAX_EMAIL_CHANGES_PER_HOUR = 5;
/** Per address: wrong tokens too. */
const MAX_CONFIRMATIONS = 50;

const emailChangeLimit = (memberId: number) => ({
  key: `email-change:${memberId}`,
  max: MAX_EMAIL_CHANGES_PER_HOUR,
  minutes: 60,
});

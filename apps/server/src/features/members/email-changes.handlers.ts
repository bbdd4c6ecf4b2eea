import { messages, type members } from '@vitrine/contract/members';
import { messages as signIn } from '@vitrine/contract/sessions';
import {
  withoutTransaction,
  withPreparation,
  type Call,
  type Handlers,
} from '../../kit/http/call.ts';
import { recordView } from '../../kit/record-views.ts';
import { refuse } from '../../platform/app-error.ts';
import { reserveAttempt } from '../../platform/attempt-limits.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { networkOf } from '../../platform/network-address.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import {
  confirmEmailChange,
  findEmailChange,
  requestEmailChange,
  type EmailChangeRequest,
} from './email-changes.store.ts';

/** Handlers of the calls that change a member's e-mail. */
export const emailChangeHandlers = ({ config }: Platform) => {
  const requestFor = async (
    tx: TenantTransaction,
    { body, school, request, t }: RequestCall,
    whose: Pick<EmailChangeRequest, 'memberId' | 'requesterRoles'>,
  ) => {
    const base = schoolOrigin(config, school, request);
    await requestEmailChange(tx, { ...whose, email: body.email, base });
    return { message: t(messages.emailAsked) };
  };

  return {
    emailChange: withoutTransaction(async ({ database }, { params, school, member }) => {
      const { id } = school.tenant;
      const data = await database.readTransaction(id, (tx) => findEmailChange(tx, params.id));
      const view = { memberId: params.id, viewerId: member.id, what: 'email' } as const;
      await recordView(database.writer(id), view);
      return { data };
    }),

    changeEmail: withPreparation(
      ({ database }, { school, params }) =>
        reserveAttempt(database, school.tenant.id, emailChangeLimits(params.id)),
      (tx, call) =>
        requestFor(tx, call, { memberId: call.params.id, requesterRoles: call.member.roles }),
    ),

    changeOwnEmail: withPreparation(
      ({ database }, { school, member }) =>
        reserveAttempt(database, school.tenant.id, emailChangeLimits(member.id)),
      (tx, call) => requestFor(tx, call, { memberId: call.member.id, requesterRoles: null }),
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
  } satisfies Partial<Handlers<typeof members>>;
};

/** A call that asks for a change, of the viewer's own e-mail or of a member's. */
type RequestCall = Pick<Call<typeof members.changeOwnEmail>, 'body' | 'school' | 'request' | 't'>;

/** Per address: wrong tokens too. */
const MAX_CONFIRMATIONS = 50;

/** Bounds the mails to addresses that a member types: strangers may read them. */
const emailChangeLimits = (memberId: number) => [
  { key: `email-change:${memberId}`, max: 5, minutes: 60 },
  { key: `email-change-day:${memberId}`, max: 10, minutes: 24 * 60 },
];

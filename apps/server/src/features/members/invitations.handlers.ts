import type { AnyRoute } from '@vitrine/contract/core';
import { limits, messages, type members } from '@vitrine/contract/members';
import { writeAuditEntry } from '../../kit/audit.ts';
import {
  withoutTransaction,
  withPreparation,
  type Call,
  type Handlers,
} from '../../kit/http/call.ts';
import { countAttempt, reserveAttempt } from '../../platform/attempt-limits.ts';
import { bulkPriority } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import { linkToPassword, mailLink } from '../sessions/sessions.mails.ts';
import { accessLinkPurpose, findInvited } from './members.store.ts';

/** Handlers of the calls that give a member a link of access, by mail or to hand over. */
export const invitationHandlers = (platform: Platform) =>
  ({
    invite: withPreparation(
      ({ database }, { school, params }) =>
        reserveAttempt(database, school.tenant.id, [
          { key: `invite:${params.id}`, max: MAX_INVITATIONS_PER_HOUR, minutes: 60 },
        ]),
      async (tx, call) => {
        const account = await findInvited(tx, call.params.id);
        await countAttempt(tx, invitationQuotas(call.member.id));
        await mailLink(tx, {
          account: { ...account, language: account.language ?? call.language },
          purpose: 'invitation',
          priority: bulkPriority(0),
          base: schoolOrigin(platform.config, call.school, call.request),
        });
        return { message: invitationMessage(platform, call, account.email) };
      },
    ),

    // The link is a secret, which `withPreparation` would keep as the answer of its key.
    accessLink: withoutTransaction(async ({ database }, call) => {
      const { params, member, school, request } = call;
      const key = `access-link:${params.id}`;
      await reserveAttempt(database, school.tenant.id, [
        { key, max: MAX_ACCESS_LINKS_PER_HOUR, minutes: 60 },
      ]);
      const data = await database.transaction(school.tenant.id, async (tx) => {
        const purpose = await accessLinkPurpose(tx, params.id, member.roles);
        const base = schoolOrigin(platform.config, school, request);
        const link = await linkToPassword(tx, {
          memberId: params.id,
          handedBy: member.id,
          purpose,
          base,
        });
        writeAuditEntry(tx, 'members.accessLink', call);
        return link;
      });
      return { data };
    }),
  }) satisfies Partial<Handlers<typeof members>>;

/** Bounds the invitations that an impatient admin sends again. `mailLink` bounds those of a day. */
const MAX_INVITATIONS_PER_HOUR = 3;
const MAX_ACCESS_LINKS_PER_HOUR = 10;

/** Bounds the mails that an admin, and all admins of a school, send to addresses that they type. */
export const invitationQuotas = (senderId: number) => [
  {
    key: `invitations:${senderId}`,
    max: limits.invitationsPerHour,
    minutes: 60,
    message: messages.invitationsOfHour,
  },
  {
    key: 'invitations',
    max: limits.invitationsPerDay,
    minutes: 24 * 60,
    message: messages.invitationsOfDay,
  },
];

/** The message about an invitation. Without a mail server, no mail was sent. */
export function invitationMessage(
  { config }: Platform,
  { t }: Pick<Call<AnyRoute>, 't'>,
  email: string,
) {
  if (config.smtpUrl) return t(messages.invited, { email });
  return t(config.devMail ? messages.invitedHere : messages.notInvited, { email });
}

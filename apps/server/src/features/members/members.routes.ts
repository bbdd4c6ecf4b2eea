import { members, messages } from '@vitrine/contract/members';
import { messages as signIn } from '@vitrine/contract/sessions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { writeAuditEntry } from '../../kit/audit.ts';
import { withoutTransaction } from '../../kit/call.ts';
import { runOnce } from '../../kit/idempotency.ts';
import { recordView } from '../../kit/record-views.ts';
import { mount } from '../../kit/mount.ts';
import { sendCsv, type CsvCell } from '../../kit/csv.ts';
import { asPage } from '../../kit/pagination.ts';
import { refuse } from '../../platform/app-error.ts';
import { bulkPriority } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin, type School } from '../../platform/schools.ts';
import { reserveAttempt } from '../../platform/sign-in-throttle.ts';
import { hashPassword } from '../../platform/secrets.ts';
import { linkToPassword, mailLink } from '../sessions/sessions.mails.ts';
import { requestEmailChange, confirmEmailChange, findEmailChange } from './email-changes.store.ts';
import {
  accessLinkPurpose,
  addMember,
  changeMember,
  findInvited,
  listMembers,
  membersAfter,
  refuseOwnerChange,
  removeMember,
  type ExportedMember,
} from './members.store.ts';

type Translate = (text: string, values: { email: string }) => string;

/** The message about an invitation. Without a mail server, no mail was sent. */
function invitationMessage({ config }: Platform, { t }: { t: Translate }, email: string) {
  if (config.smtpUrl) return t(messages.invited, { email });
  return t(config.devMail ? messages.invitedHere : messages.notInvited, { email });
}

/** v1, members. Only an owner changes the role of an owner. */
export function mountMembers(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'members',
    members,
    {
      list: async (tx, { query, request }) =>
        asPage(request, query.page, await listMembers(tx, query)),

      export: withoutTransaction(async ({ database }, call) => {
        const { query, school, reply } = call;
        const { id } = school.tenant;
        await database.transaction(id, (tx) => writeAuditEntry(tx, 'members.export', call));
        const batches = exportBatches((afterId) =>
          database.readTransaction(id, (tx) => membersAfter(tx, query, afterId)),
        );
        await sendCsv(reply, 'pessoas.csv', exportColumns, batches);
      }),

      create: withoutTransaction(async ({ database }, call) => {
        const { body, member, school, request } = call;
        refuseOwnerChange([], body.roles, member.roles);
        const passwordHash = body.password
          ? await hashPassword({ tenantId: school.tenant.id, account: member.id }, body.password)
          : null;
        return database.transaction(school.tenant.id, (tx) =>
          runOnce(tx, 'members.create', call, async () => {
            const data = await addMember(tx, body, passwordHash);
            if (!passwordHash)
              await mailLink(tx, {
                account: { ...data, language: null },
                purpose: 'invitation',
                school: school.tenant.name,
                base: schoolOrigin(platform.config, school, request),
                priority: bulkPriority(0),
              });
            await writeAuditEntry(tx, 'members.create', call);
            const message = passwordHash ? null : invitationMessage(platform, call, data.email);
            return { data, message };
          }),
        );
      }),

      update: async (tx, { params, body, member }) => ({
        data: await changeMember(tx, params.id, body, member.roles),
      }),

      emailChange: withoutTransaction(async ({ database }, { params, school, member }) => {
        const { id } = school.tenant;
        const data = await database.readTransaction(id, (tx) => findEmailChange(tx, params.id));
        const view = { memberId: params.id, viewerId: member.id, what: 'email' } as const;
        await recordView(database.writer(id), view);
        return { data };
      }),

      changeEmail: withoutTransaction(async ({ database }, call) => {
        const { params, body, member, school, request } = call;
        await reserveAttempt(database, school.tenant.id, [emailChangeLimit(params.id)]);
        await database.transaction(school.tenant.id, async (tx) => {
          const mailOrigin = mailedFrom(platform, school, request);
          const { email } = body;
          await requestEmailChange(tx, {
            memberId: params.id,
            email,
            requesterRoles: member.roles,
            ...mailOrigin,
          });
          await writeAuditEntry(tx, 'members.changeEmail', call);
        });
        return { message: call.t(messages.emailAsked) };
      }),

      changeOwnEmail: withoutTransaction(async ({ database }, call) => {
        const { body, member, school, request } = call;
        await reserveAttempt(database, school.tenant.id, [emailChangeLimit(member.id)]);
        await database.transaction(school.tenant.id, (tx) =>
          requestEmailChange(tx, {
            memberId: member.id,
            email: body.email,
            requesterRoles: null,
            ...mailedFrom(platform, school, request),
          }),
        );
        return { message: call.t(messages.emailAsked) };
      }),

      confirmEmail: withoutTransaction(async ({ database }, { body, school, request, t }) => {
        const { id } = school.tenant;
        await reserveAttempt(database, id, [
          { key: `email:${request.ip}`, max: MAX_CONFIRMATIONS, minutes: 15 },
        ]);
        const outcome = await database.transaction(id, (tx) => confirmEmailChange(tx, body.token));
        if (outcome === 'gone') throw refuse('link_gone', signIn.linkGone, 401);
        return { message: t(outcome === 'half' ? messages.emailHalf : messages.emailChanged) };
      }),

      invite: withoutTransaction(async ({ database }, call) => {
        const { params, school, request } = call;
        const key = `invite:${params.id}`;
        await reserveAttempt(database, school.tenant.id, [
          { key, max: MAX_INVITATIONS_PER_HOUR, minutes: 60 },
        ]);
        const account = await database.transaction(school.tenant.id, async (tx) => {
          const member = await findInvited(tx, params.id);
          const where = mailedFrom(platform, school, request);
          const priority = bulkPriority(0);
          await mailLink(tx, { account: member, purpose: 'invitation', priority, ...where });
          await writeAuditEntry(tx, 'members.invite', call);
          return member;
        });
        return { message: invitationMessage(platform, call, account.email) };
      }),

      accessLink: withoutTransaction(async ({ database }, call) => {
        const { params, member, school, request } = call;
        const key = `access-link:${params.id}`;
        await reserveAttempt(database, school.tenant.id, [
          { key, max: MAX_ACCESS_LINKS_PER_HOUR, minutes: 60 },
        ]);
        const data = await database.transaction(school.tenant.id, async (tx) => {
          const purpose = await accessLinkPurpose(tx, params.id, member.roles);
          const { base } = mailedFrom(platform, school, request);
          const link = await linkToPassword(tx, { memberId: params.id, purpose, base });
          await writeAuditEntry(tx, 'members.accessLink', call);
          return link;
        });
        return { data };
      }),

      remove: (tx, { params, member }) => removeMember(tx, params.id, member.roles),
    },
    { subject: 'members' },
  );
}

/** Bounds the invitations to one mailbox, by an impatient admin or a stolen session. */
const MAX_INVITATIONS_PER_HOUR = 3;
const MAX_ACCESS_LINKS_PER_HOUR = 10;
const MAX_EMAIL_CHANGES_PER_HOUR = 5;
/** Per address: wrong tokens too. */
const MAX_CONFIRMATIONS = 50;

const emailChangeLimit = (memberId: number) => ({
  key: `email-change:${memberId}`,
  max: MAX_EMAIL_CHANGES_PER_HOUR,
  minutes: 60,
});

const mailedFrom = ({ config }: Platform, school: School, request: FastifyRequest) => ({
  school: school.tenant.name,
  base: schoolOrigin(config, school, request),
});

/** The first three are those that the import reads. */
const exportColumns = ['name', 'email', 'products', 'roles', 'created_at', 'last_seen_at'];

async function* exportBatches(
  read: (afterId: number) => Promise<ExportedMember[]>,
): AsyncGenerator<CsvCell[][]> {
  for (let last = 0, batch = await read(0); batch.length; batch = await read(last)) {
    last = batch.at(-1)!.id;
    yield batch.map(({ name, email, products, roles, created_at, last_seen_at }) => [
      name,
      email,
      products.join('|'),
      roles.join('|'),
      created_at,
      last_seen_at,
    ]);
  }
}

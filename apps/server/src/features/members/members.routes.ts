import { members } from '@vitrine/contract/members';
import type { FastifyInstance } from 'fastify';
import { writeAuditEntry } from '../../kit/audit.ts';
import { listCell, sendCsv, type CsvCell } from '../../kit/csv.ts';
import { withoutTransaction, withPreparation } from '../../kit/http/call.ts';
import { mount } from '../../kit/http/mount.ts';
import { asPage } from '../../kit/rows/pagination.ts';
import { countAttempt } from '../../platform/attempt-limits.ts';
import { bulkPriority } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { schoolOrigin } from '../../platform/schools.ts';
import { hashPassword } from '../../platform/secrets.ts';
import { mailLink } from '../sessions/sessions.mails.ts';
import './access-events.ts';
import { emailChangeHandlers } from './email-changes.handlers.ts';
import { invitationHandlers, invitationMessage, invitationQuotas } from './invitations.handlers.ts';
import {
  addMember,
  changeMember,
  listMembers,
  membersAfter,
  refuseOwnerChange,
  removeMember,
  type ExportedMember,
} from './members.store.ts';

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
        const { query, school, reply, t } = call;
        const { id } = school.tenant;
        await database.transaction(id, async (tx) => writeAuditEntry(tx, 'members.export', call));
        const batches = exportBatches((afterId) =>
          database.readTransaction(id, (tx) => membersAfter(tx, query, afterId)),
        );
        await sendCsv(reply, t('pessoas.csv'), exportColumns, batches);
      }),

      create: withPreparation(
        async (_platform, { body, member, school }) => {
          refuseOwnerChange([], body.roles, member.roles);
          return body.password
            ? hashPassword({ tenantId: school.tenant.id, account: member.id }, body.password)
            : null;
        },
        async (tx, call, passwordHash) => {
          const { body, member, school, request } = call;
          if (!passwordHash) await countAttempt(tx, invitationQuotas(member.id));
          const data = await addMember(tx, body, passwordHash);
          if (!passwordHash)
            await mailLink(tx, {
              account: { ...data, language: call.language },
              purpose: 'invitation',
              base: schoolOrigin(platform.config, school, request),
              priority: bulkPriority(0),
            });
          const message = passwordHash ? null : invitationMessage(platform, call, data.email);
          return { data, message };
        },
      ),

      update: async (tx, { params, body, member }) => ({
        data: await changeMember(tx, params.id, body, member.roles),
      }),

      ...emailChangeHandlers(platform),

      ...invitationHandlers(platform),

      remove: (tx, { params, member }) => removeMember(tx, params.id, member.roles),
    },
    { subject: 'members' },
  );
}

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
      listCell(products),
      roles.join('|'),
      created_at,
      last_seen_at,
    ]);
  }
}

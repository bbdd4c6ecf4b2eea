import { members } from '@vitrine/contract/members';
import type { FastifyInstance } from 'fastify';
import { writeAuditEntry } from '../../kit/audit.ts';
import { withoutTransaction } from '../../kit/call.ts';
import { mount } from '../../kit/mount.ts';
import { sendCsv, type CsvCell } from '../../kit/csv.ts';
import { asPage } from '../../kit/pagination.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailBaseUrl } from '../../platform/schools.ts';
import { hashPassword } from '../../platform/secrets.ts';
import { mailLink } from '../sessions/sessions.mails.ts';
import {
  addMember,
  changeMember,
  listMembers,
  membersAfter,
  refuseOwnerChange,
  removeMember,
  type ExportedMember,
} from './members.store.ts';

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
        const data = await database.transaction(school.tenant.id, async (tx) => {
          const added = await addMember(tx, body, passwordHash);
          if (!passwordHash)
            await mailLink(tx, {
              account: { ...added, language: null },
              purpose: 'invitation',
              school: school.tenant.name,
              base: mailBaseUrl(platform.config, school, request),
            });
          await writeAuditEntry(tx, 'members.create', call);
          return added;
        });
        return { data };
      }),

      update: async (tx, { params, body, member }) => ({
        data: await changeMember(tx, params.id, body, member.roles),
      }),

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
      products.join('|'),
      roles.join('|'),
      created_at,
      last_seen_at,
    ]);
  }
}

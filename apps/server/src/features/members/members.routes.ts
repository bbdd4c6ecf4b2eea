import { members } from '@vitrine/contract/members';
import type { FastifyInstance } from 'fastify';
import { leaveTrace } from '../../kit/audit.ts';
import { outside } from '../../kit/call.ts';
import { mount } from '../../kit/mount.ts';
import { asPage } from '../../kit/pages.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashPassword } from '../../platform/secrets.ts';
import { mailLink } from '../sessions/sessions.mails.ts';
import {
  addMember,
  changeMember,
  listMembers,
  refuseOwnerChange,
  removeMember,
} from './members.store.ts';

export function mountMembers(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'members',
    members,
    {
      list: async (school, { query, request }) =>
        asPage(request, query.page, await listMembers(school, query)),

      create: outside(async ({ database }, call) => {
        const { body, member, school, request } = call;
        refuseOwnerChange([], body.roles, member.roles);
        const passwordHash = body.password ? await hashPassword(body.password) : null;
        const data = await database.inTenant(school.tenant.id, async (scope) => {
          const added = await addMember(scope, body, passwordHash);
          if (!passwordHash)
            await mailLink(scope, {
              account: { ...added, language: null },
              purpose: 'invitation',
              school: school.tenant.name,
              base: `${request.protocol}://${request.host}`,
            });
          await leaveTrace(scope, 'members.create', call);
          return added;
        });
        return { data };
      }),

      update: async (school, { params, body, member }) => ({
        data: await changeMember(school, params.id, body, member.roles),
      }),

      remove: (school, { params, member }) => removeMember(school, params.id, member.roles),
    },
    { subject: 'members' },
  );
}

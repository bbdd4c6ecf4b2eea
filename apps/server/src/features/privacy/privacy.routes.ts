import { limits, messages, privacy } from '@vitrine/contract/privacy';
import type { FastifyInstance } from 'fastify';
import { requireMember } from '../../kit/access/require-member.ts';
import { pageAnswer } from '../../kit/http/first-call.ts';
import { mount } from '../../kit/http/mount.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Member } from '../../platform/session.ts';
import { erasureHandlers } from './erasures.handlers.ts';
import { eraseMembers } from './erasures.store.ts';
import { exportHandlers } from './exports.handlers.ts';
import { acceptTerms, readMyData } from './my-data.store.ts';
import {
  addRequest,
  addSchoolRequest,
  answerRequest,
  findRequest,
  listRequests,
} from './requests.store.ts';
import { applyRetention, changeRetention, readRetention } from './retention.store.ts';

const showMyData = async (tx: TenantTransaction, { member }: { member: Member }) => ({
  data: await readMyData(tx, member.id),
});

/** Sends a member's data with their page. */
export const myDataAnswer = pageAnswer(privacy.show, ['myData'], showMyData);

/** v1, me (export and erasure), and ours (decision 0045). */
export function mountPrivacy(app: FastifyInstance, platform: Platform) {
  eraseMembers(platform);
  applyRetention();
  mount(
    app,
    platform,
    'privacy',
    privacy,
    {
      ...exportHandlers(platform),
      ...erasureHandlers(platform),

      show: showMyData,

      acceptTerms: async (tx, { member, t }) => ({
        message: t(messages.termsAccepted),
        data: await acceptTerms(tx, member.id),
      }),

      ask: async (tx, { member, body: { kind, details }, t }) => ({
        data: await addSchoolRequest(tx, { memberId: member.id, kind, details }),
        message: t(messages.requestSent, { days: limits.requestDays }),
      }),

      requests: (tx, { query }) => listRequests(tx, query),

      addRequest: async (tx, { body, t }) => {
        const { member_id, kind, details } = body;
        await requireMember(tx, member_id);
        const { id } = await addRequest(tx, { memberId: member_id, kind, details });
        return { message: t(messages.requestAdded), data: await findRequest(tx, id) };
      },

      answerRequest: async (tx, { params, body, t }) => ({
        data: await answerRequest(tx, params.id, body.answer),
        message: t(messages.requestDone),
      }),

      retention: async (tx) => ({ data: await readRetention(tx) }),

      changeRetention: async (tx, { body, t }) => ({
        data: await changeRetention(tx, body),
        message: t(messages.retentionSaved),
      }),
    },
    {
      subjects: {
        eraseMember: 'members',
        exportMember: 'members',
        answerRequest: 'data_requests',
      },
    },
  );
}

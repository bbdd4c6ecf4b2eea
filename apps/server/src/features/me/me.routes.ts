import { me } from '@vitrine/contract/me';
import type { FastifyInstance } from 'fastify';
import { courseViewer } from '../../kit/access/course-access.ts';
import { pageAnswer } from '../../kit/http/first-call.ts';
import { mount } from '../../kit/http/mount.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { endSession, sessionToken, type Member } from '../../platform/session.ts';
import { deviceOf } from './device.ts';
import {
  changeProfile,
  endOtherSessions,
  endSessionById,
  findProfile,
  listSessions,
} from './me.store.ts';
import { listMyCourses } from './my-courses.reader.ts';

const readProfile = async (tx: TenantTransaction, { member }: { member: Member }) => ({
  data: await findProfile(tx, member.id),
});

/** Sends the profile with its page. */
export const profileAnswer = pageAnswer(me.show, ['profile'], readProfile);

/** Sends the member's courses with the pages that list them. */
export const myCoursesAnswer = pageAnswer(me.courses, ['myCourses', 'profile'], (tx, context) =>
  listMyCourses(tx, courseViewer(context), { q: '' }),
);

/** v1, me, and contract, People. */
export function mountMe(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'me', me, {
    show: readProfile,

    update: async (tx, { member, body }) => ({ data: await changeProfile(tx, member.id, body) }),

    courses: (tx, call) => listMyCourses(tx, courseViewer(call), call.query),

    async sessions(tx, { member, request, t }) {
      const rows = await listSessions(tx, member.id, sessionToken(request) ?? '');
      return rows.map(({ user_agent, ...row }) => ({ ...row, ...deviceOf(user_agent, t) }));
    },

    async endSession(tx, { member, params, request, reply }) {
      const token = sessionToken(request) ?? '';
      const isOwn = await endSessionById(tx, member.id, { id: params.id, token });
      if (isOwn) await endSession(tx, request, reply);
    },

    endOtherSessions: (tx, { member, request }) =>
      endOtherSessions(tx, member.id, sessionToken(request) ?? ''),
  });
}

import { firstSteps } from '@vitrine/contract/first-steps';
import { pagesIn } from '@vitrine/contract/pages';
import type { FastifyInstance } from 'fastify';
import type { MemberAnswer } from '../../kit/http/first-call.ts';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { findFirstSteps, markFirstSteps } from './first-steps.store.ts';

/** The checklist of the pages that show it. A later answer would move what is below it. */
export const firstStepsAnswer: MemberAnswer = {
  route: firstSteps.show,
  pages: ['homepage', 'manageCourse', 'manageLesson', 'memberPoints', ...pagesIn('management')],
  answer: async ({ database }, { school }) => ({
    data: await database.readTransaction(school.tenant.id, findFirstSteps),
  }),
};

/** Ours: the checklist of a new school. */
export function mountFirstSteps(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'first-steps', firstSteps, {
    show: async (tx) => ({ data: await findFirstSteps(tx) }),
    dismiss: (tx) => markFirstSteps(tx, 'dismissed_at'),
    studentSeen: (tx) => markFirstSteps(tx, 'student_seen_at'),
  });
}

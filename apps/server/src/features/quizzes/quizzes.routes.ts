import { quizzes } from '@vitrine/contract/quizzes';
import type { FastifyInstance } from 'fastify';
import { courseViewer } from '../../kit/access/course-access.ts';
import { fileUrl } from '../../kit/files/store-files.ts';
import type { MemberAnswer } from '../../kit/http/first-call.ts';
import { mount, type MemberContext } from '../../kit/http/mount.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAttempt } from './attempts.reader.ts';
import { authoringHandlers } from './authoring.handlers.ts';
import { resultHandlers } from './results.handlers.ts';
import { readMyQuizzes, takingHandlers } from './taking.handlers.ts';

/** Sends a member's quizzes with their page. */
export const myQuizzesAnswer: MemberAnswer = {
  route: quizzes.mine,
  pages: ['quizzes'],
  answer: ({ database }, context) =>
    readMyQuizzes(database, context.school.tenant.id, courseViewer(context)),
};

/** Mounts the calls of area `quizzes` (A section 7, contract, Quizzes). */
export function mountQuizzes(app: FastifyInstance, platform: Platform) {
  const imageUrl = (path: string) => fileUrl(platform, path, 'lesson_image');
  mount(
    app,
    platform,
    'quizzes',
    quizzes,
    {
      ...authoringHandlers(platform, imageUrl),
      ...resultHandlers(platform, imageUrl),
      ...takingHandlers(platform, imageUrl),
    },
    { subject: 'quizzes', subjects: { answer: isOwn, finish: isOwn } },
  );
}

/** Another member's attempt is 404, even where the body is wrong too. */
const isOwn = (tx: TenantTransaction, id: number, { member }: MemberContext) =>
  findAttempt(tx, { id: member.id, staff: false }, id);

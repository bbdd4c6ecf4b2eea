import { comments } from '@vitrine/contract/comments';
import type { FastifyInstance } from 'fastify';
import { readerOf } from '../../kit/course-access.ts';
import { enterLesson } from '../../kit/lesson-access.ts';
import { leaveTrace } from '../../kit/audit.ts';
import { mount } from '../../kit/mount.ts';
import { asPage } from '../../kit/pages.ts';
import type { Platform } from '../../platform/platform.ts';
import type { School } from '../../platform/schools.ts';
import type { Member } from '../../platform/session.ts';
import { isOpen, refuseClosed, refuseOthers } from './comments.rules.ts';
import { likeComment, unlikeComment } from './comment-likes.store.ts';
import {
  addComment,
  changeComment,
  countComments,
  findComment,
  listReplies,
  listThreads,
  removeComment,
} from './comments.store.ts';

export function mountComments(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'comments',
    comments,
    {
      list: async (school, call) => {
        const reader = readerOf(call);
        const lessonId = call.params.id;
        const { page, parent_id: parentId } = call.query;
        await enterLesson(school, reader, lessonId);
        const rows = parentId
          ? await listReplies(school, reader, { lessonId, parentId }, page)
          : await listThreads(school, reader, lessonId, page);
        return {
          ...asPage(call.request, page, rows),
          total: await countComments(school, lessonId),
          open: isOpen(reader, call.school),
        };
      },

      create: async (school, call) => {
        const reader = readerOf(call);
        await enterLesson(school, reader, call.params.id);
        refuseClosed(reader, call.school);
        return { data: await addComment(school, reader, call.params.id, call.body) };
      },

      update: async (school, call) => {
        const reader = readerOf(call);
        refuseOthers(reader, await findComment(school, reader, call.params.id));
        refuseClosed(reader, call.school);
        return { data: await changeComment(school, reader, call.params.id, call.body.content) };
      },

      remove: async (school, call) => {
        const reader = readerOf(call);
        const comment = await findComment(school, reader, call.params.id);
        refuseOthers(reader, comment);
        await removeComment(school, comment);
        if (comment.member_id !== reader.id) await leaveTrace(school, 'comments.remove', call);
      },

      like: async (school, call) => ({
        data: await likeComment(school, readerOf(call), call.params.id),
      }),

      unlike: async (school, call) => ({
        data: await unlikeComment(school, readerOf(call), call.params.id),
      }),
    },
    {
      // Whoever may not know of the lesson, or may not write, learns that before what was wrong.
      subjects: {
        create: async (school, id, who) => {
          const reader = readerOf(asSignedIn(who));
          await enterLesson(school, reader, id);
          refuseClosed(reader, who.school);
        },
        update: async (school, id, who) => {
          const reader = readerOf(asSignedIn(who));
          refuseOthers(reader, await findComment(school, reader, id));
          refuseClosed(reader, who.school);
        },
      },
    },
  );
}

const asSignedIn = ({ member, school }: { member: Member | null; school: School }) => ({
  member: member!,
  school,
});

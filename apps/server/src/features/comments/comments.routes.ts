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
      list: async (tx, call) => {
        const reader = readerOf(call);
        const lessonId = call.params.id;
        const { page, parent_id: parentId } = call.query;
        await enterLesson(tx, reader, lessonId);
        const rows = parentId
          ? await listReplies(tx, reader, { lessonId, parentId }, page)
          : await listThreads(tx, reader, lessonId, page);
        return {
          ...asPage(call.request, page, rows),
          total: await countComments(tx, lessonId),
          open: isOpen(reader, call.school),
        };
      },

      create: async (tx, call) => {
        const reader = readerOf(call);
        await enterLesson(tx, reader, call.params.id);
        refuseClosed(reader, call.school);
        return { data: await addComment(tx, reader, call.params.id, call.body) };
      },

      update: async (tx, call) => {
        const reader = readerOf(call);
        refuseOthers(reader, await findComment(tx, reader, call.params.id));
        refuseClosed(reader, call.school);
        return { data: await changeComment(tx, reader, call.params.id, call.body.content) };
      },

      remove: async (tx, call) => {
        const reader = readerOf(call);
        const comment = await findComment(tx, reader, call.params.id);
        refuseOthers(reader, comment);
        await removeComment(tx, comment);
        if (comment.member_id !== reader.id) await leaveTrace(tx, 'comments.remove', call);
      },

      like: async (tx, call) => ({
        data: await likeComment(tx, readerOf(call), call.params.id),
      }),

      unlike: async (tx, call) => ({
        data: await unlikeComment(tx, readerOf(call), call.params.id),
      }),
    },
    {
      // Whoever may not know of the lesson, or may not write, learns that before what was wrong.
      subjects: {
        create: async (tx, id, who) => {
          const reader = readerOf(asSignedIn(who));
          await enterLesson(tx, reader, id);
          refuseClosed(reader, who.school);
        },
        update: async (tx, id, who) => {
          const reader = readerOf(asSignedIn(who));
          refuseOthers(reader, await findComment(tx, reader, id));
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

import { comments } from '@vitrine/contract/comments';
import type { FastifyInstance } from 'fastify';
import { courseViewer } from '../../kit/access/course-access.ts';
import { requireLesson } from '../../kit/access/lesson-access.ts';
import { writeAuditEntry } from '../../kit/audit.ts';
import { withoutTransaction } from '../../kit/http/call.ts';
import { runOnceOrWrite } from '../../kit/http/idempotency.ts';
import { mount } from '../../kit/http/mount.ts';
import { sendPointsHeader } from '../../kit/points.ts';
import { asPage } from '../../kit/rows/pagination.ts';
import type { Platform } from '../../platform/platform.ts';
import { likeComment, unlikeComment } from './comment-likes.store.ts';
import { isOpen, refuseClosed, refuseOthers } from './comments.rules.ts';
import {
  addComment,
  changeComment,
  countComments,
  findComment,
  listReplies,
  listThreads,
  readComment,
  removeComment,
} from './comments.store.ts';

/** Mounts the calls of comments on lessons (B, lesson page). */
export function mountComments(app: FastifyInstance, platform: Platform) {
  mount(
    app,
    platform,
    'comments',
    comments,
    {
      list: async (tx, call) => {
        const viewer = courseViewer(call);
        const lessonId = call.params.id;
        const { page, parent_id: parentId } = call.query;
        await requireLesson(tx, viewer, lessonId);
        const rows = parentId
          ? await listReplies(tx, viewer, { lessonId, parentId }, page)
          : await listThreads(tx, viewer, lessonId, page);
        return {
          ...asPage(call.request, page, rows),
          total: await countComments(tx, lessonId),
          open: isOpen(viewer, call.school),
        };
      },

      show: async (tx, call) => {
        const viewer = courseViewer(call);
        const { id, parent_id } = await findComment(tx, viewer, call.params.id);
        return { data: await readComment(tx, viewer, parent_id ?? id, id) };
      },

      create: withoutTransaction(async ({ database }, call) => {
        const { school, params, body } = call;
        const viewer = courseViewer(call);
        const mayWrite = isOpen(viewer, school);
        const comment = { ...body, lessonId: params.id, author: call.member, mayWrite };
        return runOnceOrWrite(database, 'comments.create', call, async (writer) => {
          const added = await addComment(writer, viewer, comment);
          sendPointsHeader(call.reply, added.points);
          return { data: added.comment };
        });
      }),

      update: async (tx, call) => {
        const viewer = courseViewer(call);
        const comment = await findComment(tx, viewer, call.params.id);
        refuseOthers(viewer, comment);
        refuseClosed(viewer, call.school);
        if (comment.member_id !== viewer.id) writeAuditEntry(tx, 'comments.update', call);
        return { data: await changeComment(tx, viewer, call.params.id, call.body) };
      },

      remove: async (tx, call) => {
        const viewer = courseViewer(call);
        const comment = await findComment(tx, viewer, call.params.id);
        refuseOthers(viewer, comment);
        await removeComment(tx, viewer, comment);
        if (comment.member_id !== viewer.id) writeAuditEntry(tx, 'comments.remove', call);
      },

      like: async (tx, call) => ({
        data: await likeComment(tx, courseViewer(call), call.params.id),
      }),

      unlike: async (tx, call) => ({
        data: await unlikeComment(tx, courseViewer(call), call.params.id),
      }),
    },
    {
      // 404 and 403 come before 422.
      subjects: {
        create: async (tx, id, context) => {
          const viewer = courseViewer(context);
          await requireLesson(tx, viewer, id);
          refuseClosed(viewer, context.school);
        },
        update: async (tx, id, context) => {
          const viewer = courseViewer(context);
          refuseOthers(viewer, await findComment(tx, viewer, id));
          refuseClosed(viewer, context.school);
        },
      },
    },
  );
}

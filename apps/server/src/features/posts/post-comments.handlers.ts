import type { posts } from '@vitrine/contract/posts';
import { courseViewer } from '../../kit/access/course-access.ts';
import { writeAuditEntry } from '../../kit/audit.ts';
import { removeFromThread } from '../../kit/comment-threads.ts';
import { hotRead, withoutTransaction, type Handlers } from '../../kit/http/call.ts';
import { runOnceOrWrite } from '../../kit/http/idempotency.ts';
import { sendPointsHeader } from '../../kit/points.ts';
import { addComment } from './add-comment.store.ts';
import { commentsOfRow, commentsQuery, commentsValues } from './post-comments.reader.ts';
import { changeComment, findComment } from './post-comments.store.ts';
import { likeComment, unlikeComment } from './post-likes.store.ts';
import { mayMention } from './post-text.ts';
import { notifyOfRemovedComment } from './posts.notifications.ts';
import { scoreLike, takeBackComment } from './posts.points.ts';
import { refuseOthers } from './posts.rules.ts';
import { answerReports } from './reports.store.ts';

/** Handlers of comments: reading, writing, removing and liking them. */
export const commentHandlers = {
  comments: hotRead({
    query: ({ query }) => commentsQuery(query),
    values: ({ params, query }) => commentsValues(params.id, query),
    answer: async (_platform, { query }, row) => commentsOfRow(query, row),
  }),
  createComment: withoutTransaction(({ database }, call) =>
    runOnceOrWrite(
      database,
      'posts.createComment',
      call,
      async (writer) => {
        const viewer = courseViewer(call);
        const { comment, points } = await addComment(writer, viewer, call.params.id, call.body);
        sendPointsHeader(call.reply, points);
        return { data: comment };
      },
      { inTransaction: mayMention(call.body.content) },
    ),
  ),
  updateComment: async (tx, call) => {
    const viewer = courseViewer(call);
    const data = await changeComment(tx, viewer, call.params.id, call.body);
    if (data.author?.id !== viewer.id) writeAuditEntry(tx, 'posts.updateComment', call);
    return { data };
  },
  removeComment: async (tx, call) => {
    const viewer = courseViewer(call);
    const comment = await findComment(tx, viewer, call.params.id);
    refuseOthers(viewer, comment);
    if (comment.member_id !== viewer.id) {
      const target = { post_id: comment.post_id, comment_id: comment.id };
      await answerReports(tx, viewer, target, 'removed');
      await notifyOfRemovedComment(tx, comment);
      writeAuditEntry(tx, 'posts.removeComment', call);
    }
    await removeFromThread(tx, 'post_comments', comment);
    if (comment.member_id === viewer.id) await takeBackComment(tx, viewer.id, comment);
  },
  likeComment: async (tx, call) => {
    const viewer = courseViewer(call);
    const { postId, ...data } = await likeComment(tx, viewer, call.params.id);
    const object = { kind: 'post_comment', id: call.params.id } as const;
    sendPointsHeader(call.reply, await scoreLike(tx, { memberId: viewer.id, postId, object }));
    return { data };
  },
  unlikeComment: async (tx, call) => ({
    data: await unlikeComment(tx, courseViewer(call), call.params.id),
  }),
} satisfies Partial<Handlers<typeof posts>>;

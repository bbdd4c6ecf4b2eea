import type { CourseViewer } from '../../kit/course-access.ts';
import { notify, notifyMember, notifyOfNewPost } from '../../kit/notify.ts';
import type { TenantTransaction } from '../../platform/database.ts';

// Who is told of what in communities, in the transaction of what happened (contract, Notifications).

const authorOf = async ({ db }: TenantTransaction, postId: number) => {
  const { member_id } = await db
    .selectFrom('posts')
    .select('member_id')
    .where('id', '=', postId)
    .executeTakeFirstOrThrow();
  return member_id;
};

/** Whom it names is told at once; everybody else by a job. */
export async function notifyOfPost(
  tx: TenantTransaction,
  viewer: CourseViewer,
  postId: number,
  mentions: number[],
) {
  await notifyMentioned(tx, viewer, postId, mentions);
  await notifyOfNewPost(tx, postId);
}

/** Somebody who was told of the post already is told once more: it now speaks of them. */
export const notifyMentioned = (
  tx: TenantTransaction,
  { id: actorId }: CourseViewer,
  postId: number,
  to: number[],
) => notify(tx, { event: 'post_mention', postId, actorId, to, subject: `post:${postId}` });

/** All likes of a post are one notification (contract, People). */
export const notifyOfLike = async (
  tx: TenantTransaction,
  { id: actorId }: CourseViewer,
  postId: number,
) =>
  notify(tx, {
    event: 'post_like',
    postId,
    actorId,
    to: [await authorOf(tx, postId)],
    subject: `like:post:${postId}`,
    raises: true,
  });

export const notifyOfCommentLike = (
  tx: TenantTransaction,
  { id: actorId }: CourseViewer,
  { id, postId, author }: { id: number; postId: number; author: number | null },
) =>
  notify(tx, {
    event: 'comment_like',
    postId,
    commentId: id,
    actorId,
    to: [author],
    subject: `like:comment:${id}`,
    raises: true,
  });

interface NewComment {
  id: number;
  postId: number;
  parentId: number | null;
  mentions: number[];
}

/** Each is told once: whose comment it answers, else whose post it stands on, else whom it names. */
export async function notifyOfComment(
  tx: TenantTransaction,
  { id: actorId }: CourseViewer,
  { id, postId, parentId, mentions }: NewComment,
) {
  const about = { postId, commentId: id, actorId, subject: `comment:${id}` };
  if (parentId !== null) {
    const { member_id } = await tx.db
      .selectFrom('post_comments')
      .select('member_id')
      .where('id', '=', parentId)
      .executeTakeFirstOrThrow();
    await notify(tx, { ...about, event: 'reply', to: [member_id] });
  }
  await notify(tx, { ...about, event: 'comment', to: [await authorOf(tx, postId)] });
  await notify(tx, { ...about, event: 'comment_mention', to: mentions });
}

/** The author reads the reason; the school did it, and nobody is named. */
export async function notifyOfRemoval(
  tx: TenantTransaction,
  viewer: CourseViewer,
  postId: number,
  event: 'post_removed' | 'post_restored',
) {
  const author = await authorOf(tx, postId);
  if (author === viewer.id) return;
  const subject = `removal:${postId}`;
  await notify(tx, { event, postId, actorId: null, to: [author], subject, raises: true });
}

export const notifyOfRemovedComment = (
  tx: TenantTransaction,
  { id, post_id, member_id }: { id: number; post_id: number; member_id: number | null },
) =>
  notify(tx, {
    event: 'comment_removed',
    postId: post_id,
    commentId: id,
    actorId: null,
    to: [member_id],
    subject: `removal:comment:${id}`,
  });

export const notifyOfSilence = (tx: TenantTransaction, communityId: number, memberId: number) =>
  notifyMember(tx, {
    event: 'silenced',
    memberId,
    communityId,
    subject: `silenced:${communityId}`,
  });

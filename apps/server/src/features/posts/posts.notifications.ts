import type { CourseViewer } from '../../kit/access/course-access.ts';
import { notifyMember } from '../../kit/notify/notify-member.ts';
import { notifyAboutPost } from '../../kit/notify/notify-of-posts.ts';
import type { TenantTransaction } from '../../platform/database.ts';

// Notifications of communities, in the transaction of the act (contract, Notifications). The
// statements that add posts and comments notify by `mentionNotifications` and
// `commentNotifications`.

const authorOf = async ({ db }: TenantTransaction, postId: number) => {
  const { member_id } = await db
    .selectFrom('posts')
    .select('member_id')
    .where('id', '=', postId)
    .executeTakeFirstOrThrow();
  return member_id;
};

/**
 * Notifies members whom a changed post names. Members who were notified of the post are skipped.
 */
export const notifyMentioned = (
  tx: TenantTransaction,
  { id: actorId }: CourseViewer,
  postId: number,
  to: number[],
) => notifyAboutPost(tx, { event: 'post_mention', postId, actorId, to, subject: `post:${postId}` });

/** The same for a comment. */
export const notifyMentionedByComment = (
  tx: TenantTransaction,
  { id: actorId }: CourseViewer,
  { id, postId, to }: { id: number; postId: number; to: number[] },
) =>
  notifyAboutPost(tx, {
    event: 'comment_mention',
    postId,
    commentId: id,
    actorId,
    to,
    subject: `comment:${id}`,
  });

/** All likes of a post are one notification (contract, People). */
export const notifyOfLike = async (
  tx: TenantTransaction,
  { id: actorId }: CourseViewer,
  postId: number,
) =>
  notifyAboutPost(tx, {
    event: 'post_like',
    postId,
    actorId,
    to: [await authorOf(tx, postId)],
    subject: `like:post:${postId}`,
    raises: true,
  });

/**
 * Notifies the author of a like. Likes of one comment are one notification, unread again with each.
 */
export const notifyOfCommentLike = (
  tx: TenantTransaction,
  { id: actorId }: CourseViewer,
  { id, postId, author }: { id: number; postId: number; author: number | null },
) =>
  notifyAboutPost(tx, {
    event: 'comment_like',
    postId,
    commentId: id,
    actorId,
    to: [author],
    subject: `like:comment:${id}`,
    raises: true,
  });

/** Notifies the author of a removal with its reason. It names no moderator. */
export async function notifyOfRemoval(
  tx: TenantTransaction,
  viewer: CourseViewer,
  postId: number,
  event: 'post_removed' | 'post_restored',
) {
  const author = await authorOf(tx, postId);
  if (author === viewer.id) return;
  const subject = `removal:${postId}`;
  await notifyAboutPost(tx, { event, postId, actorId: null, to: [author], subject, raises: true });
}

/** Notifies the author of a comment that staff removed. It names no moderator. */
export const notifyOfRemovedComment = (
  tx: TenantTransaction,
  { id, post_id, member_id }: { id: number; post_id: number; member_id: number | null },
) =>
  notifyAboutPost(tx, {
    event: 'comment_removed',
    postId: post_id,
    commentId: id,
    actorId: null,
    to: [member_id],
    subject: `removal:comment:${id}`,
  });

/** Notifies a silenced member, who reads the reason and the end in the community. */
export const notifyOfSilence = (tx: TenantTransaction, communityId: number, memberId: number) =>
  notifyMember(tx, {
    event: 'silenced',
    memberId,
    communityId,
    subject: `silenced:${communityId}`,
  });

import type { CourseViewer } from '../../kit/access/course-access.ts';
import { addLike, removeLike } from '../../kit/likes.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { findComment } from './post-comments.store.ts';
import { notifyOfCommentLike, notifyOfLike } from './posts.notifications.ts';
import { refuseLikesOff } from './posts.rules.ts';
import { requirePost } from './posts.store.ts';

// A trigger counts the likes in the row that is liked.

type LikedTable = 'posts' | 'post_comments';

/**
 * Likes once per member, also for concurrent requests. The author is notified of the first. Throws
 * 403 where likes are off.
 */
export async function likePost(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const { channel } = await requirePost(tx, viewer, id);
  refuseLikesOff(viewer, channel);
  await lockLiked(tx, 'posts', id);
  const added = await addLike(tx, 'post_likes', id, viewer.id);
  if (added) await notifyOfLike(tx, viewer, id);
  return { likes: await likesOf(tx, 'posts', id), liked: true };
}

/** Takes a like back, also where likes were switched off since. Without one, nothing changes. */
export async function unlikePost(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  await requirePost(tx, viewer, id);
  await lockLiked(tx, 'posts', id);
  await removeLike(tx, 'post_likes', id, viewer.id);
  return { likes: await likesOf(tx, 'posts', id), liked: false };
}

/** As `likePost`. */
export async function likeComment(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const { channel, post_id: postId, member_id: author } = await findComment(tx, viewer, id);
  refuseLikesOff(viewer, channel);
  await lockLiked(tx, 'post_comments', id);
  const added = await addLike(tx, 'post_comment_likes', id, viewer.id);
  if (added) await notifyOfCommentLike(tx, viewer, { id, postId, author });
  return { likes: await likesOf(tx, 'post_comments', id), liked: true, postId };
}

/** As `unlikePost`. */
export async function unlikeComment(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  await findComment(tx, viewer, id);
  await lockLiked(tx, 'post_comments', id);
  await removeLike(tx, 'post_comment_likes', id, viewer.id);
  return { likes: await likesOf(tx, 'post_comments', id), liked: false };
}

/**
 * Locks a row before a like that refers to it is written or taken back. The reference alone takes a
 * weaker lock, and raising it to count the like would deadlock with a removal that waits. To lock the
 * like first would deadlock with one that is given at once.
 */
async function lockLiked({ db }: TenantTransaction, table: LikedTable, id: number) {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  orNotFound(row);
}

/** The number of likes, after this transaction's own change. */
async function likesOf({ db }: TenantTransaction, table: LikedTable, id: number) {
  const row = await db.selectFrom(table).select('likes').where('id', '=', id).executeTakeFirst();
  return orNotFound(row).likes;
}

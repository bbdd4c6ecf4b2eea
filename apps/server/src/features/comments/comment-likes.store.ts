import type { Likes } from '@vitrine/contract/catalog';
import type { CourseViewer } from '../../kit/access/course-access.ts';
import { addLike, countLikes, removeLike } from '../../kit/likes.ts';
import { notifyOfLessonLike } from '../../kit/notify/notify-of-lessons.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { findComment } from './comments.store.ts';

/** Likes once per member, also when eight requests arrive at once. */
export async function likeComment(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<Likes> {
  await findComment(tx, viewer, id);
  const added = await addLike(tx, 'lesson_comment_likes', id, viewer.id);
  if (added) await notifyOfLessonLike(tx, viewer.id, id);
  return { likes: await countLikes(tx, 'lesson_comment_likes', id), liked: true };
}

/** Takes a like back. Without one, nothing changes. */
export async function unlikeComment(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<Likes> {
  await findComment(tx, viewer, id);
  await removeLike(tx, 'lesson_comment_likes', id, viewer.id);
  return { likes: await countLikes(tx, 'lesson_comment_likes', id), liked: false };
}

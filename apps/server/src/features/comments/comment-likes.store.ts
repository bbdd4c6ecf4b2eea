import type { Likes } from '@vitrine/contract/catalog';
import type { CourseViewer } from '../../kit/course-access.ts';
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
  const added = await tx.db
    .insertInto('lesson_comment_likes')
    .values({ comment_id: id, member_id: viewer.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('comment_id')
    .executeTakeFirst();
  if (added) await notifyOfLessonLike(tx, viewer.id, id);
  return { likes: await countLikes(tx, id), liked: true };
}

/** Takes a like back. Without one, nothing changes. */
export async function unlikeComment(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<Likes> {
  await findComment(tx, viewer, id);
  await tx.db
    .deleteFrom('lesson_comment_likes')
    .where('comment_id', '=', id)
    .where('member_id', '=', viewer.id)
    .execute();
  return { likes: await countLikes(tx, id), liked: false };
}

async function countLikes({ db }: TenantTransaction, commentId: number) {
  const { likes } = await db
    .selectFrom('lesson_comment_likes')
    .select(({ fn }) => fn.countAll<number>().as('likes'))
    .where('comment_id', '=', commentId)
    .executeTakeFirstOrThrow();
  return likes;
}

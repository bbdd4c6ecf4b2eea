import type { Likes } from '@vitrine/contract/catalog';
import type { CourseViewer } from '../../kit/course-access.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { requireLesson } from '../../kit/lesson-access.ts';

/** Pressed twice it is one like; so are eight presses at once. */
export async function likeLesson(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<Likes> {
  await requireLesson(tx, viewer, id);
  await tx.db
    .insertInto('lesson_likes')
    .values({ lesson_id: id, member_id: viewer.id })
    .onConflict((known) => known.doNothing())
    .execute();
  return { likes: await countLikes(tx, id), liked: true };
}

export async function unlikeLesson(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<Likes> {
  await requireLesson(tx, viewer, id);
  await tx.db
    .deleteFrom('lesson_likes')
    .where('lesson_id', '=', id)
    .where('member_id', '=', viewer.id)
    .execute();
  return { likes: await countLikes(tx, id), liked: false };
}

async function countLikes({ db }: TenantTransaction, lessonId: number) {
  const { likes } = await db
    .selectFrom('lesson_likes')
    .select(({ fn }) => fn.countAll<number>().as('likes'))
    .where('lesson_id', '=', lessonId)
    .executeTakeFirstOrThrow();
  return likes;
}

import type { Likes } from '@vitrine/contract/catalog';
import * as z from 'zod/mini';
import type { CourseViewer } from '../../kit/course-access.ts';
import { requireLesson } from '../../kit/lesson-access.ts';
import { awardPointsSql } from '../../kit/points.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

const addLike = statement({
  name: 'catalog.like',
  sql: `WITH added AS (
      INSERT INTO lesson_likes (lesson_id, member_id) VALUES (:lessonId, :memberId)
      ON CONFLICT DO NOTHING RETURNING lesson_id)
    SELECT ${awardPointsSql('like_class', { kind: 'lesson', id: 'lesson_id' })} AS points FROM added`,
  row: z.object({ points: z.number() }),
});

/** Likes once per member, also for concurrent requests. */
export async function likeLesson(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<{ likes: Likes; points: number }> {
  await requireLesson(tx, viewer, id);
  const [added] = await tx.run(addLike, { memberId: viewer.id, lessonId: id });
  return { likes: { likes: await countLikes(tx, id), liked: true }, points: added?.points ?? 0 };
}

/** Removing a like that does not exist changes nothing. The points of the like stay. */
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

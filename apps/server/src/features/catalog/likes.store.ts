import type { Likes } from '@vitrine/contract/catalog';
import * as z from 'zod/mini';
import type { CourseViewer } from '../../kit/access/course-access.ts';
import { requireLesson } from '../../kit/access/lesson-access.ts';
import { countLikes, removeLike } from '../../kit/likes.ts';
import { awardPointsSql } from '../../kit/points.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

/** Adds a like and its points in one statement. No row if the like is there already. */
const likeWithPoints = statement({
  name: 'catalog.like',
  sql: `WITH added AS (
      INSERT INTO lesson_likes (lesson_id, member_id) VALUES (:lessonId, :memberId)
      ON CONFLICT DO NOTHING RETURNING lesson_id)
    SELECT ${awardPointsSql('like_class', { kind: 'lesson', id: 'lesson_id' })} AS points FROM added`,
  row: z.object({ points: z.number() }),
});

/** Adds the viewer's like, once also for concurrent requests. Returns the points that it gained. */
export async function likeLesson(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<{ likes: Likes; points: number }> {
  await requireLesson(tx, viewer, id);
  const [added] = await tx.run(likeWithPoints, { memberId: viewer.id, lessonId: id });
  return {
    likes: { likes: await countLikes(tx, 'lesson_likes', id), liked: true },
    points: added?.points ?? 0,
  };
}

/** Removes the viewer's like. Its points stay. Without a like, nothing changes. */
export async function unlikeLesson(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<Likes> {
  await requireLesson(tx, viewer, id);
  await removeLike(tx, 'lesson_likes', id, viewer.id);
  return { likes: await countLikes(tx, 'lesson_likes', id), liked: false };
}

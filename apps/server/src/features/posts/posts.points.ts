import { hrefOf } from '@vitrine/contract/pages';
import type { Post } from '@vitrine/contract/posts';
import { awardPoints, takeBackPoints } from '../../kit/points.ts';
import type { TenantTransaction } from '../../platform/database.ts';

/** What scores in communities (B 3). Each scores once for its object. */
interface Act {
  memberId: number;
  postId: number;
  post?: Pick<Post, 'title' | 'community_id'>;
  action: 'post' | 'comment' | 'reply' | 'like';
  object: { kind: 'post' | 'post_comment'; id: number };
}

/** Scores in the transaction of the act. The ledger names the post: `post`, where it is at hand. */
export async function scoreAct(
  tx: TenantTransaction,
  { memberId, postId, action, object, post }: Act,
) {
  const { title, community_id } =
    post ??
    (await tx.db
      .selectFrom('posts')
      .select(['title', 'community_id'])
      .where('id', '=', postId)
      .executeTakeFirstOrThrow());
  const url = hrefOf('post', { postId, tenant: tx.tenantId, communityId: community_id });
  await awardPoints(tx, {
    memberId,
    action,
    object,
    thing: { kind: 'post', id: postId, title, url },
  });
}

/** Whoever removes what they wrote gives its points back (contract, Points). */
export const takeBackPost = (tx: TenantTransaction, memberId: number, id: number) =>
  takeBackPoints(tx, { memberId, action: 'post', object: { kind: 'post', id } });

export const takeBackComment = (
  tx: TenantTransaction,
  memberId: number,
  { id, parent_id }: { id: number; parent_id: number | null },
) =>
  takeBackPoints(tx, {
    memberId,
    action: parent_id === null ? 'comment' : 'reply',
    object: { kind: 'post_comment', id },
  });

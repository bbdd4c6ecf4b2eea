import { hrefOf, pages } from '@vitrine/contract/pages';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import {
  awardPoints,
  awardPointsSql,
  POST_WORDS_LENGTH,
  takeBackPoints,
} from '../../kit/points.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

interface Like {
  memberId: number;
  postId: number;
  /** The post, or a comment of it. */
  object: { kind: 'post' | 'post_comment'; id: number };
}

/**
 * Scores a like, once per object, in its transaction (B section 3). The ledger names the post.
 * @returns the points gained
 */
export async function scoreLike(tx: TenantTransaction, { memberId, postId, object }: Like) {
  const { title, community_id } = await tx.db
    .selectFrom('posts')
    .select(['community_id', sql<string>`${sql.raw(postTitle('posts'))}`.as('title')])
    .where('id', '=', postId)
    .executeTakeFirstOrThrow();
  const url = hrefOf('post', { postId, tenant: tx.tenantId, communityId: community_id });
  return awardPoints(tx, {
    memberId,
    action: 'like',
    object,
    thing: { kind: 'post', id: postId, title, url },
  });
}

/** As SQL: the title of a row of `posts`, or its first words. */
const postTitle = (post: string) =>
  `coalesce(nullif(${post}.title, ''), left(search_text_of(${post}.content), ${POST_WORDS_LENGTH}))`;

/** As SQL: the path of a post's page. */
const postUrl = (id: string, community: string) => {
  const values: Record<string, string> = {
    postId: id,
    tenant: ':tenantId::bigint',
    communityId: community,
  };
  const parts = pages.post.path.split(/\{(\w+)\}/);
  return `concat(${parts.map((part, at) => (at % 2 ? values[part] : `'${part}'`)).join(', ')})`;
};

/** As SQL, for the statement that adds `added` in `target`: the points that the author gains. */
export const scorePostSql = awardPointsSql(
  'post',
  { kind: 'post', id: 'added.id' },
  {
    kind: 'post',
    id: 'added.id',
    title: postTitle('added'),
    url: postUrl('added.id', 'target.community_id'),
  },
);
/** The same for a comment on `post`. */
export const scoreCommentSql = (action: 'comment' | 'reply') =>
  awardPointsSql(
    action,
    { kind: 'post_comment', id: 'added.id' },
    {
      kind: 'post',
      id: 'post.id',
      title: postTitle('post'),
      url: postUrl('post.id', 'target.community_id'),
    },
  );
const takeBackWithPost = statement({
  name: 'posts.take-back-points',
  sql: `SELECT count(take_back_points(:memberId::bigint, own.action, own.kind, own.id)::text) AS things
    FROM (
      SELECT act.action, 'post' AS kind, :postId::bigint AS id
      FROM (VALUES ('post'), ('like')) AS act (action)
      UNION ALL
      SELECT act.action, 'post_comment', c.id
      FROM post_comments c CROSS JOIN LATERAL (VALUES
        (CASE WHEN c.parent_id IS NULL THEN 'comment' ELSE 'reply' END), ('like')) AS act (action)
      WHERE c.post_id = :postId::bigint AND c.member_id = :memberId::bigint
    ) AS own`,
  row: z.object({ things: z.number() }),
});
/**
 * Takes the points back when authors remove their own post (contract, Points): also those of their
 * comments, which go with it. Their own likes of all these go too: writing, liking and removing
 * would add points each time.
 */
export async function takeBackPost(tx: TenantTransaction, memberId: number, postId: number) {
  await tx.run(takeBackWithPost, { memberId, postId });
}

/**
 * Takes the points of a comment back, and those of the author's like of it. Call it after the
 * removal, which waits for a like that is being written.
 */
export async function takeBackComment(
  tx: TenantTransaction,
  memberId: number,
  { id, parent_id }: { id: number; parent_id: number | null },
) {
  const object = { kind: 'post_comment', id };
  const wrote = parent_id === null ? 'comment' : 'reply';
  for (const action of [wrote, 'like'] as const)
    await takeBackPoints(tx, { memberId, action, object });
}

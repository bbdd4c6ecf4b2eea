import * as z from 'zod/mini';
import { mayEnterChannel } from '../../kit/access/community-access.ts';
import { eventKind } from '../../platform/events.ts';
import { statement } from '../../platform/statement.ts';

/** Filters the members who may enter the thing's channel now. */
const readers = `ARRAY(
  SELECT m.id FROM members m
  WHERE m.id = ANY (:memberIds::bigint[]) AND ${mayEnterChannel.replaceAll(':channelId', 'p.channel_id')}
) AS readers`;

const newPost = statement({
  name: 'posts.new-post',
  sql: `SELECT p.member_id AS author_id, p.community_id, p.channel_id, ${readers} FROM posts p
    WHERE p.id = :id AND p.removed_at IS NULL`,
  row: z.object({
    author_id: z.nullable(z.number()),
    community_id: z.number(),
    channel_id: z.number(),
    readers: z.array(z.number()),
  }),
});

const newComment = statement({
  name: 'posts.new-comment',
  sql: `SELECT p.community_id, p.channel_id, p.id AS post_id, ${readers}
    FROM post_comments k JOIN posts p ON p.id = k.post_id
    WHERE k.id = :id AND p.removed_at IS NULL`,
  row: z.object({
    community_id: z.number(),
    channel_id: z.number(),
    post_id: z.number(),
    readers: z.array(z.number()),
  }),
});

eventKind('post', async (reader, id, memberIds) => {
  const [row] = await reader.run(newPost, { id, memberIds });
  if (!row) return null;
  const { readers: may, ...data } = row;
  return { data: { id, ...data }, readers: may };
});

eventKind('comment', async (reader, id, memberIds) => {
  const [row] = await reader.run(newComment, { id, memberIds });
  if (!row) return null;
  const { readers: may, ...data } = row;
  return { data: { id, ...data }, readers: may };
});

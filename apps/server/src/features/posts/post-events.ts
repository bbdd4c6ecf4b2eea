import * as z from 'zod/mini';
import { mayEnterChannel } from '../../kit/access/community-access.ts';
import { eventKind } from '../../platform/events.ts';
import { statement } from '../../platform/statement.ts';

/** The place of a post `p`, and those of `:memberIds` who may enter its channel now. */
const placeAndReaders = `p.community_id, p.channel_id, ARRAY(
  SELECT m.id FROM members m
  WHERE m.id = ANY (:memberIds::bigint[]) AND ${mayEnterChannel.replaceAll(':channelId', 'p.channel_id')}
) AS readers`;

const placeRow = {
  community_id: z.number(),
  channel_id: z.number(),
  readers: z.array(z.number()),
};

const newPost = statement({
  name: 'posts.new-post',
  sql: `SELECT p.member_id AS author_id, ${placeAndReaders} FROM posts p
    WHERE p.id = :id AND p.removed_at IS NULL`,
  row: z.object({ author_id: z.nullable(z.number()), ...placeRow }),
});

const newComment = statement({
  name: 'posts.new-comment',
  sql: `SELECT p.id AS post_id, ${placeAndReaders}
    FROM post_comments c JOIN posts p ON p.id = c.post_id
    WHERE c.id = :id AND p.removed_at IS NULL`,
  row: z.object({ post_id: z.number(), ...placeRow }),
});

const eventOf = <Row extends { readers: number[] }>(id: number, row: Row | undefined) => {
  if (!row) return null;
  const { readers, ...data } = row;
  return { data: { id, ...data }, readers };
};

eventKind('post', async (reader, id, memberIds) => {
  const [row] = await reader.run(newPost, { id, memberIds });
  return eventOf(id, row);
});

eventKind('comment', async (reader, id, memberIds) => {
  const [row] = await reader.run(newComment, { id, memberIds });
  return eventOf(id, row);
});

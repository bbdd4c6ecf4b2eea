import { messages, type PostComment, type PostCommentInput } from '@vitrine/contract/posts';
import * as z from 'zod/mini';
import {
  channelColumns,
  channelOfPostToWriteTo,
  channelRow,
  readerCte,
  requireChannelOfPost,
  requireOpen,
  requireNotSilenced,
} from '../../kit/access/community-access.ts';
import { viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import {
  isWithinLimit,
  rateLimitCte,
  areWithinLimits,
  rateLimitsCte,
  rateLimitError,
} from '../../kit/member-rate.ts';
import { notifyBrowsersSql } from '../../kit/notify/notification-sql.ts';
import { commentNotifications } from '../../kit/notify/notify-of-posts.ts';
import { invalid, notFound, orNotFound } from '../../platform/app-error.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { newCommentJson } from './post-json.ts';
import { actsOf, valuesOfActs } from './post-rate-limits.ts';
import { textOrWrong } from './post-text.ts';
import { scoreCommentSql } from './posts.points.ts';
import { refuseCommentsOff, takesComments } from './posts.rules.ts';

interface CommentKind {
  /** True if it answers a comment. */
  replies: boolean;
  /** True if it names people. */
  names: boolean;
}

/**
 * A comment that answers none and names nobody is added by a plan without them: it is shorter to
 * start.
 *
 * The thread is locked before the post, as where a comment is removed. The reference alone takes a
 * weaker lock, and raising it to count the row would deadlock with a removal that waits.
 */
const addAs = ({ replies, names }: CommentKind) =>
  statement({
    name: `posts.add-${replies ? 'reply' : 'comment'}${names ? '-naming' : ''}`,
    sql: `WITH ${readerCte}, ${channelOfPostToWriteTo},
    ${
      replies
        ? `head AS MATERIALIZED (
      SELECT h.id, h.member_id, h.parent_id FROM post_comments h
      WHERE h.id = :parentId::bigint AND h.post_id = :postId
        AND h.removed_at IS NULL
      FOR NO KEY UPDATE),`
        : ''
    }
    gate AS MATERIALIZED (
      SELECT p.comments_closed FROM target
      JOIN posts p ON p.id = :postId AND p.removed_at IS NULL
      WHERE target.open AND NOT target.silenced AND ${takesComments} AND :content <> ''
        ${replies ? 'AND EXISTS (SELECT FROM head WHERE head.parent_id IS NULL)' : ''}),
    ${names ? rateLimitsCte('gate') : rateLimitCte('gate')},
    post AS MATERIALIZED (
      SELECT p.id, p.member_id, p.title, p.content FROM posts p
      WHERE p.id = :postId AND p.removed_at IS NULL
        AND ${names ? areWithinLimits : isWithinLimit}
      FOR NO KEY UPDATE),
    added AS (
      INSERT INTO post_comments (post_id, parent_id, member_id, content, mentions)
      SELECT post.id, :parentId::bigint, :memberId::bigint, :content, :mentions::bigint[] FROM post
      RETURNING *),
    ${commentNotifications({ replies, names })}
    SELECT ${channelColumns},
      (SELECT p.comments_closed FROM posts p
       WHERE p.id = :postId AND p.removed_at IS NULL) AS comments_closed,
      ${replies ? '(SELECT head.parent_id IS NOT NULL FROM head)' : 'NULL::boolean'} AS answers_reply,
      ${names ? areWithinLimits : isWithinLimit} AS counted,
      CASE WHEN added.id IS NOT NULL THEN (SELECT ${newCommentJson} FROM added c) END AS comment,
      CASE WHEN added.id IS NOT NULL
        THEN ${scoreCommentSql(replies ? 'reply' : 'comment')} END AS points,
      ${notifyBrowsersSql}
    FROM target LEFT JOIN (added CROSS JOIN post) ON true`,
    row: z.extend(channelRow, {
      comments_closed: z.nullable(z.boolean()),
      answers_reply: z.nullable(z.boolean()),
      counted: z.boolean(),
      comment: z.nullable(z.custom<PostComment>()),
      points: z.nullable(z.number()),
      notified: z.nullable(z.string()),
    }),
  });
const addThread = addAs({ replies: false, names: false });
const addThreadNaming = addAs({ replies: false, names: true });
const addReply = addAs({ replies: true, names: false });
const addReplyNaming = addAs({ replies: true, names: true });

const statementFor = ({ replies, names }: CommentKind) => {
  if (replies) return names ? addReplyNaming : addReply;
  return names ? addThreadNaming : addThread;
};

/**
 * Adds a comment, or a reply to a comment, in one statement. A reply to a reply is refused
 * (contract, Settled). If nothing was added, it throws the first reason in the contract's order.
 */
export async function addComment(
  writer: TenantReader,
  viewer: CourseViewer,
  postId: number,
  { content: html, parent_id: parentId = null }: PostCommentInput,
): Promise<{ comment: PostComment; points: number | null }> {
  const channelOf = async () => (await requireChannelOfPost(writer, viewer, postId)).channel_id;
  const { text, wrong } = await textOrWrong(writer, channelOf, html);
  const { content, mentions } = text;
  const add = statementFor({ replies: parentId !== null, names: mentions.length > 0 });
  const [row] = await writer.run(add, {
    ...viewerValues(viewer),
    ...valuesOfActs(actsOf('comment', text)),
    postId,
    parentId,
    content,
    mentions,
  });
  if (row?.comment) return { comment: row.comment, points: row.points };
  const channel = requireOpen(row);
  const post = { comments_closed: orNotFound(channel.comments_closed) };
  requireNotSilenced(channel);
  refuseCommentsOff(viewer, channel, post);
  if (parentId !== null && orNotFound(channel.answers_reply))
    throw invalid({ parent_id: [messages.replyToReply] });
  if (!content) throw wrong ?? invalid({ content: [messages.blankComment] });
  if (channel.counted) throw notFound(); // the post went in the meantime
  throw await rateLimitError(writer, viewer.id, {
    acts: actsOf('comment', text),
    message: messages.tooFast,
  });
}

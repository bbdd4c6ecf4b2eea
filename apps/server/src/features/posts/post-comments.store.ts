import {
  limits,
  messages,
  type PostComment,
  type PostCommentInput,
  type PostCommentPage,
} from '@vitrine/contract/posts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import {
  channelColumns,
  channelOfPostCte,
  channelOfPostToWriteTo,
  channelRow,
  readerCte,
  requireChannelOfPost,
  requireOpen,
  requireNotSilenced,
} from '../../kit/community-access.ts';
import { viewerValues, type CourseViewer } from '../../kit/course-access.ts';
import {
  isWithinLimit,
  rateLimitCte,
  areWithinLimits,
  rateLimitsCte,
  rateLimitError,
} from '../../kit/member-rate.ts';
import { notifyBrowsersSql } from '../../kit/notify/notification-sql.ts';
import { commentNotifications } from '../../kit/notify/notify-of-posts.ts';
import type { TenantReader, TenantTransaction } from '../../platform/database.ts';
import { invalid, notFound, orNotFound } from '../../platform/app-error.ts';
import { statement } from '../../platform/statement.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';
import { commentJson, newCommentJson } from './post-json.ts';
import { cleanText } from './post-text.ts';
import { notifyMentionedByComment, notifyOfCommentLike } from './posts.notifications.ts';
import { scoreCommentSql } from './posts.points.ts';
import { beforeId, offer, offerColumns } from './posts.reader.ts';
import { refuseCommentsOff, refuseLikesOff, refuseOthers, takesComments } from './posts.rules.ts';
import {
  actsOf,
  added,
  countMentions,
  countOf,
  requirePost,
  textOrWrong,
  valuesOfActs,
} from './posts.store.ts';

const commentsRow = z.extend(offer, {
  /** Null of a post that was removed. */
  comments: z.nullable(z.array(z.custom<PostComment>())),
  /** The thread of a linked comment, and whether there are older ones. */
  head: z.nullable(z.number()),
  has_older: z.nullable(z.boolean()),
});
/** A row of `commentsQuery`: the viewer's access, and a page of threads. */
export type CommentsRow = z.output<typeof commentsRow>;

interface PageOptions {
  where: string;
  order: 'ASC' | 'DESC';
  repliesShown?: number;
  /** SQL: the id of a reply that is always included. */
  linked?: string;
}

/** A page of threads with the session and the viewer's access, in one statement. */
const pageQuery = (name: string, { where, order, repliesShown, linked }: PageOptions) =>
  viewerQuery({
    name: `posts.comments-${name}`,
    sql: `WITH ${readerCte}, ${channelOfPostCte}, head AS MATERIALIZED (
        SELECT coalesce(h.parent_id, h.id) AS id FROM post_comments h
        WHERE h.id = :linkedId::bigint AND h.post_id = :postId)
      SELECT ${offerColumns}, (SELECT head.id FROM head) AS head,
        EXISTS (SELECT FROM post_comments older WHERE older.post_id = :postId
          AND older.parent_id IS NULL AND older.id < (SELECT head.id FROM head)) AS has_older,
        CASE WHEN target.open AND p.removed_at IS NULL THEN (
          SELECT coalesce(json_agg(${commentJson(repliesShown, linked)} ORDER BY c.id), '[]') FROM (
            SELECT * FROM post_comments listed
            WHERE listed.post_id = :postId AND ${where}
            ORDER BY listed.id ${order} LIMIT ${limits.page + 1}) AS c) END AS comments
      FROM target JOIN posts p ON p.id = :postId`,
    row: commentsRow,
  });
const commentPages = {
  after: pageQuery('after', {
    where: 'listed.parent_id IS NULL AND listed.id > :id',
    order: 'ASC',
  }),
  before: pageQuery('before', {
    where: 'listed.parent_id IS NULL AND listed.id < :id',
    order: 'DESC',
  }),
  around: pageQuery('around', {
    where: 'listed.parent_id IS NULL AND listed.id >= (SELECT head.id FROM head)',
    order: 'ASC',
    repliesShown: limits.repliesAround,
    linked: ':linkedId::bigint',
  }),
  replies: pageQuery('replies', {
    where: 'listed.parent_id = :parentId AND listed.id > :id',
    order: 'ASC',
    repliesShown: 0,
  }),
};

interface CommentWindow {
  cursor?: string | undefined;
  before?: string | undefined;
  around?: number | undefined;
  parent_id?: number | undefined;
}

/** The requested page. A window with several parameters uses the first of these. */
function kindOf({ parent_id, before, around }: CommentWindow) {
  if (parent_id !== undefined) return 'replies';
  if (before !== undefined) return 'before';
  return around === undefined ? 'after' : 'around';
}

/** One page of a post's comments, oldest first. `CommentPage` describes the cursors. */
export const commentsQuery = (window: CommentWindow) => commentPages[kindOf(window)];

/** The values of `commentsQuery`. */
export const commentsValues = (postId: number, window: CommentWindow) => ({
  postId,
  parentId: window.parent_id ?? null,
  linkedId: window.around ?? null,
  id: kindOf(window) === 'before' ? beforeId(window.before) : Number(window.cursor ?? 0),
});

/** Makes the answer. Throws 403 for a locked channel, 404 for what the viewer may not see. */
export function commentsOfRow(
  window: CommentWindow,
  found: CommentsRow | undefined,
): PostCommentPage {
  const { comments, head, has_older } = requireOpen(found);
  const rows = orNotFound(comments);
  const kind = kindOf(window);
  if (kind === 'around') orNotFound(head);
  if (kind === 'before') {
    const data = rows.slice(-limits.page);
    return {
      data,
      next_cursor: data.length ? String(data.at(-1)!.id) : null,
      previous_cursor: rows.length > limits.page ? String(data[0]!.id) : null,
    };
  }
  const data = rows.slice(0, limits.page);
  return {
    data,
    next_cursor: rows.length > limits.page ? String(data.at(-1)!.id) : null,
    previous_cursor: kind === 'around' && has_older ? String(head) : null,
  };
}

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

/**
 * Changes a text and marks it as edited. People it names anew are notified. Throws 403 for
 * another's comment, for a silenced viewer and where comments are closed; 404 for a removed one.
 */
export async function changeComment(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
  content: string,
): Promise<PostComment> {
  const comment = await findComment(tx, viewer, id);
  refuseOthers(viewer, comment);
  requireNotSilenced(comment.channel);
  refuseCommentsOff(viewer, comment.channel, comment);
  const { content: cleaned, mentions } = await cleanContent(
    tx,
    comment.channel.channel_id,
    content,
  );
  const changed = await tx.db
    .updateTable('post_comments')
    .set({ content: cleaned, mentions, edited_at: sql`now()` })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  orNotFound(changed);
  const named = added(mentions, comment.mentions);
  await countMentions(tx, viewer, named);
  await notifyMentionedByComment(tx, viewer, { id, postId: comment.post_id, to: named });
  return readComment(tx, viewer, id);
}

/** Finds a comment that was not removed, on a post that the viewer may read. */
export async function findComment(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const found = orNotFound(
    await tx.db
      .selectFrom('post_comments')
      .select(['id', 'post_id', 'parent_id', 'member_id', 'mentions'])
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
  );
  return { ...found, ...(await requirePost(tx, viewer, found.post_id)) };
}

/**
 * Removes the text. A comment with replies leaves an empty place. Removing its last reply removes
 * the place.
 */
export async function removeComment(
  tx: TenantTransaction,
  { id, parent_id }: { id: number; parent_id: number | null },
) {
  await lockThread(tx, parent_id ?? id);
  if (parent_id === null && (await hasReplies(tx, id))) return emptyPlace(tx, id);
  const { db } = tx;
  orNotFound(
    await db.deleteFrom('post_comments').where('id', '=', id).returning('id').executeTakeFirst(),
  );
  if (parent_id !== null && !(await hasReplies(tx, parent_id)))
    await db
      .deleteFrom('post_comments')
      .where('id', '=', parent_id)
      .where('removed_at', 'is not', null)
      .execute();
}

async function emptyPlace({ db }: TenantTransaction, id: number) {
  await db.deleteFrom('post_comment_likes').where('comment_id', '=', id).execute();
  orNotFound(
    await db
      .updateTable('post_comments')
      .set({ content: '', member_id: null, mentions: [], removed_at: sql`now()` })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  );
}

/**
 * Locks the thread: replies and removals wait. Otherwise a reply could lose the place that it
 * answers.
 */
async function lockThread({ db }: TenantTransaction, head: number) {
  await db
    .selectFrom('post_comments')
    .select('id')
    .where('id', '=', head)
    .forUpdate()
    .executeTakeFirst();
}

async function hasReplies({ db }: TenantTransaction, head: number) {
  const reply = await db
    .selectFrom('post_comments')
    .select('id')
    .where('parent_id', '=', head)
    .limit(1)
    .executeTakeFirst();
  return reply !== undefined;
}

/**
 * Likes once per member, also when eight requests arrive at once. The author is notified of the
 * first. Throws 403 where likes are off.
 */
export async function likeComment(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const { channel, post_id, member_id } = await findComment(tx, viewer, id);
  refuseLikesOff(viewer, channel);
  orNotFound(
    await tx.db
      .selectFrom('post_comments')
      .select('id')
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  );
  const added = await tx.db
    .insertInto('post_comment_likes')
    .values({ comment_id: id, member_id: viewer.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('comment_id')
    .executeTakeFirst();
  if (added) await notifyOfCommentLike(tx, viewer, { id, postId: post_id, author: member_id });
  return { likes: await countOf(tx, 'post_comments', id), liked: true };
}

/** Takes a like back, also where likes were switched off since. */
export async function unlikeComment(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  await findComment(tx, viewer, id);
  await tx.db
    .deleteFrom('post_comment_likes')
    .where('comment_id', '=', id)
    .where('member_id', '=', viewer.id)
    .execute();
  return { likes: await countOf(tx, 'post_comments', id), liked: false };
}

const one = statement({
  name: 'posts.comment',
  sql: `SELECT ${commentJson()} AS comment FROM post_comments c
    WHERE c.id = :commentId`,
  row: z.object({ comment: z.custom<PostComment>() }),
});

async function readComment(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const [found] = await tx.run(one, { memberId: viewer.id, commentId: id });
  return orNotFound(found).comment;
}

/** Cleans a text. Throws 422 if nothing readable remains. */
async function cleanContent(tx: TenantTransaction, channelId: number, html: string) {
  const { content, mentions } = await cleanText(tx, async () => channelId, html);
  if (!content) throw invalid({ content: [messages.blankComment] });
  return { content, mentions };
}

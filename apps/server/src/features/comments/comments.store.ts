import {
  limits,
  messages,
  textOf,
  type Comment,
  type CommentInput,
  type CommentPatch,
} from '@vitrine/contract/comments';
import { isVisible } from '@vitrine/contract/core';
import type { ShownLevel } from '@vitrine/contract/gamification';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { lessonToWriteTo, requireLesson } from '../../kit/access/lesson-access.ts';
import { removeFromThread } from '../../kit/comment-threads.ts';
import { shownLevelJson } from '../../kit/level-json.ts';
import {
  isWithinLimit,
  rateLimitCte,
  rateLimitValues,
  rateLimitError,
} from '../../kit/member-rate.ts';
import { notifyBrowsersSql } from '../../kit/notify/notification-sql.ts';
import { doubtNotifications, doubtReplyNotifications } from '../../kit/notify/notify-of-lessons.ts';
import { awardPointsSql, takeBackPoints } from '../../kit/points.ts';
import { isRepeatedEdit } from '../../kit/rows/edited-since.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { pageWindow } from '../../kit/rows/pagination.ts';
import { invalid, notFound, orNotFound } from '../../platform/app-error.ts';
import { cleanMessage } from '../../platform/clean-html.ts';
import type { TenantReader, TenantTransaction } from '../../platform/database.ts';
import { isStaff, type Member } from '../../platform/session.ts';
import { statement } from '../../platform/statement.ts';
import { commentJson } from './comment-json.ts';
import { closed } from './comments.rules.ts';

interface CommentRow {
  id: number;
  lesson_id: number;
  parent_id: number | null;
  member_id: number | null;
}

const commentRow = z.object({ comment: z.custom<Comment>() });

const threads = statement({
  name: 'comments.threads',
  sql: `SELECT ${commentJson()} AS comment FROM lesson_comments c
    WHERE c.lesson_id = :lessonId AND c.parent_id IS NULL
    ORDER BY c.id DESC OFFSET :offset LIMIT :limit`,
  row: commentRow,
});

/** One page of a lesson's threads, the newest first. */
export async function listThreads(
  tx: TenantTransaction,
  viewer: CourseViewer,
  lessonId: number,
  page: number,
) {
  const rows = await tx.run(threads, { memberId: viewer.id, lessonId, ...pageWindow(page) });
  return rows.map(({ comment }) => comment);
}

const replies = statement({
  name: 'comments.replies',
  sql: `SELECT ${commentJson()} AS comment FROM lesson_comments c
    WHERE c.lesson_id = :lessonId AND c.parent_id = :parentId
    ORDER BY c.id OFFSET :offset LIMIT :limit`,
  row: commentRow,
});

/** One page of the replies to a comment of this lesson, the oldest first. */
export async function listReplies(
  tx: TenantTransaction,
  viewer: CourseViewer,
  thread: { lessonId: number; parentId: number },
  page: number,
) {
  const rows = await tx.run(replies, { memberId: viewer.id, ...thread, ...pageWindow(page) });
  return rows.map(({ comment }) => comment);
}

/** Counts comments and replies that were not removed. */
export async function countComments({ db }: TenantTransaction, lessonId: number) {
  const { total } = await db
    .selectFrom('lesson_comments')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('lesson_id', '=', lessonId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

/** Finds a comment that was not removed, in a lesson that the reader may open. */
export async function findComment(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<CommentRow> {
  const row = orNotFound(
    await tx.db
      .selectFrom('lesson_comments')
      .select(['id', 'lesson_id', 'parent_id', 'member_id'])
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
  );
  await requireLesson(tx, viewer, row.lesson_id);
  return row;
}

/**
 * Adds a comment if the viewer may open the lesson and may write. A reply to a reply joins its
 * thread: `head` is the thread's first comment. A first comment uses a shorter plan without `head`.
 */
const addAs = (kind: 'thread' | 'reply') => {
  const replies = kind === 'reply';
  return statement({
    name: `comments.add-${kind}`,
    sql: `WITH ${lessonToWriteTo},
    ${
      replies
        ? `head AS (
      SELECT coalesce(p.parent_id, p.id) AS id FROM lesson_comments p
      WHERE p.id = :parentId AND p.lesson_id = :lessonId
        AND p.removed_at IS NULL),`
        : ''
    }
    gate AS MATERIALIZED (
      SELECT target.id FROM target WHERE target.open AND :mayWrite AND :content <> ''
        ${replies ? 'AND EXISTS (SELECT FROM head)' : ''}),
    ${rateLimitCte('gate')},
    added AS (
      INSERT INTO lesson_comments (lesson_id, parent_id, member_id, content, seconds)
      SELECT gate.id, ${replies ? '(SELECT head.id FROM head)' : 'NULL'}, :memberId, :content, :seconds
      FROM gate WHERE ${isWithinLimit}
      RETURNING id, parent_id, created_at),
    ${replies ? doubtReplyNotifications : doubtNotifications}
    SELECT target.open, ${replies ? 'EXISTS (SELECT FROM head)' : 'true'} AS has_head,
      added.id, added.parent_id, ${isoUtc('added.created_at')} AS created_at,
      CASE WHEN added.id IS NOT NULL THEN ${awardPointsSql(
        'comment_class',
        { kind: 'lesson_comment', id: 'added.id' },
        { kind: 'lesson', id: ':lessonId::bigint' },
      )} END AS points,
      (SELECT ${shownLevelJson('m')} FROM members m
        WHERE m.id = :memberId) AS level,
      ${notifyBrowsersSql}
    FROM target LEFT JOIN added ON true`,
    row: z.object({
      open: z.boolean(),
      has_head: z.boolean(),
      id: z.nullable(z.number()),
      parent_id: z.nullable(z.number()),
      created_at: z.nullable(z.string()),
      points: z.nullable(z.number()),
      level: z.nullable(z.custom<ShownLevel>()),
      notified: z.nullable(z.string()),
    }),
  });
};
const addThread = addAs('thread');
const addReply = addAs('reply');

const act = { act: 'lesson-comment', count: 1, perMinute: limits.perMinute };

interface NewComment extends CommentInput {
  lessonId: number;
  author: Member;
  /** The viewer may write comments here. */
  mayWrite: boolean;
}

/**
 * Adds in one statement. If nothing was added, it throws the first reason in the contract's order.
 */
export async function addComment(
  writer: TenantReader,
  viewer: CourseViewer,
  { lessonId, author, mayWrite, content, parent_id: parentId = null, seconds = null }: NewComment,
): Promise<{ comment: Comment; points: number | null }> {
  const html = cleaned(writer, content);
  const values = { ...viewerValues(viewer), lessonId, mayWrite, parentId, seconds, content: html };
  const add = parentId === null ? addThread : addReply;
  const [found] = await writer.run(add, { ...values, ...rateLimitValues(act) });
  const { open, has_head, id, parent_id, created_at, points, level } = orNotFound(found);
  if (!open) await requireLesson(writer, viewer, lessonId);
  if (id !== null) {
    const comment: Comment = {
      id,
      lesson_id: lessonId,
      parent_id,
      content: html,
      removed: false,
      seconds,
      created_at: created_at as never, // as the contract writes a moment
      edited_at: null,
      author: {
        id: author.id,
        name: author.name,
        photo_url: author.photo_url,
        staff: isStaff(author),
        level,
      },
      // A new comment has no likes and no replies.
      likes: 0,
      liked: false,
      replies_count: 0,
      replies: [],
    };
    return { comment, points };
  }
  if (!mayWrite) throw closed();
  if (parentId !== null && !has_head) throw notFound();
  if (!html) throw blank();
  throw await rateLimitError(writer, author.id, { acts: [act], message: messages.tooFast });
}

/**
 * Changes a text and marks it as edited. Throws 404 for a removed comment, 422 for an empty text, 409
 * if somebody has edited it since `edited_at`.
 */
export async function changeComment(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
  { content, edited_at: known }: CommentPatch,
): Promise<Comment> {
  const html = cleanContent(tx, content);
  const before = orNotFound(
    await tx.db
      .selectFrom('lesson_comments')
      .select('content')
      .select(sql<string | null>`${sql.raw(isoUtc('edited_at'))}`.as('edited_at'))
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  );
  const { edited_at } = before;
  const edit = { known, edited_at, message: messages.outdated };
  if (!(await isRepeatedEdit(edit, () => html === before.content)))
    await tx.db
      .updateTable('lesson_comments')
      .set({ content: html, edited_at: sql`now()` })
      .where('id', '=', id)
      .execute();
  return readComment(tx, viewer, id);
}

/** Removes a comment from its thread. */
export async function removeComment(
  tx: TenantTransaction,
  viewer: CourseViewer,
  comment: CommentRow,
) {
  await removeFromThread(tx, 'lesson_comments', comment);
  // Authors who remove their own comment lose its points, so that writing it again gains nothing.
  if (comment.member_id === viewer.id)
    await takeBackPoints(tx, {
      memberId: viewer.id,
      action: 'comment_class',
      object: { kind: 'lesson_comment', id: comment.id },
    });
}

const oneComment = statement({
  name: 'comments.one',
  sql: `SELECT ${commentJson(':linkedId::bigint')} AS comment FROM lesson_comments c
    WHERE c.id = :commentId`,
  row: commentRow,
});

/** Reads a comment with its thread and the linked reply. The caller has checked the lesson. */
export async function readComment(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
  linkedId: number | null = null,
): Promise<Comment> {
  const [row] = await tx.run(oneComment, { memberId: viewer.id, commentId: id, linkedId });
  return orNotFound(row).comment;
}

/** Cleans a text. Throws 422 if nothing readable remains. */
function cleanContent(tx: TenantTransaction, content: string) {
  const html = cleaned(tx, content);
  if (!html) throw blank();
  return html;
}

/** The text as it is stored. Empty where nothing readable remains. */
function cleaned({ tenantId }: TenantReader, content: string) {
  const clean = cleanMessage(content, tenantId, {
    fits: (html) => html.length <= limits.html,
    tooLong: messages.tooLong,
  }).trim();
  return isVisible(textOf(clean)) ? clean : '';
}

const blank = () => invalid({ content: [messages.blank] });

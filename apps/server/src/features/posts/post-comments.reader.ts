import { limits, type PostComment, type PostCommentPage } from '@vitrine/contract/posts';
import * as z from 'zod/mini';
import { channelOfPostCte, readerCte, requireOpen } from '../../kit/access/community-access.ts';
import { beforeId, cursorPage } from '../../kit/rows/pagination.ts';
import { orNotFound } from '../../platform/app-error.ts';
import { viewerQuery } from '../../platform/viewer-query.ts';
import { commentJson } from './post-json.ts';
import { offer, offerColumns } from './posts.reader.ts';

const commentsRow = z.extend(offer, {
  /** Null of a post that was removed. */
  comments: z.nullable(z.array(z.custom<PostComment>())),
  /** The thread of a linked comment, and whether there are older ones. */
  head: z.nullable(z.number()),
  has_older: z.nullable(z.boolean()),
});
/** A row of `commentsQuery`: the viewer's access, and a page of threads. */
type CommentsRow = z.output<typeof commentsRow>;

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
  return {
    ...cursorPage(rows, limits.page, ({ id }) => String(id)),
    previous_cursor: kind === 'around' && has_older ? String(head) : null,
  };
}

import * as z from 'zod/mini';
import { Likes } from './catalog.ts';
import { writtenHtml } from './comments.ts';
import { body, cursorPageOf, dataOf, id, idCursor, listOf, queryId, route, time } from './core.ts';
import { Author } from './feed.ts';
import { messages as common } from './messages.ts';
import { momentIn } from './moments.ts';
import { MAX_POST_BODY_BYTES, postLimits, postMessages } from './post-limits.ts';

// The comments of a post, and their replies.

const comment = writtenHtml({
  maxHtmlLength: postLimits.html,
  maxTextLength: postLimits.comment,
  blank: postMessages.blankComment,
  tooLong: postMessages.commentTooLong,
});
/** A comment of a post, or a reply. A reply to a reply answers 422. */
export const PostCommentInput = body({
  content: comment,
  parent_id: z.optional(z.nullable(id)),
});
export type PostCommentInput = z.output<typeof PostCommentInput>;

/** The new text of a comment. */
export const PostCommentPatch = body({
  content: comment,
  /** When the comment that the writer read was edited last. 409 if somebody has edited it since. */
  edited_at: z.optional(z.nullable(momentIn(common.invalid))),
});
export type PostCommentPatch = z.output<typeof PostCommentPatch>;

const commentFields = {
  id: z.int(),
  post_id: z.int(),
  parent_id: z.nullable(z.int()),
  /** Empty if the comment was removed but still has replies. */
  content: z.string(),
  author: z.nullable(Author),
  likes: z.int(),
  liked: z.boolean(),
  removed: z.boolean(),
  created_at: time,
  edited_at: z.nullable(time),
};
/** A reply to a comment of a post. There is one level of replies. */
export const PostReply = z.object(commentFields);
export type PostReply = z.output<typeof PostReply>;
/** A comment of a post. A removed one with replies keeps its place. */
export const PostComment = z.object({
  ...commentFields,
  replies_count: z.int(),
  /** The first replies, oldest first. */
  replies: listOf(PostReply),
});
export type PostComment = z.output<typeof PostComment>;

/** Oldest first. If the page begins in the middle, `previous_cursor` reads older comments. */
const CommentPage = z.extend(cursorPageOf(PostComment), {
  previous_cursor: z.nullable(z.string()),
});
export type PostCommentPage = z.output<typeof CommentPage>;

const member = { access: 'member', source: 'v1' } as const;

/** v1 and contract, Communities. 403 `no_access` in a locked channel. */
export const postCommentRoutes = {
  comments: route('GET', '/api/v1/posts/{id}/comments', {
    ...member,
    query: z.object({
      cursor: idCursor,
      /** The page before this cursor. */
      before: idCursor,
      /** The page that begins with this comment. For a reply, it begins with the reply's parent. */
      around: queryId,
      /** The replies of this comment. */
      parent_id: queryId,
    }),
    answer: CommentPage,
  }),
  createComment: route('POST', '/api/v1/posts/{id}/comments', {
    ...member,
    status: 201,
    body: PostCommentInput,
    bodyLimit: MAX_POST_BODY_BYTES,
    answer: dataOf(PostComment),
  }),
  updateComment: route('PATCH', '/api/v1/comments/{id}', {
    ...member,
    body: PostCommentPatch,
    bodyLimit: MAX_POST_BODY_BYTES,
    answer: dataOf(PostComment),
  }),
  removeComment: route('DELETE', '/api/v1/comments/{id}', { ...member, status: 204 }),
  likeComment: route('PUT', '/api/v1/comments/{id}/like', { ...member, answer: dataOf(Likes) }),
  unlikeComment: route('DELETE', '/api/v1/comments/{id}/like', {
    ...member,
    answer: dataOf(Likes),
  }),
};

import * as z from 'zod/mini';
import { MAX_URL_CHARACTERS } from './addresses.ts';
import { Likes } from './catalog.ts';
import { maxText } from './comments.ts';
import {
  body,
  cursor,
  cursorPageOf,
  dataOf,
  id,
  idCursor,
  listOf,
  queryId,
  route,
  searchText,
  time,
  lineOfText,
} from './core.ts';
import { ShownLevel } from './gamification.ts';
import { messages as common } from './messages.ts';
import { momentIn } from './moments.ts';
import { Person, Writer } from './people.ts';
import { MAX_POST_BODY_BYTES, postLimits, postMessages } from './post-limits.ts';
import { nullIsBlank } from './settings-values.ts';

// Input -----------------------------------------------------------------------------------------

const html = (max: number, tooLong: string) =>
  z.string().check(z.maxLength(postLimits.html, tooLong), maxText(max, tooLong));

const postTitle = nullIsBlank(lineOfText(postLimits.title, postMessages.titleTooLong));

const attachmentKinds = ['image', 'video', 'file'] as const;
/** The kind of an attachment (contract, Communities). */
export type AttachmentKind = (typeof attachmentKinds)[number];

const AttachmentInput = z.object({
  kind: z.enum(attachmentKinds, common.invalid),
  /** The path of an upload, or the address from an answer. */
  path: z.string(common.invalidLink).check(z.maxLength(MAX_URL_CHARACTERS, common.invalidLink)),
  /** The displayed name. The default is the file's name. */
  name: z.optional(lineOfText(255, common.fileNameTooLong)),
});
const attachments = z
  .array(AttachmentInput)
  .check(z.maxLength(postLimits.attachments, postMessages.tooManyAttachments));

/**
 * HTML with text, lists, links and mentions (`<span data-mention="7">`); the server drops the rest.
 */
export const PostInput = body({
  title: z._default(postTitle, ''),
  content: z._default(html(postLimits.content, postMessages.tooLong), ''),
  attachments: z._default(attachments, []),
});
export type PostInput = z.output<typeof PostInput>;

/** A missing field keeps its value. Only staff move a post (contract, Communities). */
export const PostPatch = body({
  title: z.optional(postTitle),
  content: z.optional(html(postLimits.content, postMessages.tooLong)),
  attachments: z.optional(attachments),
  /** Only staff: another channel of the same community. */
  channel_id: z.optional(id),
  /** When the post that the writer read was edited last. 409 if somebody has edited it since. */
  edited_at: z.optional(z.nullable(momentIn(common.invalid))),
});
export type PostPatch = z.output<typeof PostPatch>;

const postOrders = ['pinned', 'newest', 'active'] as const;
/** The orders of a feed. Pinned posts come first only in the default one. */
export type PostOrder = (typeof postOrders)[number];

// Answers ----------------------------------------------------------------------------------------

/** Null if the author has left: the page shows 'membro removido'. */
export const Author = z.extend(Writer, {
  /** The level that the author shows. Staff have none. */
  level: z.optional(z.nullable(ShownLevel)),
});
export type Author = z.output<typeof Author>;

/** A file of a post. Several images are shown as a carousel (contract, Communities). */
export const Attachment = z.object({
  kind: z.enum(attachmentKinds),
  path: z.string(),
  name: z.string(),
  /** The signature is valid for an hour. */
  url: z.string(),
  type: z.string(),
  bytes: z.int(),
});
export type Attachment = z.output<typeof Attachment>;

/** Somebody beside a post: who likes it, or has commented on it. */
const PostPerson = z.omit(Writer, { staff: true });
export type PostPerson = z.output<typeof PostPerson>;

/** A comment as its post shows it in a feed. */
const LastComment = z.object({
  id: z.int(),
  /** The HTML. A long comment is cut to its first words. */
  content: z.string(),
  author: z.nullable(PostPerson),
  created_at: time,
});
export type LastComment = z.output<typeof LastComment>;

/** A post as the viewer may see it (contract, Communities). */
export const Post = z.object({
  id: z.int(),
  community_id: z.int(),
  channel_id: z.int(),
  title: z.string(),
  content: z.string(),
  author: z.nullable(Author),
  likes: z.int(),
  liked: z.boolean(),
  /** The latest members who like it. */
  likers: listOf(PostPerson),
  /** Includes replies. */
  comments: z.int(),
  /** The last comments without replies, oldest first. */
  last_comments: listOf(LastComment),
  pinned: z.boolean(),
  comments_closed: z.boolean(),
  attachments: listOf(Attachment),
  /** The player of the first video link in the text. */
  embed: z.nullable(z.string()),
  created_at: time,
  edited_at: z.nullable(time),
  /** Set for staff only, who may restore the post. */
  removed: z.nullable(z.object({ at: time, reason: z.string() })),
});
export type Post = z.output<typeof Post>;

/** A page of posts. */
export const PostPage = cursorPageOf(Post);

const MentionedPerson = z.extend(Person, { staff: z.boolean() });
/** A person that the writer may mention in this community. */
export type MentionedPerson = z.output<typeof MentionedPerson>;

// Routes ----------------------------------------------------------------------------------------

const member = { access: 'member', source: 'v1' } as const;
const ours = { access: 'member', source: 'ours' } as const;
const post = dataOf(Post);

/** v1, communities, and contract, Communities. 403 `no_access` in a locked channel. */
export const feedRoutes = {
  list: route('GET', '/api/v1/channels/{id}/posts', {
    ...member,
    query: z
      .object({
        /** An id; in the order `active`, the moment of its last comment before it. */
        cursor: cursor(/^(?:\d{1,16}-)?[1-9]\d{0,14}$/),
        limit: z._default(
          z.pipe(
            z.string().check(z.regex(/^\d{1,3}$/)),
            z.pipe(
              z.transform(Number),
              z.int().check(z.minimum(1), z.maximum(postLimits.largestPage)),
            ),
          ),
          postLimits.page,
        ),
        /** `pinned`: pinned posts first, then the newest. */
        order: z._default(z.enum(postOrders), 'pinned'),
      })
      .check(
        z.refine(
          ({ cursor: text, order }) =>
            text === undefined || text.includes('-') === (order === 'active'),
        ),
      ),
    answer: PostPage,
  }),
  create: route('POST', '/api/v1/channels/{id}/posts', {
    ...member,
    status: 201,
    body: PostInput,
    bodyLimit: MAX_POST_BODY_BYTES,
    answer: post,
  }),
  /** Searches a community, or lists one member's posts; newest first. */
  search: route('GET', '/api/v1/communities/{id}/posts', {
    ...ours,
    query: z.object({ q: searchText, member_id: queryId, cursor: idCursor }),
    answer: PostPage,
  }),
  show: route('GET', '/api/v1/posts/{id}', { ...member, answer: post }),
  update: route('PATCH', '/api/v1/posts/{id}', {
    ...member,
    body: PostPatch,
    bodyLimit: MAX_POST_BODY_BYTES,
    answer: post,
  }),
  remove: route('DELETE', '/api/v1/posts/{id}', { ...member, status: 204 }),
  like: route('PUT', '/api/v1/posts/{id}/like', { ...member, answer: dataOf(Likes) }),
  unlike: route('DELETE', '/api/v1/posts/{id}/like', { ...member, answer: dataOf(Likes) }),

  /** Marks the channel as read up to a post. The mark never moves back. */
  read: route('PUT', '/api/v1/channels/{id}/read', {
    ...ours,
    status: 204,
    body: body({ post_id: id }),
  }),
  /** The people that a text in this channel may mention, by name. */
  people: route('GET', '/api/v1/channels/{id}/people', {
    ...ours,
    query: z.object({ q: searchText }),
    answer: listOf(MentionedPerson),
  }),
};

import * as z from 'zod/mini';
import { MAX_URL_CHARACTERS } from './addresses.ts';
import { Likes } from './catalog.ts';
import { maxText, writtenHtml } from './comments.ts';
import {
  body,
  cursor,
  cursorPageOf,
  dataOf,
  flag,
  id,
  idCursor,
  listOf,
  requiredText,
  route,
  searchText,
  time,
  trimmedText,
} from './core.ts';
import { ShownLevel } from './gamification.ts';
import { messages as common } from './messages.ts';
import { momentIn } from './moments.ts';
import { Person, Writer } from './people.ts';
import { plainText, wholeNumber } from './settings-values.ts';

/** Ours, because the specification gives posts no limits. */
export const limits = {
  title: 120,
  /** In characters of text, without tags. */
  content: 10_000,
  comment: 5_000,
  /** In characters of HTML, with tags. */
  html: 60_000,
  attachments: 10,
  mentions: 20,
  /** Per channel. */
  pinned: 3,
  reason: 300,
  /** Days that a silence may count from now. */
  silenceDays: 365,
  /** Days for which staff can restore a removed post. */
  restoreDays: 30,
  page: 20,
  largestPage: 50,
  /** Number of replies inside their comment. `parent_id` reads the rest. */
  repliesShown: 3,
  /**
   * The same in a page around a linked comment. A linked reply beyond this number comes as the last
   * one.
   */
  repliesAround: 200,
  /** People who like a post, by name. */
  likersShown: 3,
  /** Comments in a feed, below their post. */
  commentsShown: 1,
  /** Per member. */
  perMinute: { post: 10, comment: 30, mention: 30, report: 20 },
} as const;

/** Ours, because the specification gives posts no texts. */
export const messages = {
  blank: 'Escreva algo ou anexe um arquivo.',
  blankComment: 'Escreva um comentário.',
  tooLong: 'A publicação deve ter no máximo 10.000 caracteres.',
  commentTooLong: 'O comentário deve ter no máximo 5.000 caracteres.',
  titleTooLong: 'O título deve ter no máximo 120 caracteres.',
  tooManyAttachments: 'Uma publicação pode ter no máximo 10 anexos.',
  emptyFile: 'Este arquivo está vazio.',
  tooManyMentions: 'Um texto pode citar no máximo 20 pessoas.',
  outdated: 'Esta publicação mudou desde que você começou. Ao salvar, fica o seu texto.',
  commentOutdated: 'Este comentário mudou desde que você começou. Ao salvar, fica o seu texto.',
  notYours: 'Só quem escreveu ou a equipe pode mudar isto.',
  noAccess: 'Você ainda não tem acesso a este canal.',
  contentOff: 'Esta comunidade não aceita este tipo de conteúdo.',
  silenced: 'A equipe suspendeu suas publicações nesta comunidade. Você pode continuar lendo.',
  commentsClosed: 'Os comentários desta publicação estão fechados.',
  pinsFull: 'Um canal pode ter no máximo 3 publicações fixadas.',
  replyToReply: 'Responda ao comentário, não à resposta.',
  reasonRequired: 'Diga o motivo.',
  reasonTooLong: 'O motivo deve ter no máximo 300 caracteres.',
  alreadyReported: 'Você já denunciou isto. A equipe vai olhar.',
  removedByStaff: 'A equipe removeu esta publicação.',
  /** The reason that the author reads where staff named none. */
  defaultReason: 'Removido pela equipe.',
  staffSilence: 'A equipe não pode ser silenciada.',
  pastUntil: 'Escolha um momento no futuro.',
  tooFast: 'Você está escrevendo rápido demais. Espere um pouco.',
} as const;

/** Room for the HTML of a text, and for what is around it. */
const MAX_BODY_BYTES = 262_144;

// Input -----------------------------------------------------------------------------------------

const html = (max: number, tooLong: string) =>
  z.string().check(z.maxLength(limits.html, tooLong), maxText(max, tooLong));

const postTitle = plainText(limits.title, messages.titleTooLong);

const attachmentKinds = ['image', 'video', 'file'] as const;
/** The kind of an attachment (contract, Communities). */
export type AttachmentKind = (typeof attachmentKinds)[number];

const AttachmentInput = z.object({
  kind: z.enum(attachmentKinds, common.invalid),
  /** The path of an upload, or the address from an answer. */
  path: z.string(common.invalidLink).check(z.maxLength(MAX_URL_CHARACTERS, common.invalidLink)),
  /** The displayed name. The default is the file's name. */
  name: z.optional(trimmedText(255, common.fileNameTooLong)),
});
const attachments = z
  .array(AttachmentInput)
  .check(z.maxLength(limits.attachments, messages.tooManyAttachments));

/**
 * HTML with text, lists, links and mentions (`<span data-mention="7">`); the server drops the rest.
 */
export const PostInput = body({
  title: z._default(postTitle, ''),
  content: z._default(html(limits.content, messages.tooLong), ''),
  attachments: z._default(attachments, []),
});
export type PostInput = z.output<typeof PostInput>;

/** A missing field keeps its value. Only staff move a post (contract, Communities). */
export const PostPatch = body({
  title: z.optional(postTitle),
  content: z.optional(html(limits.content, messages.tooLong)),
  attachments: z.optional(attachments),
  /** Only staff: another channel of the same community. */
  channel_id: z.optional(id),
  /** When the post that the writer read was edited last. 409 if somebody has edited it since. */
  edited_at: z.optional(z.nullable(momentIn(common.invalid))),
});
export type PostPatch = z.output<typeof PostPatch>;

const comment = writtenHtml({
  maxHtmlLength: limits.html,
  maxTextLength: limits.comment,
  blank: messages.blankComment,
  tooLong: messages.commentTooLong,
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

const reason = requiredText(limits.reason, messages.reasonRequired, messages.reasonTooLong);

const SilenceInput = body({
  /** Null: without end. Required without `days`. */
  until: z.optional(z.nullable(momentIn(common.invalid))),
  /** Ours: the silence ends so many days from now by the server's clock, instead of at `until`. */
  days: z.optional(wholeNumber(1, limits.silenceDays)),
  reason: z._default(trimmedText(limits.reason, messages.reasonTooLong), ''),
}).check(
  z.refine(({ until, days }) => until !== undefined || days !== undefined, {
    error: common.required,
    path: ['until'],
  }),
);

const queryId = z.optional(
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,15}$/)), z.transform(Number)),
);

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

const PostPage = cursorPageOf(Post);
/** Oldest first. If the page begins in the middle, `previous_cursor` reads older comments. */
const CommentPage = z.extend(cursorPageOf(PostComment), {
  previous_cursor: z.nullable(z.string()),
});
export type PostCommentPage = z.output<typeof CommentPage>;

const MentionedPerson = z.extend(Person, { staff: z.boolean() });
/** A person that the writer may mention in this community. */
export type MentionedPerson = z.output<typeof MentionedPerson>;

/** One row per reported post or comment. */
export const Report = z.object({
  id: z.int(),
  community_id: z.int(),
  post_id: z.int(),
  comment_id: z.nullable(z.int()),
  /** The reason of the latest report. */
  reason: z.string(),
  count: z.int(),
  reporters: listOf(
    z.object({
      id: z.int(),
      /** Null if they wait for their erasure: the page shows 'membro removido'. */
      name: z.nullable(z.string()),
      photo_url: z.nullable(z.string()),
      reason: z.string(),
      created_at: time,
    }),
  ),
  created_at: time,
  answer: z.nullable(z.enum(['kept', 'removed'])),
  /** The reported text as it is now. */
  thing: z.object({
    content: z.string(),
    title: z.string(),
    author: z.nullable(Author),
    channel: z.object({ id: z.int(), title: z.string() }),
    attachments: listOf(Attachment),
    likes: z.int(),
    comments: z.int(),
    created_at: time,
    removed: z.boolean(),
  }),
  /** The author's record in this community. */
  history: z.nullable(
    z.object({
      member_since: time,
      posts: z.int(),
      removed: z.int(),
      silenced: z.boolean(),
      silenced_until: z.nullable(time),
    }),
  ),
});
export type Report = z.output<typeof Report>;

const ReportPage = cursorPageOf(Report);
const reportQuery = z.object({
  cursor: idCursor,
  state: z._default(z.enum(['open', 'answered']), 'open'),
});

const Silence = z.object({
  member_id: z.int(),
  until: z.nullable(time),
  reason: z.string(),
});
const ListedSilence = z.extend(Silence, {
  /** Identifies the person in this community. */
  id: z.string(),
  community_id: z.int(),
  community: z.string(),
  name: z.string(),
  photo_url: z.nullable(z.string()),
  created_at: time,
});
/** A person whom staff have silenced in a community, and until when. */
export type ListedSilence = z.output<typeof ListedSilence>;

const member = { access: 'member', source: 'v1' } as const;
const staff = { access: 'staff', source: 'v1' } as const;
const ours = { access: 'member', source: 'ours' } as const;
const staffOurs = { access: 'staff', source: 'ours' } as const;
const post = dataOf(Post);

/** v1, communities, and contract, Communities. 403 `no_access` in a locked channel. */
export const posts = {
  list: route('GET', '/api/v1/channels/{id}/posts', {
    ...member,
    query: z
      .object({
        /** An id; in the order `active`, the moment of its last comment before it. */
        cursor: cursor(/^(?:\d{1,16}-)?[1-9]\d{0,14}$/),
        limit: z._default(
          z.pipe(
            z.string().check(z.regex(/^\d{1,3}$/)),
            z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(limits.largestPage))),
          ),
          limits.page,
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
    bodyLimit: MAX_BODY_BYTES,
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
    bodyLimit: MAX_BODY_BYTES,
    answer: post,
  }),
  remove: route('DELETE', '/api/v1/posts/{id}', { ...member, status: 204 }),
  /** Staff remove a post with a reason. The author gets the reason. */
  removeAsStaff: route('PUT', '/api/v1/posts/{id}/removal', {
    ...staffOurs,
    body: body({ reason }),
    answer: post,
  }),
  restore: route('PUT', '/api/v1/posts/{id}/restore', { ...staff, answer: post }),
  like: route('PUT', '/api/v1/posts/{id}/like', { ...member, answer: dataOf(Likes) }),
  unlike: route('DELETE', '/api/v1/posts/{id}/like', { ...member, answer: dataOf(Likes) }),
  pin: route('PUT', '/api/v1/posts/{id}/pin', { ...staff, answer: post }),
  unpin: route('DELETE', '/api/v1/posts/{id}/pin', { ...staff, answer: post }),
  closeComments: route('PUT', '/api/v1/posts/{id}/comments-closed', {
    ...staff,
    body: body({ closed: flag }),
    answer: post,
  }),

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
    bodyLimit: MAX_BODY_BYTES,
    answer: dataOf(PostComment),
  }),
  updateComment: route('PATCH', '/api/v1/comments/{id}', {
    ...member,
    body: PostCommentPatch,
    bodyLimit: MAX_BODY_BYTES,
    answer: dataOf(PostComment),
  }),
  removeComment: route('DELETE', '/api/v1/comments/{id}', { ...member, status: 204 }),
  likeComment: route('PUT', '/api/v1/comments/{id}/like', { ...member, answer: dataOf(Likes) }),
  unlikeComment: route('DELETE', '/api/v1/comments/{id}/like', {
    ...member,
    answer: dataOf(Likes),
  }),

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

  report: route('POST', '/api/v1/posts/{id}/reports', {
    ...member,
    status: 201,
    body: body({ reason, comment_id: z.optional(z.nullable(id)) }),
    answer: dataOf(z.object({ id: z.int() })),
  }),
  reports: route('GET', '/api/v1/communities/{id}/reports', {
    ...staff,
    query: reportQuery,
    answer: ReportPage,
  }),
  /** Reports of all communities, with the number of open ones. */
  allReports: route('GET', '/api/v1/reports', {
    ...staffOurs,
    query: reportQuery,
    answer: z.extend(ReportPage, { open: z.int() }),
  }),
  /** Keeps the reported text and closes all its reports. */
  keep: route('PUT', '/api/v1/reports/{id}/kept', { ...staffOurs, status: 204 }),
  /** Removed posts that staff can still restore, latest removal first. */
  removed: route('GET', '/api/v1/removed-posts', {
    ...staffOurs,
    query: z.object({ cursor: cursor(/^\d{1,16}-\d{1,15}$/) }),
    answer: PostPage,
  }),
  /** The people who are silenced now, latest first, with their number. */
  silences: route('GET', '/api/v1/silences', {
    ...staffOurs,
    query: z.object({ cursor: cursor(/^\d{1,16}-\d{1,15}-\d{1,15}$/) }),
    answer: z.extend(cursorPageOf(ListedSilence), { total: z.int() }),
  }),
  silence: route('PUT', '/api/v1/communities/{id}/silences/{memberId}', {
    ...staff,
    body: SilenceInput,
    answer: dataOf(Silence),
  }),
  unsilence: route('DELETE', '/api/v1/communities/{id}/silences/{memberId}', {
    ...staff,
    status: 204,
  }),
};

import * as z from 'zod/mini';
import { Likes } from './catalog.ts';
import {
  body,
  characterCount,
  dataOf,
  id,
  listOf,
  pageNumber,
  pageOf,
  route,
  time,
} from './core.ts';
import { ShownLevel } from './gamification.ts';
import { messages as common } from './messages.ts';
import { momentIn } from './moments.ts';
import { Person } from './people.ts';

/** Ours, because the specification gives the comments of lessons no limits. */
export const limits = {
  /** In characters of text, without tags. */
  content: 5_000,
  /** In characters of HTML, with tags. */
  html: 40_000,
  /** Number of replies inside their comment. `parent_id` reads the rest. */
  repliesShown: 20,
  seconds: 360_000,
  /** Per member. */
  perMinute: 30,
} as const;

/** Ours, because the specification gives the comments of lessons no texts. */
export const messages = {
  blank: 'Escreva um comentário.',
  tooLong: 'O comentário deve ter no máximo 5.000 caracteres.',
  closed: 'Os comentários estão fechados.',
  tooFast: 'Você está escrevendo rápido demais. Espere um pouco.',
  outdated: 'Este comentário mudou desde que você começou. Ao salvar, fica o seu texto.',
  notYours: 'Só quem escreveu ou a equipe pode mudar este comentário.',
} as const;

/** The text that a person reads in the HTML. Each entity counts as one character. */
export const textOf = (html: string) =>
  html.replace(/<[^<>]*>/g, '').replace(/&(?:\w{1,31}|#\d{1,7}|#x[\da-f]{1,6});/gi, '·');

/** A check: the HTML has at most `max` characters of text, without its tags. */
export const maxText = (max: number, message: string) =>
  z.refine<string>((html) => characterCount(textOf(html)) <= max, message);

interface WrittenHtmlOptions {
  /** With the tags. */
  maxHtmlLength: number;
  /** Without the tags, in characters. */
  maxTextLength: number;
  blank: string;
  tooLong: string;
}

/** HTML with text, lists and links; the server drops the rest. Line breaks stay line breaks. */
export const writtenHtml = ({ maxHtmlLength, maxTextLength, blank, tooLong }: WrittenHtmlOptions) =>
  z.string(blank).check(
    z.maxLength(maxHtmlLength, tooLong),
    z.refine((html: string) => textOf(html).trim() !== '', blank),
    maxText(maxTextLength, tooLong),
  );

const content = writtenHtml({
  maxHtmlLength: limits.html,
  maxTextLength: limits.content,
  blank: messages.blank,
  tooLong: messages.tooLong,
});

/** A comment of a lesson, or a reply if `parent_id` is set. */
export const CommentInput = body({
  content,
  /** Any comment of the lesson. A reply to a reply joins the same thread. */
  parent_id: z.optional(z.nullable(id)),
  /** The moment of the video that the comment refers to. */
  seconds: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(limits.seconds)))),
});
export type CommentInput = z.output<typeof CommentInput>;

/** The new text of a comment. */
export const CommentPatch = body({
  content,
  /** When the comment that the writer read was edited last. 409 if somebody has edited it since. */
  edited_at: z.optional(z.nullable(momentIn(common.invalid))),
});

export type CommentPatch = z.output<typeof CommentPatch>;

const Author = z.extend(Person, {
  /** Any role but student. */
  staff: z.boolean(),
  /** The level that the author shows. Staff have none. */
  level: z.optional(z.nullable(ShownLevel)),
});

/** A reply to a comment of a lesson. */
export const Reply = z.object({
  id: z.int(),
  lesson_id: z.int(),
  parent_id: z.nullable(z.int()),
  /** Empty if the comment was removed but still has replies. */
  content: z.string(),
  removed: z.boolean(),
  /** Null if the author has left or the comment was removed. */
  author: z.nullable(Author),
  seconds: z.nullable(z.int()),
  created_at: time,
  edited_at: z.nullable(time),
  likes: z.int(),
  liked: z.boolean(),
});
export type Reply = z.output<typeof Reply>;

/** A top-level comment with its replies. Comments come newest first, replies oldest first. */
export const Comment = z.extend(Reply, {
  replies_count: z.int(),
  replies: listOf(Reply),
});
export type Comment = z.output<typeof Comment>;

/** A page of comments, newest first. Each carries its first replies. */
export const CommentPage = z.extend(pageOf(Comment), {
  /** Number of comments and replies that were not removed. */
  total: z.int(),
  /** Whether the viewer may write here. */
  open: z.boolean(),
});
export type CommentPage = z.output<typeof CommentPage>;

const member = { access: 'member', source: 'v1' } as const;
const ours = { access: 'member', source: 'ours' } as const;

/**
 * Everybody who may open the lesson may call these. Without access they answer like
 * `GET /api/v1/lessons/{id}`.
 */
export const comments = {
  list: route('GET', '/api/v1/lessons/{id}/comments', {
    ...member,
    /** With `parent_id`: the replies of that comment, oldest first. */
    query: z.object({ page: pageNumber, parent_id: z.optional(id) }),
    answer: CommentPage,
  }),
  /** The thread of a comment, for a link to it. */
  show: route('GET', '/api/v1/lesson-comments/{id}', { ...ours, answer: dataOf(Comment) }),
  create: route('POST', '/api/v1/lessons/{id}/comments', {
    ...member,
    status: 201,
    body: CommentInput,
    answer: dataOf(Comment),
  }),
  update: route('PATCH', '/api/v1/lesson-comments/{id}', {
    ...ours,
    body: CommentPatch,
    answer: dataOf(Comment),
  }),
  remove: route('DELETE', '/api/v1/lesson-comments/{id}', { ...ours, status: 204 }),
  like: route('PUT', '/api/v1/lesson-comments/{id}/like', {
    ...ours,
    answer: dataOf(Likes),
  }),
  unlike: route('DELETE', '/api/v1/lesson-comments/{id}/like', {
    ...ours,
    answer: dataOf(Likes),
  }),
};

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
  type Access,
} from './core.ts';
import { ShownLevel } from './gamification.ts';

export const limits = {
  /** In characters as they are read, tags left aside. */
  content: 5_000,
  /** In characters as they are sent, tags and all. */
  html: 40_000,
  /** As many travel with their comment; the rest by `parent_id`. */
  repliesShown: 20,
  seconds: 360_000,
  /** Of one member. */
  perMinute: 30,
} as const;

export const messages = {
  blank: 'Escreva um comentário.',
  tooLong: 'O comentário deve ter no máximo 5.000 caracteres.',
  closed: 'Os comentários estão fechados.',
  tooFast: 'Você está escrevendo rápido demais. Espere um pouco.',
  notYours: 'Só quem escreveu ou a equipe pode mudar este comentário.',
} as const;

/** What a reader sees of HTML: the words, each entity one sign. */
export const textOf = (html: string) =>
  html.replace(/<[^<>]*>/g, '').replace(/&(?:\w{1,31}|#\d{1,7}|#x[\da-f]{1,6});/gi, '·');

/** HTML of words, lists and links; the server drops the rest. Line breaks stay line breaks. */
const content = z.string(messages.blank).check(
  z.maxLength(limits.html, messages.tooLong),
  z.refine((html: string) => textOf(html).trim() !== '', messages.blank),
  z.refine((html: string) => characterCount(textOf(html)) <= limits.content, messages.tooLong),
);

export const CommentInput = body({
  content,
  /** Any comment of the lesson: a reply to a reply joins its thread. */
  parent_id: z.optional(z.nullable(id)),
  /** The moment of the video that it speaks of. */
  seconds: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(limits.seconds)))),
});
export type CommentInput = z.output<typeof CommentInput>;

const CommentPatch = body({ content });

const Author = z.object({
  id: z.int(),
  name: z.string(),
  photo_url: z.nullable(z.string()),
  /** Any role but student. */
  staff: z.boolean(),
  /** The one they show; staff have none. */
  level: z.optional(z.nullable(ShownLevel)),
});

export const Reply = z.object({
  id: z.int(),
  lesson_id: z.int(),
  parent_id: z.nullable(z.int()),
  /** Empty where the comment was removed and its replies stay. */
  content: z.string(),
  removed: z.boolean(),
  /** Null for who has left, and where the comment was removed. */
  author: z.nullable(Author),
  seconds: z.nullable(z.int()),
  created_at: time,
  edited_at: z.nullable(time),
  likes: z.int(),
  liked: z.boolean(),
});
export type Reply = z.output<typeof Reply>;

/** The head of a thread, newest first; its replies oldest first. */
export const Comment = z.extend(Reply, {
  replies_count: z.int(),
  replies: listOf(Reply),
});
export type Comment = z.output<typeof Comment>;

export const CommentPage = z.extend(pageOf(Comment), {
  /** Comments and replies that can be read. */
  total: z.int(),
  /** Whether the reader may write here. */
  open: z.boolean(),
});
export type CommentPage = z.output<typeof CommentPage>;

const member = { access: 'member' as Access, source: 'v1' };
const ours = { access: 'member' as Access, source: 'ours' };

/** Open to whoever may open the lesson; without access they answer as `GET /api/v1/lessons/{id}`. */
export const comments = {
  list: route('GET', '/api/v1/lessons/{id}/comments', {
    ...member,
    /** With `parent_id`: the replies of that comment, oldest first. */
    query: z.object({ page: pageNumber, parent_id: z.optional(id) }),
    answer: CommentPage,
  }),
  /** The thread in which a comment stands, for a link to it. */
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

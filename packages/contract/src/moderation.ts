import * as z from 'zod/mini';
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
  time,
  trimmedText,
} from './core.ts';
import { Attachment, Author, Post, PostPage } from './feed.ts';
import { messages as common } from './messages.ts';
import { momentIn } from './moments.ts';
import { postLimits, postMessages } from './post-limits.ts';
import { wholeNumber } from './settings-values.ts';

// Reports of posts and comments, removals by staff, and silences.

/** Why a post is reported or removed. */
const reason = requiredText(
  postLimits.reason,
  postMessages.reasonRequired,
  postMessages.reasonTooLong,
);

const SilenceInput = body({
  /** Null: without end. Required without `days`. */
  until: z.optional(z.nullable(momentIn(common.invalid))),
  /** Ours: the silence ends so many days from now by the server's clock, instead of at `until`. */
  days: z.optional(wholeNumber(1, postLimits.silenceDays)),
  reason: z._default(trimmedText(postLimits.reason, postMessages.reasonTooLong), ''),
}).check(
  z.refine(({ until, days }) => until !== undefined || days !== undefined, {
    error: common.required,
    path: ['until'],
  }),
);

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
const staffOurs = { access: 'staff', source: 'ours' } as const;
const post = dataOf(Post);

/** v1, communities, and contract, Communities. */
export const moderationRoutes = {
  /** Staff remove a post with a reason. The author gets the reason. */
  removeAsStaff: route('PUT', '/api/v1/posts/{id}/removal', {
    ...staffOurs,
    body: body({ reason }),
    answer: post,
  }),
  restore: route('PUT', '/api/v1/posts/{id}/restore', { ...staff, answer: post }),
  pin: route('PUT', '/api/v1/posts/{id}/pin', { ...staff, answer: post }),
  unpin: route('DELETE', '/api/v1/posts/{id}/pin', { ...staff, answer: post }),
  closeComments: route('PUT', '/api/v1/posts/{id}/comments-closed', {
    ...staff,
    body: body({ closed: flag }),
    answer: post,
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

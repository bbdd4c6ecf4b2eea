import {
  limits,
  typeOfEvent,
  type Notification,
  type NotificationEvent,
} from '@vitrine/contract/notifications';
import { hrefOf, pages } from '@vitrine/contract/pages';
import { lessonHref, liveHref } from '@vitrine/contract/urls';
import * as z from 'zod/mini';

/** A notification as the statements read it, before `notificationJson` nests it. */
export const notificationRow = z.object({
  id: z.number(),
  event: z.custom<NotificationEvent>(),
  read: z.boolean(),
  community_id: z.number(),
  post_id: z.nullable(z.number()),
  comment_id: z.nullable(z.number()),
  lesson_comment_id: z.nullable(z.number()),
  thing_id: z.nullable(z.number()),
  created_at: z.string(),
  user: z.custom<Notification['user']>(),
  others: z.number(),
  title: z.string(),
  place: z.string(),
  post_html: z.string(),
  quoted_html: z.string(),
  reason: z.string(),
  points: z.nullable(z.number()),
  until: z.nullable(z.string()),
  lesson_id: z.nullable(z.number()),
  course_id: z.nullable(z.number()),
});
type Row = z.output<typeof notificationRow>;

/** A row as the contract has it: flat for our bell, and nested as the specification names it. */
export function notificationJson(tenantId: number, row: Row): Notification {
  const { id, event, read, community_id, user, others, place, points, until } = row;
  const type = typeOfEvent[event];
  const quotedText = excerpt(row.quoted_html);
  // A post without a title is named by its first words.
  const title = row.title || excerpt(row.post_html);
  const post_id = row.post_id!;
  return {
    id,
    type,
    event,
    read,
    created_at: row.created_at,
    user,
    others,
    title,
    place,
    quote: row.reason || quotedText,
    points,
    until,
    url: urlOf(tenantId, row),
    ...(type === 'doubt' && {
      class_doubt: { lesson: { id: row.lesson_id!, title }, response_owner: user },
    }),
    ...(type === 'community_post' && {
      community_post: { id: post_id, community_id, title, user },
    }),
    ...(type === 'community_like' && {
      community_post: {
        id: post_id,
        community_id,
        title,
        user,
        owner_like: { post_id, community_id, user, post: { title } },
      },
    }),
    ...(type === 'community_comment' && {
      community_post_comment: {
        community_id,
        content: quotedText,
        user,
        community_comment_data: { post: { id: post_id } },
      },
    }),
    ...(type === 'community_reply' && {
      community_post_comment_reply: {
        community_id,
        content: quotedText,
        user,
        post_data: { post_id },
      },
    }),
  };
}

/** The page that shows the thing, at the comment that it is about (C section 2). */
function urlOf(tenantId: number, row: Row): string {
  const { event, post_id, comment_id, lesson_comment_id, community_id } = row;
  if (lesson_comment_id !== null)
    return `${lessonHref(row.course_id!, row.title, row.lesson_id!)}?comentario=${lesson_comment_id}`;
  if (post_id !== null) {
    const url = hrefOf('post', { postId: post_id, tenant: tenantId, communityId: community_id });
    return comment_id === null || event === 'comment_removed'
      ? url
      : `${url}?comentario=${comment_id}`;
  }
  if (event === 'silenced') return hrefOf('community', { tenant: tenantId, id: community_id });
  if (event === 'live') return liveHref(row.thing_id!);
  return pages.profile.path;
}

const htmlEntities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** Cleaned HTML as one line of plain text, cut at `limits.quote` code points. */
function excerpt(html: string) {
  const text = html
    // The text was cut by characters, so the last tag may be without its end.
    .replace(/<[^<>]*(?:>|$)/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => htmlEntities[name]!)
    .replace(/\s+/g, ' ')
    .trim();
  const points = [...text];
  return points.length <= limits.quote ? text : `${points.slice(0, limits.quote - 1).join('')}…`;
}

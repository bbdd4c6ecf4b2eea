import { messages, type PostInput } from '@vitrine/contract/posts';
import * as z from 'zod/mini';
import {
  channelColumns,
  channelToWriteTo,
  channelRow,
  readerCte,
  requireChannel,
  requireOpen,
  requireNotSilenced,
} from '../../kit/access/community-access.ts';
import { viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import {
  isWithinLimit,
  rateLimitCte,
  areWithinLimits,
  rateLimitsCte,
  rateLimitError,
} from '../../kit/member-rate.ts';
import { notifyBrowsersSql } from '../../kit/notify/notification-sql.ts';
import {
  mentionNotifications,
  enqueuePostNotificationsSql,
} from '../../kit/notify/notify-of-posts.ts';
import { invalid } from '../../platform/app-error.ts';
import type { TenantReader, TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { claimAttachments, type StoredAttachment } from './post-attachments.ts';
import { newPostJson, type PostWithoutUrls } from './post-json.ts';
import { actsOf, valuesOfActs } from './post-rate-limits.ts';
import { textOrWrong } from './post-text.ts';
import { scorePostSql } from './posts.points.ts';
import { contentOf, refuseContentOff, takesContent } from './posts.rules.ts';

interface AddStatementOptions {
  name: string;
  /** A CTE that counts the acts of a post, and the condition that they were within their limits. */
  limitCte: (gate: string) => string;
  isAllowed: string;
  /** CTEs after the new post, each with a comma before it. */
  notificationCtes: string;
  notifiedColumn: string;
}

const addStatement = ({
  name,
  limitCte,
  isAllowed,
  notificationCtes,
  notifiedColumn,
}: AddStatementOptions) =>
  statement({
    name,
    sql: `WITH ${readerCte}, ${channelToWriteTo},
    gate AS MATERIALIZED (
      SELECT target.channel_id, target.community_id FROM target
      WHERE target.open AND NOT target.silenced AND ${takesContent} AND :says::boolean),
    ${limitCte('gate')},
    added AS (
      INSERT INTO posts (community_id, channel_id, member_id, title, content, mentions, embed, attachments)
      SELECT gate.community_id, gate.channel_id, :memberId::bigint, :title, :content,
        :mentions::bigint[], :embed, :attachments::jsonb
      FROM gate WHERE ${isAllowed}
      RETURNING *)
    ${notificationCtes}
    SELECT ${channelColumns},
      CASE WHEN added.id IS NOT NULL THEN (SELECT ${newPostJson} FROM added p) END AS post,
      CASE WHEN added.id IS NOT NULL THEN ${scorePostSql} END AS points,
      ${notifiedColumn}, ${enqueuePostNotificationsSql}
    FROM target LEFT JOIN added ON true`,
    row: z.extend(channelRow, {
      post: z.nullable(z.custom<PostWithoutUrls>()),
      points: z.nullable(z.number()),
      notified: z.nullable(z.string()),
      enqueued: z.nullable(z.string()),
    }),
  });
/** For a text that mentions nobody. Its plan has no notifications, and starts in half the time. */
const add = addStatement({
  name: 'posts.add',
  limitCte: rateLimitCte,
  isAllowed: isWithinLimit,
  notificationCtes: '',
  notifiedColumn: 'NULL AS notified',
});
const addWithMentions = addStatement({
  name: 'posts.add-with-mentions',
  limitCte: rateLimitsCte,
  isAllowed: areWithinLimits,
  notificationCtes: `, ${mentionNotifications}`,
  notifiedColumn: notifyBrowsersSql,
});

/** @property points the points that the author gained */
export interface PublishedPost {
  post: PostWithoutUrls;
  points: number | null;
}

/**
 * Publishes in a channel that the viewer may enter and write in, in one statement. If nothing was
 * added, it throws the first reason in the contract's order.
 */
export async function publishPost(
  writer: TenantReader,
  viewer: CourseViewer,
  channelId: number,
  {
    title,
    content,
    attachments,
  }: Omit<PostInput, 'attachments'> & { attachments: StoredAttachment[] },
): Promise<PublishedPost> {
  const { text, wrong } = await textOrWrong(writer, async () => channelId, content);
  const written = {
    text: wrong !== null || text.content !== '' || title !== '',
    attachments,
  };
  const [row] = await writer.run(text.mentions.length ? addWithMentions : add, {
    ...viewerValues(viewer),
    ...valuesOfActs(actsOf('post', text)),
    channelId,
    title,
    ...text,
    attachments: JSON.stringify(attachments),
    kinds: contentOf(written),
    says: wrong === null && (text.content !== '' || attachments.length > 0),
  });
  if (row?.post) return { post: row.post, points: row.points };
  const channel = requireOpen(row);
  requireNotSilenced(channel);
  refuseContentOff(viewer, channel, written);
  if (wrong !== null) throw wrong;
  if (!text.content && !attachments.length) throw invalid({ content: [messages.blank] });
  throw await rateLimitError(writer, viewer.id, {
    acts: actsOf('post', text),
    message: messages.tooFast,
  });
}

/**
 * Adds a post with attachments. One transaction checks the writer, claims the files and publishes.
 */
export async function addPost(
  tx: TenantTransaction,
  viewer: CourseViewer,
  channelId: number,
  post: PostInput,
): Promise<PublishedPost> {
  const channel = await requireChannel(tx, viewer, channelId);
  requireNotSilenced(channel);
  const { title, content, attachments } = post;
  refuseContentOff(viewer, channel, { text: content !== '' || title !== '', attachments });
  const claimed = await claimAttachments(tx, viewer, attachments, []);
  return publishPost(tx, viewer, channelId, { ...post, attachments: claimed });
}

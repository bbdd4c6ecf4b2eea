import {
  limits,
  messages,
  type AttachmentKind,
  type Post,
  type PostInput,
  type PostPatch,
} from '@vitrine/contract/posts';
import { filePath } from '@vitrine/contract/file-addresses';
import { messages as uploads, type FileUse } from '@vitrine/contract/uploads';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { claimFiles, claimedFiles, releaseFiles } from '../../kit/claim-files.ts';
import {
  channelColumns,
  channelToWriteTo,
  channelRow,
  readerCte,
  requireChannel,
  requireChannelOfPost,
  requireOpen,
  requireNotSilenced,
  type ChannelForViewer,
} from '../../kit/community-access.ts';
import { viewerValues, type CourseViewer } from '../../kit/course-access.ts';
import { definedColumns } from '../../kit/defined-columns.ts';
import { fileName } from '../../kit/file-rows.ts';
import {
  isWithinLimit,
  rateLimitCte,
  areWithinLimits,
  rateLimitsCte,
  rateLimitsValues,
  rateLimitValues,
  countAgainstLimit,
  rateLimitError,
} from '../../kit/member-rate.ts';
import { notifyBrowsersSql } from '../../kit/notify/notification-sql.ts';
import {
  mentionNotifications,
  enqueuePostNotificationsSql,
} from '../../kit/notify/notify-of-posts.ts';
import type { TenantReader, TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { newPostJson } from './post-json.ts';
import { invalid, notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import { cleanText, type CleanText } from './post-text.ts';
import { notifyMentioned, notifyOfLike } from './posts.notifications.ts';
import { scorePostSql } from './posts.points.ts';
import { readPost } from './posts.reader.ts';
import { contentOf, refuseContentOff, refuseOthers, takesContent } from './posts.rules.ts';

type SentAttachment = PostInput['attachments'][number];

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
      post: z.nullable(z.custom<Post>()),
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
  post: Post;
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
    attachments: claimed,
  }: Omit<PostInput, 'attachments'> & Pick<Post, 'attachments'>,
): Promise<PublishedPost> {
  const { text, wrong } = await textOrWrong(writer, async () => channelId, content);
  const written = {
    text: wrong !== null || text.content !== '' || title !== '',
    attachments: claimed,
  };
  const [row] = await writer.run(text.mentions.length ? addWithMentions : add, {
    ...viewerValues(viewer),
    ...valuesOfActs(actsOf('post', text)),
    channelId,
    title,
    ...text,
    attachments: JSON.stringify(claimed),
    kinds: contentOf(written),
    says: wrong === null && (text.content !== '' || claimed.length > 0),
  });
  if (row?.post) return { post: row.post, points: row.points };
  const channel = requireOpen(row);
  requireNotSilenced(channel);
  refuseContentOff(viewer, channel, written);
  if (wrong !== null) throw wrong;
  if (!text.content && !claimed.length) throw invalid({ content: [messages.blank] });
  throw await rateLimitError(writer, viewer.id, {
    acts: actsOf('post', text),
    message: messages.tooFast,
  });
}

/** Returns the error of a text instead of throwing it: 403 and 404 come before 422. */
export async function textOrWrong(
  reader: TenantReader,
  channelOf: () => Promise<number>,
  html: string,
): Promise<{ text: CleanText; wrong: Error | null }> {
  try {
    return { text: await cleanText(reader, channelOf, html), wrong: null };
  } catch (error) {
    return { text: { content: '', mentions: [], embed: null }, wrong: error as Error };
  }
}

/** A text, and whom it names, as they count against the writer's rates. */
export const actsOf = (act: 'post' | 'comment', { mentions }: { mentions: number[] }) => [
  { act, count: 1, perMinute: limits.perMinute[act] },
  ...(mentions.length
    ? [{ act: 'mention', count: mentions.length, perMinute: limits.perMinute.mention }]
    : []),
];

/** For a statement with `rateLimitCte`, or one that names people, with `rateLimitsCte`. */
export const valuesOfActs = (acts: ReturnType<typeof actsOf>) => ({
  ...rateLimitValues(acts[0]!),
  ...rateLimitsValues(acts),
});

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
  return publishPost(tx, viewer, channelId, {
    ...post,
    attachments: claimed as Post['attachments'],
  });
}

const useOf: Record<AttachmentKind, FileUse> = {
  image: 'post_image',
  video: 'post_video',
  file: 'post_file',
};

/** Claims new attachments. A file can be used by its uploader only (contract, Communities). */
async function claimAttachments(
  tx: TenantTransaction,
  viewer: CourseViewer,
  sent: SentAttachment[],
  before: Post['attachments'],
) {
  const pathsBefore = new Map(before.map((one) => [one.path, one]));
  const added = sent.flatMap((one) =>
    pathsBefore.has(filePath(one.path) ?? '')
      ? []
      : [{ field: 'attachments', path: one.path, use: useOf[one.kind] }],
  );
  await requireOwn(
    tx,
    viewer,
    added.map(({ path }) => path),
  );
  const claimed = await claimFiles(tx, added);
  const files = new Map(claimed.map((file) => [file.path, file]));
  return sent.map(({ kind, path: sentPath, name }) => {
    const path = filePath(sentPath)!;
    const file = files.get(path);
    if (!file) return { ...pathsBefore.get(path)!, ...(name && { name }) };
    return { kind, path, name: name || file.name, type: file.type, bytes: file.bytes };
  });
}

async function requireOwn(
  { db, tenantId }: TenantTransaction,
  viewer: CourseViewer,
  sent: string[],
) {
  if (!sent.length) return;
  const paths = [...new Set(sent.map((path) => filePath(path)))];
  const names = paths.flatMap((path) =>
    path?.startsWith(`/files/${tenantId}/`) ? [fileName(path)] : [],
  );
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('name', '=', sql<string>`ANY (${names}::text[])`)
    .where('member_id', '=', viewer.id)
    .execute();
  if (rows.length !== paths.length || paths.length !== sent.length)
    throw invalid({ attachments: [uploads.notUploaded] });
}

/** Changes a post: its author, or staff, who may also move it within its community. */
export async function changePost(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
  patch: PostPatch,
): Promise<Post> {
  const before = await lockOwnPost(tx, viewer, id);
  const channel = await requireChannelOfPost(tx, viewer, id);
  requireNotSilenced(channel);
  if (patch.channel_id !== undefined) await movePost(tx, viewer, before, patch.channel_id);
  const { title, content, attachments } = patch;
  if (title === undefined && content === undefined && attachments === undefined)
    return readPost(tx, viewer, id);
  const text =
    content === undefined
      ? undefined
      : await cleanText(tx, async () => channel.channel_id, content);
  const after = {
    title: title ?? before.title,
    content: text?.content ?? before.content,
    attachments: attachments ?? before.attachments,
  };
  refuseContentOff(viewer, channel, {
    text: after.content !== '' || after.title !== '',
    attachments: after.attachments,
  });
  if (!after.content && !after.attachments.length) throw invalid({ content: [messages.blank] });
  const { mentions } = await tx.db
    .selectFrom('posts')
    .select('mentions')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const held = await claimedFiles(tx, 'community_files', { post_id: id });
  const claimed =
    attachments && (await claimAttachments(tx, viewer, attachments, before.attachments));
  await tx.db
    .updateTable('posts')
    .set({
      ...definedColumns({
        title,
        content: text?.content,
        mentions: text?.mentions,
        embed: text?.embed,
        attachments: claimed && JSON.stringify(claimed.map(({ ...one }) => withoutUrl(one))),
      }),
      edited_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  if (claimed) await releaseFiles(tx, 'community_files', held);
  if (text) {
    const named = added(text.mentions, mentions);
    await countMentions(tx, viewer, named);
    await notifyMentioned(tx, viewer, id, named);
  }
  return readPost(tx, viewer, id);
}

/** Finds the members that a text names now, and did not name before. */
export const added = (now: number[], before: number[]) => now.filter((id) => !before.includes(id));

/** Counts the members whom a change names against the limit, like those of a new text. */
export async function countMentions(tx: TenantTransaction, viewer: CourseViewer, named: number[]) {
  if (!named.length) return;
  await countAgainstLimit(tx, {
    memberId: viewer.id,
    act: 'mention',
    count: named.length,
    perMinute: limits.perMinute.mention,
    message: messages.tooFast,
  });
}

const withoutUrl = (attachment: object) =>
  Object.fromEntries(Object.entries(attachment).filter(([name]) => name !== 'url'));

/** Moves a post to another channel of its community, and unpins it. */
async function movePost(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { id, community_id, channel_id }: Post,
  to: number,
) {
  if (!viewer.staff) throw refuse('forbidden', messages.notYours, 403);
  if (to === channel_id) return;
  const target = await requireChannel(tx, viewer, to);
  if (target.community_id !== community_id) throw notFound();
  await tx.db
    .updateTable('posts')
    .set({ channel_id: to, pinned_at: null })
    .where('id', '=', id)
    .execute();
}

/** Locks the viewer's own post, or any post for staff. 404 for a removed one. */
export async function lockOwnPost(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const post = await readPost(tx, viewer, id);
  refuseOthers(viewer, post);
  const row = await tx.db
    .selectFrom('posts')
    .select('removed_at')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  orNotFound(row);
  return post;
}

/** Deletes an author's own post with its comments and files. */
export async function deletePost(tx: TenantTransaction, id: number) {
  const held = await claimedFiles(tx, 'community_files', { post_id: id });
  orNotFound(
    await tx.db.deleteFrom('posts').where('id', '=', id).returning('id').executeTakeFirst(),
  );
  await releaseFiles(tx, 'community_files', held);
}

/**
 * Locks a post before a row that refers to it is written. The reference alone takes a weaker lock, and
 * raising it to count the row would deadlock with a removal that waits.
 */
async function lockPost({ db }: TenantTransaction, id: number) {
  orNotFound(
    await db
      .selectFrom('posts')
      .select('id')
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  );
}

/** Likes once per member, also for concurrent requests. */
export async function likePost(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  await lockPost(tx, id);
  const added = await tx.db
    .insertInto('post_likes')
    .values({ post_id: id, member_id: viewer.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('post_id')
    .executeTakeFirst();
  if (added) await notifyOfLike(tx, viewer, id);
  return { likes: await countOf(tx, 'posts', id), liked: true };
}

/** Takes a like back. Without one, nothing changes. */
export async function unlikePost(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  await tx.db
    .deleteFrom('post_likes')
    .where('post_id', '=', id)
    .where('member_id', '=', viewer.id)
    .execute();
  return { likes: await countOf(tx, 'posts', id), liked: false };
}

/** The count that the row has, after this transaction's own change. */
export async function countOf(
  { db }: TenantTransaction,
  table: 'posts' | 'post_comments',
  id: number,
) {
  const row = await db.selectFrom(table).select('likes').where('id', '=', id).executeTakeFirst();
  return orNotFound(row).likes;
}

/** Finds a post that was not removed, in a channel that the viewer may enter. */
export async function requirePost(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<{ channel: ChannelForViewer; comments_closed: boolean }> {
  const channel = await requireChannelOfPost(tx, viewer, id);
  const post = await tx.db
    .selectFrom('posts')
    .select('comments_closed')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return { channel, ...orNotFound(post) };
}

/** Up to which post the viewer has read a channel. An older post than before changes nothing. */
export async function markRead(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { channelId, postId }: { channelId: number; postId: number },
) {
  await requireChannel(tx, viewer, channelId);
  await sql`
    INSERT INTO channel_reads AS r (channel_id, member_id, post_id)
    SELECT ${channelId}, ${viewer.id}, least(${postId}, (SELECT max(id) FROM posts WHERE channel_id = ${channelId}))
    WHERE EXISTS (SELECT FROM posts WHERE channel_id = ${channelId})
    ON CONFLICT (tenant_id, channel_id, member_id) DO UPDATE SET post_id = excluded.post_id
      WHERE r.post_id < excluded.post_id`.execute(tx.db);
}

import { filePath } from '@vitrine/contract/file-addresses';
import { messages, type PostPatch } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import {
  requireChannel,
  requireChannelOfPost,
  requireNotSilenced,
  type ChannelForViewer,
} from '../../kit/access/community-access.ts';
import type { CourseViewer } from '../../kit/access/course-access.ts';
import { claimedFiles, releaseFiles } from '../../kit/files/claim-files.ts';
import { definedColumns } from '../../kit/rows/defined-columns.ts';
import { isRepeatedEdit } from '../../kit/rows/edited-since.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { invalid, orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { claimAttachments, type StoredAttachment } from './post-attachments.ts';
import type { PostWithoutUrls } from './post-json.ts';
import { countMentions } from './post-rate-limits.ts';
import { cleanText, newMentions } from './post-text.ts';
import { notifyMentioned } from './posts.notifications.ts';
import { readPost } from './posts.reader.ts';
import { refuseContentOff, refuseOthers } from './posts.rules.ts';

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

/**
 * Changes a post for its author or staff, who may also move it within its community. Throws 409 if
 * somebody has edited it since `edited_at`.
 */
export async function changePost(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
  { edited_at, ...patch }: PostPatch,
): Promise<PostWithoutUrls> {
  const before = await lockOwnPost(tx, viewer, id);
  const channel = await requireChannelOfPost(tx, viewer, id);
  requireNotSilenced(channel);
  const edit = { known: edited_at, edited_at: before.edited_at, message: messages.outdated };
  if (await isRepeatedEdit(edit, () => isStored(tx, patch, before)))
    return readPost(tx, viewer, id);
  if (patch.channel_id !== undefined) await movePost(tx, viewer, before, patch.channel_id);
  const { title, content, attachments } = patch;
  if (title !== undefined || content !== undefined || attachments !== undefined)
    await rewritePost(tx, viewer, { before, channel, patch });
  return readPost(tx, viewer, id);
}

interface Rewriting {
  before: Awaited<ReturnType<typeof lockOwnPost>>;
  channel: ChannelForViewer;
  patch: Pick<PostPatch, 'title' | 'content' | 'attachments'>;
}

/** Saves the words and files of a post, and notifies the members whom it names now. */
async function rewritePost(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { before, channel, patch: { title, content, attachments } }: Rewriting,
) {
  const { id } = before;
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
        attachments: claimed && JSON.stringify(claimed),
      }),
      edited_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  if (claimed) await releaseFiles(tx, 'community_files', held, { post_id: id });
  if (text) {
    const named = newMentions(text.mentions, before.mentions);
    await countMentions(tx, viewer, named);
    await notifyMentioned(tx, viewer, id, named);
  }
}

/** Whether the post has all that the patch would give it. */
async function isStored(
  tx: TenantTransaction,
  { title, content, attachments, channel_id }: Omit<PostPatch, 'edited_at'>,
  before: Pick<PostWithoutUrls, 'title' | 'content' | 'attachments' | 'channel_id'>,
) {
  if ((title ?? before.title) !== before.title) return false;
  if ((channel_id ?? before.channel_id) !== before.channel_id) return false;
  const files = attachments?.map(({ path, name }, at) => {
    const stored = before.attachments[at];
    return filePath(path) === stored?.path && (!name || name === stored?.name);
  });
  if (files && (files.includes(false) || files.length !== before.attachments.length)) return false;
  if (content === undefined) return true;
  const text = await cleanText(tx, async () => before.channel_id, content);
  return text.content === before.content;
}

/**
 * Moves a post to another channel of its community, and unpins it. The key of the post answers 404 for
 * any other channel.
 */
async function movePost(
  { db }: TenantTransaction,
  viewer: CourseViewer,
  { id, channel_id }: Pick<PostWithoutUrls, 'id' | 'channel_id'>,
  to: number,
) {
  if (!viewer.staff) throw refuse('forbidden', messages.notYours, 403);
  if (to === channel_id) return;
  await db
    .updateTable('posts')
    .set({ channel_id: to, pinned_at: null })
    .where('id', '=', id)
    .execute();
}

/**
 * Locks the viewer's own post, or any post for staff. What an edit changes is read with the lock:
 * another edit may have ended meanwhile. Throws 404 for a removed post.
 */
export async function lockOwnPost(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const post = await readPost(tx, viewer, id);
  refuseOthers(viewer, post);
  const row = await tx.db
    .selectFrom('posts')
    .select(['title', 'content', 'mentions', 'channel_id'])
    .select([
      sql<StoredAttachment[]>`attachments`.as('attachments'),
      sql<string | null>`${sql.raw(isoUtc('edited_at'))}`.as('edited_at'),
    ])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return { ...post, ...orNotFound(row) };
}

/** Deletes an author's own post with its comments and files. */
export async function deletePost(tx: TenantTransaction, id: number) {
  const held = await claimedFiles(tx, 'community_files', { post_id: id });
  orNotFound(
    await tx.db.deleteFrom('posts').where('id', '=', id).returning('id').executeTakeFirst(),
  );
  await releaseFiles(tx, 'community_files', held);
}

/** Records the last post that the viewer has read in a channel. An older one changes nothing. */
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

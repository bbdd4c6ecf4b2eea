import {
  limits,
  messages,
  type AttachmentKind,
  type Post,
  type PostInput,
  type PostPatch,
} from '@vitrine/contract/posts';
import { filePath, messages as uploads, type FileUse } from '@vitrine/contract/uploads';
import { sql } from 'kysely';
import { claimFiles, heldFiles, releaseFiles } from '../../kit/claim-files.ts';
import {
  requireChannel,
  requireChannelOfPost,
  requireVoice,
  type ChannelForViewer,
} from '../../kit/community-access.ts';
import type { CourseViewer } from '../../kit/course-access.ts';
import { definedColumns } from '../../kit/defined-columns.ts';
import { fileName } from '../../kit/file-rows.ts';
import { countAct } from '../../kit/member-rate.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { invalid, notFound, orNotFound, refuse } from '../../platform/app-error.ts';
import { cleanText } from './post-text.ts';
import { notifyMentioned, notifyOfLike, notifyOfPost } from './posts.notifications.ts';
import { readPost } from './posts.reader.ts';
import { refuseContentOff, refuseOthers } from './posts.rules.ts';

type SentAttachment = PostInput['attachments'][number];

/** Publishes in a channel that the viewer may enter and write in. */
export async function addPost(
  tx: TenantTransaction,
  viewer: CourseViewer,
  channelId: number,
  { title, content, attachments }: PostInput,
): Promise<Post> {
  const channel = await requireChannel(tx, viewer, channelId);
  requireVoice(channel);
  const text = await cleanText(tx, channelId, content);
  refuseContentOff(viewer, channel, { text: text.content !== '' || title !== '', attachments });
  if (!text.content && !attachments.length) throw invalid({ content: [messages.blank] });
  await countWriting(tx, viewer, 'post', text.mentions.length);
  const kept = await keepAttachments(tx, viewer, attachments, []);
  const { id } = await tx.db
    .insertInto('posts')
    .values({
      community_id: channel.community_id,
      channel_id: channelId,
      member_id: viewer.id,
      title,
      ...text,
      attachments: JSON.stringify(kept),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await notifyOfPost(tx, viewer, id, text.mentions);
  return readPost(tx, viewer, id);
}

/** Counts a text, and whom it names, against the writer's rates. */
export async function countWriting(
  tx: TenantTransaction,
  viewer: CourseViewer,
  act: 'post' | 'comment',
  mentions: number,
) {
  const rate = { memberId: viewer.id, message: messages.tooFast };
  await countAct(tx, { ...rate, act, perMinute: limits.perMinute[act] });
  if (mentions)
    await countAct(tx, {
      ...rate,
      act: 'mention',
      perMinute: limits.perMinute.mention,
      count: mentions,
    });
}

const useOf: Record<AttachmentKind, FileUse> = {
  image: 'post_image',
  video: 'post_video',
  file: 'post_file',
};

/** Claims what is attached anew: a file serves only who uploaded it (contract, Communities). */
async function keepAttachments(
  tx: TenantTransaction,
  viewer: CourseViewer,
  sent: SentAttachment[],
  before: Post['attachments'],
) {
  const known = new Map(before.map((one) => [one.path, one]));
  const added = sent.flatMap((one) =>
    known.has(filePath(one.path) ?? '')
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
    if (!file) return { ...known.get(path)!, ...(name && { name }) };
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
  const before = await takePost(tx, viewer, id);
  const channel = await requireChannelOfPost(tx, viewer, id);
  requireVoice(channel);
  if (patch.channel_id !== undefined) await movePost(tx, viewer, before, patch.channel_id);
  const { title, content, attachments } = patch;
  if (title === undefined && content === undefined && attachments === undefined)
    return readPost(tx, viewer, id);
  const text = content === undefined ? undefined : await cleanText(tx, channel.channel_id, content);
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
  const held = await heldFiles(tx, 'community_files', { post_id: id });
  const kept = attachments && (await keepAttachments(tx, viewer, attachments, before.attachments));
  await tx.db
    .updateTable('posts')
    .set({
      ...definedColumns({
        title,
        content: text?.content,
        mentions: text?.mentions,
        embed: text?.embed,
        attachments: kept && JSON.stringify(kept.map(({ ...one }) => withoutUrl(one))),
      }),
      edited_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  if (kept) await releaseFiles(tx, 'community_files', held);
  if (text) await notifyMentioned(tx, viewer, id, added(text.mentions, mentions));
  return readPost(tx, viewer, id);
}

const added = (now: number[], before: number[]) => now.filter((id) => !before.includes(id));

const withoutUrl = (attachment: object) =>
  Object.fromEntries(Object.entries(attachment).filter(([name]) => name !== 'url'));

/** To another channel of its community, where it is not pinned. */
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

/** A post of the viewer's own, or any for staff, kept for this transaction; a removed one is 404. */
export async function takePost(tx: TenantTransaction, viewer: CourseViewer, id: number) {
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

/** An author's own post goes for good, with its comments and files. */
export async function deletePost(tx: TenantTransaction, id: number) {
  const held = await heldFiles(tx, 'community_files', { post_id: id });
  orNotFound(
    await tx.db.deleteFrom('posts').where('id', '=', id).returning('id').executeTakeFirst(),
  );
  await releaseFiles(tx, 'community_files', held);
}

/**
 * Locks a post before a row that refers to it is written. The reference alone takes a weaker lock, and
 * raising it to count the row would deadlock with a removal that waits.
 */
export async function lockPost({ db }: TenantTransaction, id: number) {
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

/** Pressed twice it is one like; so are fifty presses at once. */
export async function likePost(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  await lockPost(tx, id);
  const added = await tx.db
    .insertInto('post_likes')
    .values({ post_id: id, member_id: viewer.id })
    .onConflict((known) => known.doNothing())
    .returning('post_id')
    .executeTakeFirst();
  if (added) await notifyOfLike(tx, viewer, id);
  return { likes: await countOf(tx, 'posts', id), liked: true };
}

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

/** A post stands, and its channel is one that the viewer may enter. */
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

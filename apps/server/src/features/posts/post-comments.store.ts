import { messages, type PostComment, type PostCommentPatch } from '@vitrine/contract/posts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { requireNotSilenced } from '../../kit/access/community-access.ts';
import type { CourseViewer } from '../../kit/access/course-access.ts';
import { isRepeatedEdit } from '../../kit/rows/edited-since.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { invalid, orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { commentJson } from './post-json.ts';
import { countMentions } from './post-rate-limits.ts';
import { cleanText, newMentions } from './post-text.ts';
import { notifyMentionedByComment } from './posts.notifications.ts';
import { refuseCommentsOff, refuseOthers } from './posts.rules.ts';
import { requirePost } from './posts.store.ts';

/** Finds a comment that was not removed, on a post that the viewer may read. */
export async function findComment(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const found = orNotFound(
    await tx.db
      .selectFrom('post_comments')
      .select(['id', 'post_id', 'parent_id', 'member_id'])
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
  );
  return { ...found, ...(await requirePost(tx, viewer, found.post_id)) };
}

/**
 * Changes a text and marks it as edited. People it names anew are notified. Throws 403 for
 * another's comment, for a silenced viewer and where comments are closed; 404 for a removed one; 409
 * if somebody has edited it since `edited_at`.
 */
export async function changeComment(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
  { content, edited_at: known }: PostCommentPatch,
): Promise<PostComment> {
  const comment = await findComment(tx, viewer, id);
  refuseOthers(viewer, comment);
  requireNotSilenced(comment.channel);
  refuseCommentsOff(viewer, comment.channel, comment);
  const { content: cleaned, mentions } = await cleanContent(
    tx,
    comment.channel.channel_id,
    content,
  );
  const before = await lockComment(tx, id);
  const { edited_at } = before;
  const edit = { known, edited_at, message: messages.commentOutdated };
  if (await isRepeatedEdit(edit, () => cleaned === before.content))
    return readComment(tx, viewer, id);
  await tx.db
    .updateTable('post_comments')
    .set({ content: cleaned, mentions, edited_at: sql`now()` })
    .where('id', '=', id)
    .execute();
  const named = newMentions(mentions, before.mentions);
  await countMentions(tx, viewer, named);
  await notifyMentionedByComment(tx, viewer, { id, postId: comment.post_id, to: named });
  return readComment(tx, viewer, id);
}

/** Locks a comment, and reads what an edit changes: another edit may have ended meanwhile. */
const lockComment = async ({ db }: TenantTransaction, id: number) =>
  orNotFound(
    await db
      .selectFrom('post_comments')
      .select(['content', 'mentions'])
      .select(sql<string | null>`${sql.raw(isoUtc('edited_at'))}`.as('edited_at'))
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  );

const one = statement({
  name: 'posts.comment',
  sql: `SELECT ${commentJson()} AS comment FROM post_comments c
    WHERE c.id = :commentId`,
  row: z.object({ comment: z.custom<PostComment>() }),
});

async function readComment(tx: TenantTransaction, viewer: CourseViewer, id: number) {
  const [found] = await tx.run(one, { memberId: viewer.id, commentId: id });
  return orNotFound(found).comment;
}

/** Cleans a text. Throws 422 if nothing readable remains. */
async function cleanContent(tx: TenantTransaction, channelId: number, html: string) {
  const { content, mentions } = await cleanText(tx, async () => channelId, html);
  if (!content) throw invalid({ content: [messages.blankComment] });
  return { content, mentions };
}

import { messages, textOf, type Comment, type CommentInput } from '@vitrine/contract/comments';
import { sql } from 'kysely';
import type { CourseViewer } from '../../kit/course-access.ts';
import { requireLesson } from '../../kit/lesson-access.ts';
import { pageWindow } from '../../kit/pagination.ts';
import { cleanMessage } from '../../platform/clean-html.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { orNotFound, invalid } from '../../platform/app-error.ts';
import { commentJson } from './comment-json.ts';

interface CommentRow {
  id: number;
  lesson_id: number;
  parent_id: number | null;
  member_id: number | null;
}

/** One page of a lesson's threads, the newest first. */
export async function listThreads(
  tx: TenantTransaction,
  viewer: CourseViewer,
  lessonId: number,
  page: number,
) {
  const { offset, limit } = pageWindow(page);
  const rows = await tx.prepared<{ comment: Comment }>(
    'comments.threads',
    `SELECT ${commentJson} AS comment FROM lesson_comments c
     WHERE c.tenant_id = $1 AND c.lesson_id = $3 AND c.parent_id IS NULL
     ORDER BY c.id DESC OFFSET $4 LIMIT $5`,
    [tx.tenantId, viewer.id, lessonId, offset, limit],
  );
  return rows.map(({ comment }) => comment);
}

/** One page of the replies to a comment of this lesson, the oldest first. */
export async function listReplies(
  tx: TenantTransaction,
  viewer: CourseViewer,
  thread: { lessonId: number; parentId: number },
  page: number,
) {
  const { offset, limit } = pageWindow(page);
  const rows = await tx.prepared<{ comment: Comment }>(
    'comments.replies',
    `SELECT ${commentJson} AS comment FROM lesson_comments c
     WHERE c.tenant_id = $1 AND c.lesson_id = $3 AND c.parent_id = $4
     ORDER BY c.id OFFSET $5 LIMIT $6`,
    [tx.tenantId, viewer.id, thread.lessonId, thread.parentId, offset, limit],
  );
  return rows.map(({ comment }) => comment);
}

/** Comments and replies that can still be read. */
export async function countComments({ db }: TenantTransaction, lessonId: number) {
  const { total } = await db
    .selectFrom('lesson_comments')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('lesson_id', '=', lessonId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

/** A comment that stands, in a lesson that the reader may open. */
export async function findComment(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<CommentRow> {
  const row = orNotFound(
    await tx.db
      .selectFrom('lesson_comments')
      .select(['id', 'lesson_id', 'parent_id', 'member_id'])
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
  );
  await requireLesson(tx, viewer, row.lesson_id);
  return row;
}

export async function addComment(
  tx: TenantTransaction,
  viewer: CourseViewer,
  lessonId: number,
  { content, parent_id, seconds }: CommentInput,
): Promise<Comment> {
  const head = parent_id ? await headOf(tx, lessonId, parent_id) : null;
  const { id } = await tx.db
    .insertInto('lesson_comments')
    .values({
      lesson_id: lessonId,
      parent_id: head,
      member_id: viewer.id,
      content: toKeep(tx, content),
      seconds: seconds ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return readComment(tx, viewer, id);
}

export async function changeComment(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
  content: string,
): Promise<Comment> {
  const changed = await tx.db
    .updateTable('lesson_comments')
    .set({ content: toKeep(tx, content), edited_at: sql`now()` })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return readComment(tx, viewer, orNotFound(changed).id);
}

/**
 * The text is gone. What was answered leaves an empty place, so that the replies stay readable; the
 * last reply to leave takes the empty place along.
 */
export async function removeComment(tx: TenantTransaction, { id, parent_id }: CommentRow) {
  await lockThread(tx, parent_id ?? id);
  if (parent_id === null && (await hasReplies(tx, id))) return emptyPlace(tx, id);
  const { db } = tx;
  orNotFound(
    await db.deleteFrom('lesson_comments').where('id', '=', id).returning('id').executeTakeFirst(),
  );
  if (parent_id !== null && !(await hasReplies(tx, parent_id)))
    await db
      .deleteFrom('lesson_comments')
      .where('id', '=', parent_id)
      .where('removed_at', 'is not', null)
      .execute();
}

async function emptyPlace({ db }: TenantTransaction, id: number) {
  orNotFound(
    await db
      .updateTable('lesson_comments')
      .set({ content: '', member_id: null, seconds: null, removed_at: sql`now()` })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  );
  await db.deleteFrom('lesson_comment_likes').where('comment_id', '=', id).execute();
}

/** A reply to a reply joins its thread. */
async function headOf({ db }: TenantTransaction, lessonId: number, id: number) {
  const parent = await db
    .selectFrom('lesson_comments')
    .select(['id', 'parent_id'])
    .where('id', '=', id)
    .where('lesson_id', '=', lessonId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return orNotFound(parent).parent_id ?? orNotFound(parent).id;
}

/** Who answers or removes in this thread waits: a place is only taken away while nobody stands on it. */
async function lockThread({ db }: TenantTransaction, head: number) {
  await db
    .selectFrom('lesson_comments')
    .select('id')
    .where('id', '=', head)
    .forUpdate()
    .executeTakeFirst();
}

async function hasReplies({ db }: TenantTransaction, head: number) {
  const reply = await db
    .selectFrom('lesson_comments')
    .select('id')
    .where('parent_id', '=', head)
    .limit(1)
    .executeTakeFirst();
  return reply !== undefined;
}

async function readComment(
  tx: TenantTransaction,
  viewer: CourseViewer,
  id: number,
): Promise<Comment> {
  const [row] = await tx.prepared<{ comment: Comment }>(
    'comments.one',
    `SELECT ${commentJson} AS comment FROM lesson_comments c WHERE c.tenant_id = $1 AND c.id = $3`,
    [tx.tenantId, viewer.id, id],
  );
  return orNotFound(row).comment;
}

/** What is left of it must still say something. */
function toKeep({ tenantId }: TenantTransaction, content: string) {
  const clean = cleanMessage(content, tenantId).trim();
  if (!textOf(clean).trim()) throw invalid({ content: [messages.blank] });
  return clean;
}

import {
  chatState,
  limits,
  messages,
  type LiveMessage,
  type LiveMessageInput,
  type LiveMessagePage,
} from '@vitrine/contract/live-chat';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { entersLive, memberEntersLive } from '../../kit/access/live-access.ts';
import { countAgainstLimit } from '../../kit/member-rate.ts';
import { speakerJson } from '../../kit/person-json.ts';
import { refuseToSilenceStaff } from '../../kit/refuse-to-silence-staff.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { eventBatch } from '../../platform/events.ts';
import { statement } from '../../platform/statement.ts';
import { viewerQuery, type RowOf } from '../../platform/viewer-query.ts';

// The only file that writes `live_messages` and `live_silences`.

/** The row `message` as JSON. A removed message names no author. */
const messageJson = `json_build_object(
  'id', message.id, 'text', message.text, 'removed', message.removed_at IS NOT NULL,
  'created_at', ${isoUtc('message.created_at')},
  'author', CASE WHEN message.removed_at IS NULL THEN ${speakerJson('message.member_id')} END)`;

const isSilenced = `(NOT :isStaff::boolean AND EXISTS (
  SELECT FROM live_silences s
  WHERE s.live_id = l.id AND s.member_id = :memberId::bigint))`;

// Reading ------------------------------------------------------------------------------------------

/** A page and one row more, newest first. No rows for viewers who may not enter. */
export const chatQuery = viewerQuery({
  name: 'live-chat.list',
  sql: `SELECT ${entersLive} AS enters, ${isSilenced} AS silenced,
      CASE WHEN ${entersLive} THEN (
        SELECT coalesce(json_agg(${messageJson} ORDER BY message.id DESC), '[]')
        FROM (SELECT * FROM live_messages m
              WHERE m.live_id = l.id AND m.id < :before::bigint
              ORDER BY m.id DESC LIMIT ${limits.page + 1}) AS message) END AS page
    FROM lives l WHERE l.id = :liveId`,
  row: z.object({
    enters: z.boolean(),
    silenced: z.boolean(),
    page: z.nullable(z.custom<LiveMessage[]>()),
  }),
});

/** `page` is null for whom the live is locked. */
type ChatRow = RowOf<typeof chatQuery>;

/** Throws 404 for an unknown live, and 403 for a locked one. */
export function chatPage(row: ChatRow | undefined): LiveMessagePage {
  const { page, silenced } = orNotFound(row);
  if (!page) throw lockedOut();
  const data = page.slice(0, limits.page).toReversed();
  return {
    data,
    previous_cursor: page.length > limits.page ? String(data[0]!.id) : null,
    silenced,
  };
}

const lockedOut = () => refuse('live_locked', messages.locked, 403);

/** Reads the current state of a live's messages, and which listeners may read them now. */
const newMessages = statement({
  name: 'live-chat.new-messages',
  sql: `SELECT (
      SELECT coalesce(json_agg(${messageJson} ORDER BY message.id), '[]') FROM live_messages message
      WHERE message.live_id = l.id AND message.id = ANY (:ids::bigint[])
    ) AS messages, ARRAY(
      SELECT m.id FROM members m
      WHERE m.id = ANY (:memberIds::bigint[]) AND ${memberEntersLive}
    ) AS readers
    FROM lives l WHERE l.id = :liveId`,
  row: z.object({ messages: z.custom<LiveMessage[]>(), readers: z.array(z.number()) }),
});

eventBatch('live_messages', async (reader, { place, ids, memberIds }) => {
  const [row] = await reader.run(newMessages, { liveId: place, ids, memberIds });
  if (!row?.messages.length) return null;
  return { data: { live_id: place, messages: row.messages }, readers: row.readers };
});

// Writing ------------------------------------------------------------------------------------------

const writeAccess = statement({
  name: 'live-chat.write-access',
  sql: `SELECT ${isoUtc('l.starts_at')} AS starts_at, ${isoUtc('l.ends_at')} AS ends_at,
      ${entersLive} AS enters, ${isSilenced} AS silenced
    FROM lives l WHERE l.id = :liveId`,
  row: z.object({
    starts_at: z.string(),
    ends_at: z.nullable(z.string()),
    enters: z.boolean(),
    silenced: z.boolean(),
  }),
});

/** Throws unless the viewer may write now, by the server's clock. */
export async function requireMayWriteInLive(
  tx: TenantTransaction,
  viewer: CourseViewer,
  liveId: number,
) {
  const [row] = await tx.run(writeAccess, { ...viewerValues(viewer), liveId });
  const { enters, silenced, ...live } = orNotFound(row);
  if (!enters) throw lockedOut();
  if (silenced) throw refuse('silenced', messages.silenced, 403);
  if (chatState(live, Date.now()) !== 'open') throw refuse('chat_closed', messages.closed, 409);
}

const insertMessage = statement({
  name: 'live-chat.insert-message',
  sql: `WITH message AS (
      INSERT INTO live_messages (live_id, member_id, text)
      VALUES (:liveId, :memberId, :text) RETURNING *)
    SELECT ${messageJson} AS message FROM message`,
  row: z.object({ message: z.custom<LiveMessage>() }),
});

/**
 * Throws 403 without access or when silenced, 409 while the chat is closed, 429 beyond the limit.
 */
export async function sendMessage(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { liveId, text }: { liveId: number } & Pick<LiveMessageInput, 'text'>,
): Promise<LiveMessage> {
  await requireMayWriteInLive(tx, viewer, liveId);
  await countAgainstLimit(tx, {
    memberId: viewer.id,
    act: 'live-message',
    perMinute: limits.perMinute,
    message: messages.tooFast,
  });
  const [row] = await tx.run(insertMessage, { liveId, memberId: viewer.id, text });
  return row!.message;
}

/** Empties the message. Returns whether it was the viewer's own. */
export async function removeMessage(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { liveId, messageId }: { liveId: number; messageId: number },
) {
  const [row] = await tx.run(writeAccess, { ...viewerValues(viewer), liveId });
  if (!orNotFound(row).enters) throw lockedOut();
  const removed = await tx.db
    .updateTable('live_messages')
    .set({ text: '', removed_at: sql`now()`, removed_by: viewer.id })
    .where('id', '=', messageId)
    .where('live_id', '=', liveId)
    .where('removed_at', 'is', null)
    .returning('member_id')
    .executeTakeFirst();
  const { member_id } = orNotFound(removed);
  const isAuthor = member_id === viewer.id;
  if (!isAuthor && !viewer.staff) throw refuse('forbidden', messages.notYours, 403);
  return { own: isAuthor };
}

// Silences -----------------------------------------------------------------------------------------

const requireLive = async ({ db }: TenantTransaction, id: number) =>
  orNotFound(await db.selectFrom('lives').select('id').where('id', '=', id).executeTakeFirst());

/** Throws 409 for staff, whom nobody may silence. */
export async function silenceInLive(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { liveId, memberId }: { liveId: number; memberId: number },
) {
  await requireLive(tx, liveId);
  await refuseToSilenceStaff(tx, memberId, messages.staffSilence);
  await tx.db
    .insertInto('live_silences')
    .values({ live_id: liveId, member_id: memberId, created_by: viewer.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Throws 404 if the member is not silenced. */
export async function unsilenceInLive(
  tx: TenantTransaction,
  { liveId, memberId }: { liveId: number; memberId: number },
) {
  orNotFound(
    await tx.db
      .deleteFrom('live_silences')
      .where('live_id', '=', liveId)
      .where('member_id', '=', memberId)
      .returning('member_id')
      .executeTakeFirst(),
  );
}

/** Lists the silenced members of this live, latest first. */
export async function listLiveSilences(tx: TenantTransaction, liveId: number) {
  await requireLive(tx, liveId);
  return (
    tx.db
      .selectFrom('live_silences as s')
      .innerJoin('members as m', 'm.id', 's.member_id')
      .select(['s.member_id', 'm.name', 'm.photo_url'])
      .where('s.live_id', '=', liveId)
      // A member who waits for their erasure is named nowhere.
      .where('m.erase_at', 'is', null)
      .orderBy('s.created_at', 'desc')
      .limit(200)
      .execute()
  );
}

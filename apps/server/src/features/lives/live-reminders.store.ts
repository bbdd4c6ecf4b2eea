import { MINUTE_MS } from '@vitrine/contract/durations';
import { liveState, messages, reminderTime, type EditableLive } from '@vitrine/contract/lives';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { entersLive, memberEntersLive } from '../../kit/access/live-access.ts';
import { awaitsReminder } from '../../kit/live-reminder-sql.ts';
import { isoUtc } from '../../kit/rows/iso-utc.ts';
import { orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import { statement } from '../../platform/statement.ts';

// The only file that writes `live_reminders`.

const liveToRemind = statement({
  name: 'live-reminders.live',
  sql: `SELECT l.id, ${isoUtc('l.starts_at')} AS starts_at, ${entersLive} AS enters
    FROM lives l WHERE l.id = :liveId FOR SHARE OF l`,
  row: z.object({ id: z.number(), starts_at: z.string(), enters: z.boolean() }),
});

/**
 * Locks the live's row: either the new start sees this reminder, or this reminder sees the new
 * start.
 */
export async function addLiveReminder(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { liveId, base }: { liveId: number; base: string },
) {
  const [row] = await tx.run(liveToRemind, { ...viewerValues(viewer), liveId });
  const live = orNotFound(row);
  if (!live.enters) throw refuse('live_locked', messages.locked, 403);
  if (Date.now() >= reminderTime(live)) throw refuse('too_late', messages.tooLateToRemind, 409);
  const added = await tx.db
    .insertInto('live_reminders')
    .values({ live_id: liveId, member_id: viewer.id, base_url: base })
    .onConflict((conflict) => conflict.doNothing())
    .returning('live_id')
    .executeTakeFirst();
  if (added) await scheduleReminders(tx, live);
}

/** Removing it twice changes nothing. Throws 404 for an unknown live. */
export async function removeLiveReminder({ db }: TenantTransaction, memberId: number, id: number) {
  orNotFound(await db.selectFrom('lives').select('id').where('id', '=', id).executeTakeFirst());
  await db
    .deleteFrom('live_reminders')
    .where('live_id', '=', id)
    .where('member_id', '=', memberId)
    .execute();
}

/** Schedules one job per live. A new start replaces it. */
export const scheduleReminders = (
  tx: TenantTransaction,
  live: Pick<EditableLive, 'id' | 'starts_at'>,
) =>
  enqueue(
    tx,
    'remind-of-live',
    { liveId: live.id },
    { key: `live-reminders:${live.id}`, runAt: new Date(reminderTime(live)) },
  );

/** Members that one transaction reminds. */
export const MEMBERS_PER_TURN = 200;

const due = statement({
  name: 'live-reminders.due',
  sql: `SELECT m.id, m.name, m.email, m.language, r.base_url
    FROM live_reminders r
    JOIN lives l ON l.id = r.live_id
    JOIN members m ON m.id = r.member_id AND m.erase_at IS NULL
    WHERE r.live_id = :liveId AND ${awaitsReminder('r', 'l')}
      AND r.member_id > :after::bigint AND ${memberEntersLive}
    ORDER BY r.member_id LIMIT ${MEMBERS_PER_TURN} FOR NO KEY UPDATE OF r`,
  row: z.object({
    id: z.number(),
    name: z.string(),
    email: z.string(),
    language: z.nullable(z.string()),
    base_url: z.string(),
  }),
});

/**
 * Takes the next members to remind: once for each start, see `awaitsReminder`. Members who may not
 * enter are skipped. Null where the live is gone, over, or starts later.
 */
export async function takeDueReminders(tx: TenantTransaction, liveId: number, after: number) {
  const live = await tx.db
    .selectFrom('lives')
    .select(['title', 'starts_at', 'ends_at'])
    // The clock that made the job due. The server's may be behind, and nothing enqueues the job again.
    .select(sql<Date>`now()`.as('now'))
    .where('id', '=', liveId)
    .executeTakeFirst();
  const now = live?.now.getTime() ?? 0;
  if (!live || liveState(live, now) === 'over' || now < reminderTime(live)) return null;
  const members = await tx.run(due, { liveId, after });
  if (members.length)
    await tx.db
      .updateTable('live_reminders')
      .set({ told_at: sql`now()` })
      .where('live_id', '=', liveId)
      .where(
        'member_id',
        'in',
        members.map(({ id }) => id),
      )
      .execute();
  const minutes = Math.ceil((new Date(live.starts_at).getTime() - now) / MINUTE_MS);
  return { title: live.title, minutes, members };
}

import {
  defaultTimeZone,
  limits,
  messages,
  type Reminder,
  type ReminderInput,
  type ReminderPatch,
} from '@vitrine/contract/reminders';
import type { Role } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { opensCourse, viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import { requireTimeZone } from '../../kit/require-time-zone.ts';
import { orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import { MAX_LATE_MINUTES } from '../../platform/mail.ts';
import { statement } from '../../platform/statement.ts';

const reminderColumns = sql<Reminder>`
  id, title, weekdays, to_char("time", 'HH24:MI') AS "time", time_zone, course_id, enabled, next_at`;

/** The member's own reminders, by their time of day. */
export async function listReminders({ db }: TenantTransaction, memberId: number) {
  const { rows } = await sql<Reminder>`
    SELECT ${reminderColumns} FROM reminders WHERE member_id = ${memberId} ORDER BY "time", id`.execute(
    db,
  );
  return rows;
}

/**
 * Adds a reminder and its first job. Throws 409 at the limit, and 404 for a course that the member
 * may not open. `base` is the school's origin, for the links in its mails.
 */
export async function addReminder(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { body, base }: { body: ReminderInput; base: string },
) {
  // Locks the member's row, so that the limit holds for concurrent requests.
  await tx.db
    .selectFrom('members')
    .select('id')
    .where('id', '=', viewer.id)
    .forNoKeyUpdate()
    .execute();
  const { count } = await tx.db
    .selectFrom('reminders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('member_id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  if (count >= limits.perMember) throw refuse('reminders_full', messages.full, 409);
  if (body.course_id) await requireOpenCourse(tx, viewer, body.course_id);
  await requireTimeZone(tx, body.time_zone);
  const { id } = await tx.db
    .insertInto('reminders')
    .values({
      member_id: viewer.id,
      title: body.title,
      weekdays: body.weekdays,
      time: body.time,
      time_zone: body.time_zone ?? defaultTimeZone,
      course_id: body.course_id ?? null,
      enabled: false,
      base_url: base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await schedule(tx, id, body.enabled ?? true);
  return findReminder(tx, id);
}

/**
 * Changes a reminder and its next job. Throws 404 for an unknown id, or for a course that the member
 * may not open.
 */
export async function changeReminder(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { id, body, base }: { id: number; body: ReminderPatch; base: string },
) {
  const previous = await lockReminder(tx, viewer.id, id);
  if (body.course_id && body.course_id !== previous.course_id)
    await requireOpenCourse(tx, viewer, body.course_id);
  const { title, weekdays, time, time_zone, course_id } = body;
  await requireTimeZone(tx, time_zone);
  await tx.db
    .updateTable('reminders')
    .set({ title, weekdays, time, time_zone, course_id, base_url: base })
    .where('id', '=', id)
    .execute();
  await schedule(tx, id, body.enabled ?? previous.enabled);
  return findReminder(tx, id);
}

/** Removes a reminder. Throws 404 for an unknown id or for the reminder of another member. */
export async function removeReminder({ db }: TenantTransaction, memberId: number, id: number) {
  orNotFound(
    await db
      .deleteFrom('reminders')
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .returning('id')
      .executeTakeFirst(),
  );
}

/** Throws 404 for another member's reminder, as for an unknown id. */
export async function requireOwnReminder({ db }: TenantTransaction, memberId: number, id: number) {
  orNotFound(
    await db
      .selectFrom('reminders')
      .select('id')
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .executeTakeFirst(),
  );
}

async function findReminder({ db }: TenantTransaction, id: number) {
  const { rows } = await sql<Reminder>`
    SELECT ${reminderColumns} FROM reminders WHERE id = ${id}`.execute(db);
  return orNotFound(rows[0]);
}

const lockReminder = async ({ db }: TenantTransaction, memberId: number, id: number) =>
  orNotFound(
    await db
      .selectFrom('reminders')
      .select(['course_id', 'enabled'])
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .forUpdate()
      .executeTakeFirst(),
  );

const openCourse = statement({
  name: 'reminders.open-course',
  sql: `SELECT title FROM courses c WHERE c.id = :courseId AND ${opensCourse('c')}`,
  row: z.object({ title: z.string() }),
});

async function requireOpenCourse(tx: TenantTransaction, viewer: CourseViewer, courseId: number) {
  orNotFound(await openCourseTitle(tx, viewer, courseId));
}

/** The title of a course that the member may open. Null for any other. */
export async function openCourseTitle(
  tx: TenantTransaction,
  viewer: CourseViewer,
  courseId: number,
) {
  const [course] = await tx.run(openCourse, { ...viewerValues(viewer), courseId });
  return course?.title ?? null;
}

/** The next moment in the member's time zone. PostgreSQL applies summer time. */
const nextReminderAt = sql`(
  SELECT min(due.at) FROM (
    SELECT (day::date + r."time") AT TIME ZONE r.time_zone AS at
    FROM generate_series(0, 8) AS ahead,
      LATERAL (SELECT (now() AT TIME ZONE r.time_zone)::date + ahead AS day) AS days
    WHERE extract(dow FROM day) = ANY (r.weekdays)
  ) AS due WHERE due.at > now())`;

/** Sets the next moment and its job. The job of an earlier moment does nothing. */
async function schedule(tx: TenantTransaction, id: number, enabled: boolean) {
  const { rows } = await sql<{ next_at: Date | null }>`
    UPDATE reminders r SET enabled = ${enabled},
      next_at = CASE WHEN ${enabled} THEN ${nextReminderAt} END
    WHERE r.id = ${id} RETURNING next_at`.execute(tx.db);
  const next = rows[0]?.next_at;
  if (next) await enqueueReminder(tx, id, new Date(next));
}

/** Enough attempts for some days of trouble. A reminder that fails for good gets no next moment. */
const MAX_ATTEMPTS = 25;

const enqueueReminder = (tx: TenantTransaction, id: number, due: Date) =>
  enqueue(
    tx,
    'mail-reminder',
    { id, due: due.toISOString() },
    { key: `reminder:${id}`, runAt: due, maxAttempts: MAX_ATTEMPTS },
  );

/** Retention of the key of a mailed moment. */
const KEEP_INTERVAL = '30 days';

/**
 * Takes a due moment, so that it is mailed once, and sets the next one. Null where the reminder was
 * changed, turned off or removed, or another job took the moment. Null too if the moment is long over:
 * after an outage, a reminder of the evening would ring at night.
 */
export async function takeDueReminder(tx: TenantTransaction, id: number, due: Date) {
  const { rows } = await sql<{
    title: string;
    course_id: number | null;
    base_url: string;
    late: boolean;
    member: { id: number; name: string; email: string; language: string | null; roles: Role[] };
  }>`
    SELECT r.title, r.course_id, r.base_url,
      r.next_at < now() - make_interval(mins => ${MAX_LATE_MINUTES}) AS late,
      json_build_object('id', m.id, 'name', m.name, 'email', m.email, 'language', m.language,
        'roles', m.roles) AS member
    FROM reminders r
    JOIN members m ON m.id = r.member_id
    WHERE r.id = ${id} AND r.next_at = ${due} AND r.next_at <= now()
    FOR UPDATE OF r`.execute(tx.db);
  if (!rows[0]) return null;
  const claimed = await tx.db
    .insertInto('reminder_mails')
    .values({ reminder_id: id, due_at: due })
    .onConflict((conflict) => conflict.doNothing())
    .returning('reminder_id')
    .executeTakeFirst();
  await sql`DELETE FROM reminder_mails
    WHERE reminder_id = ${id} AND due_at < now() - ${KEEP_INTERVAL}::interval`.execute(tx.db);
  await schedule(tx, id, true);
  return claimed && !rows[0].late ? rows[0] : null;
}

/** A reminder has a moment each week, so none lies further ahead. */
export const MAX_AHEAD_DAYS = 9;

/** Sets the next moment anew if it was set while the clock was far ahead. */
export async function mendFarReminder(tx: TenantTransaction, id: number) {
  const { rows } = await sql`SELECT FROM reminders
    WHERE id = ${id} AND enabled AND next_at > now() + make_interval(days => ${MAX_AHEAD_DAYS})
    FOR UPDATE`.execute(tx.db);
  if (rows.length) await schedule(tx, id, true);
}

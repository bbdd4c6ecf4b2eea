import {
  preferenceOfEvent,
  type NotificationEvent,
  type PreferenceKind,
} from '@vitrine/contract/notifications';
import * as z from 'zod/mini';
import { bulkPriority } from '../../platform/jobs.ts';

// This folder writes all notifications but those of the two triggers of migration 0081. Features
// call it in the transaction of the change. A member who may not see the thing gets no row. Listing
// checks it again.

type Channel = 'platform' | 'email';

/** Condition: the member's preferences `np` allow the event of a candidate `c` on this channel. */
function wantsChannelSql(channel: Channel, events: readonly NotificationEvent[]) {
  const switches = events
    .map((event): [string, PreferenceKind | null] => [event, preferenceOfEvent[event]])
    .filter(([, kind]) => kind !== null)
    .map(([event, kind]) => `WHEN '${event}' THEN np.${kind}_${channel}`);
  // The default, without a row or without a switch, is the bell and no e-mail.
  const otherwise = channel === 'platform';
  return switches.length
    ? `coalesce(CASE c.event ${switches.join(' ')} END, ${otherwise})`
    : otherwise;
}

const columns = `member_id, event, subject, community_id, actor_id, post_id, comment_id,
  lesson_comment_id, thing_id, shown, by_email, to_push`;

interface WriteOptions {
  /** The candidates' events. A plan with a switch for each event takes longer to start. */
  events?: readonly NotificationEvent[];
  /** Condition: an existing row becomes unread and the newest. Without it, the row stays unchanged. */
  raises?: string;
  /** True if no two candidates are the same member. */
  uniqueMembers?: boolean;
}

const allEvents = Object.keys(preferenceOfEvent) as NotificationEvent[];

/**
 * CTEs after `candidates`, which has the columns of a notification. They write the notifications
 * that the receivers' preferences allow. The last actor of a row does not raise it.
 */
export const writeNotificationsSql = ({
  events = allEvents,
  raises,
  uniqueMembers = false,
}: WriteOptions) => `allowed AS (
    SELECT c.*, preference.shown, preference.by_email,
      preference.shown AND EXISTS (SELECT FROM push_subscriptions ps
        WHERE ps.member_id = c.member_id OFFSET 0) AS to_push
    FROM candidates c
    -- Looks up by key: a plan made while the table was small would read the whole school's rows.
    LEFT JOIN LATERAL (SELECT * FROM notification_preferences
      WHERE member_id = c.member_id OFFSET 0) AS np ON true
    CROSS JOIN LATERAL (SELECT ${wantsChannelSql('platform', events)} AS shown,
      ${wantsChannelSql('email', events)} AS by_email) AS preference),
  written AS (
    INSERT INTO notifications AS n (${columns})
    ${
      uniqueMembers
        ? `SELECT ${columns} FROM allowed WHERE shown OR by_email`
        : // Each member gets one notification of a subject: the candidate with the lowest rank.
          `SELECT DISTINCT ON (member_id) ${columns} FROM allowed WHERE shown OR by_email
            ORDER BY member_id, rank`
    }
    ON CONFLICT (tenant_id, member_id, subject) ${
      raises
        ? `DO UPDATE
      SET event = excluded.event, actor_id = excluded.actor_id, read = false,
        shown = excluded.shown, by_email = excluded.by_email, at = clock_timestamp(),
        -- A mail is sent once until the row is read.
        mailed_at = CASE WHEN n.read THEN NULL ELSE n.mailed_at END,
        to_push = excluded.to_push AND (n.read OR n.to_push)
      WHERE ${raises}
        AND (excluded.actor_id IS NULL OR n.actor_id IS DISTINCT FROM excluded.actor_id)`
        : 'DO NOTHING'
    }
    RETURNING n.id, n.by_email, n.to_push)`;

/** One job handles the mails of one window together, five to ten minutes later. */
const MAIL_WINDOW_SECONDS = 300;
const mailWindow = `floor(extract(epoch FROM clock_timestamp()) / ${MAIL_WINDOW_SECONDS})::bigint`;

/**
 * A value for the SELECT after the notifications were written. It notifies every server once, for
 * event streams, and enqueues the jobs that send mails and pushes.
 */
export const notifyBrowsersSql = `(SELECT CASE WHEN min(w.id) IS NOT NULL THEN pg_notify('events', json_build_object(
    'tenant', :tenantId::bigint, 'kind', 'notification', 'id', min(w.id), 'last', max(w.id))::text)
  END::text || CASE WHEN bool_or(w.by_email) THEN enqueue_job('mail-notifications',
    json_build_object('tenantId', :tenantId::bigint),
    format('%s:notification-mails:%s', :tenantId::bigint, ${mailWindow}),
    to_timestamp((${mailWindow} + 2) * ${MAIL_WINDOW_SECONDS}), 8, NULL, 10)::text ELSE '' END
    || CASE WHEN bool_or(w.to_push) THEN enqueue_job('push-notifications',
    json_build_object('tenantId', :tenantId::bigint, 'turn', 0), format('%s:push', :tenantId::bigint),
    clock_timestamp(), 4, NULL, ${bulkPriority(0)})::text ELSE '' END
  FROM written w) AS notified`;

/** The row of a statement that selects `notifyBrowsersSql`. */
export const notifiedRow = z.object({ notified: z.nullable(z.string()) });

/** Members per transaction of a job. */
export const MEMBERS_PER_JOB = 2_000;

/** The row of such a job: the last member that it handled, and how many. */
export const batchRow = z.extend(notifiedRow, {
  last: z.nullable(z.number()),
  looked_at: z.number(),
});

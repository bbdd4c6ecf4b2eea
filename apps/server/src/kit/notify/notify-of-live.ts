import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { memberEntersLive } from '../access/live-access.ts';
import { notifiedRow, notifyBrowsersSql, writeNotificationsSql } from './notification-sql.ts';

const aboutLive = statement({
  name: 'notify.about-live',
  sql: `WITH candidates AS (
      SELECT m.id AS member_id, 'live' AS event, 'live:' || l.id AS subject,
        0::bigint AS community_id, NULL::bigint AS actor_id, NULL::bigint AS post_id,
        NULL::bigint AS comment_id, NULL::bigint AS lesson_comment_id, l.id AS thing_id, 0 AS rank
      FROM lives l
      JOIN members m ON m.id = ANY (:to::bigint[])
      WHERE l.id = :liveId AND ${memberEntersLive}),
    ${writeNotificationsSql({ events: ['live'], raises: 'true', uniqueMembers: true })}
    SELECT ${notifyBrowsersSql}`,
  row: notifiedRow,
});

/** Notifies these members that a live starts soon. */
export async function notifyOfLive(writer: TenantReader, liveId: number, to: number[]) {
  await writer.run(aboutLive, { liveId, to });
}

import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { notifiedRow, notifyBrowsersSql, writeNotificationsSql } from './notification-sql.ts';

const aboutMember = statement({
  name: 'notify.about-member',
  sql: `WITH candidates AS (
      SELECT m.id AS member_id, :event::text AS event, :subject::text AS subject,
        :communityId::bigint AS community_id, NULL::bigint AS actor_id, NULL::bigint AS post_id,
        NULL::bigint AS comment_id, NULL::bigint AS lesson_comment_id, :thingId::bigint AS thing_id,
        0 AS rank
      FROM members m
      WHERE m.id = :memberId),
    ${writeNotificationsSql({ raises: 'true', uniqueMembers: true })}
    SELECT ${notifyBrowsersSql}`,
  row: notifiedRow,
});

interface AboutMember {
  event: 'points' | 'silenced';
  memberId: number;
  subject: string;
  /** 0 where the notification concerns no community. */
  communityId?: number;
  thingId?: number;
}

/** Notifies a member of what was done to them. It names no actor: the school did it. */
export async function notifyMember(
  writer: TenantReader,
  { communityId = 0, thingId, ...about }: AboutMember,
) {
  await writer.run(aboutMember, { ...about, communityId, thingId: thingId ?? null });
}

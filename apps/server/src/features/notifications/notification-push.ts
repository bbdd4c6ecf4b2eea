import { languageOrDefault } from '@vitrine/contract/languages';
import { sentenceOf } from '@vitrine/contract/notification-sentences';
import { defaultTimeZone } from '@vitrine/contract/reminders';
import { isStaffRole, type Role } from '@vitrine/contract/roles';
import { sql } from 'kysely';
import { deliver, devicesOf, type Delivery } from '../../kit/push.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { chainPriority, enqueue, task } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { notificationJson } from './notification-json.ts';
import { readToDeliver } from './notifications.reader.ts';
import { receiverTexts } from './receiver-texts.ts';

/** Notifications per job. Further ones queue behind other schools' jobs. */
const NOTIFICATIONS_PER_JOB = 50;
/** Older notifications, delayed by an outage, are not pushed. */
const FRESH_MINUTES = 60;

/**
 * Sends the notifications that wait for it. They are taken before they are sent, so that a second try
 * of the job sends none twice.
 */
export function pushNotifications({ push }: Platform) {
  task<{ turn: number }>('push-notifications', async ({ tenantId, payload, database }) => {
    const { turn } = payload;
    const deliveries = await database.transaction(tenantId, async (tx) => {
      const taken = await takeWaiting(tx);
      const all: Delivery[] = [];
      for (const [memberId, ids] of byMember(taken))
        all.push(...(await deliveriesOf(tx, memberId, ids)));
      if (taken.length === NOTIFICATIONS_PER_JOB)
        await enqueue(
          tx,
          'push-notifications',
          { turn: turn + 1 },
          { key: 'push', priority: chainPriority(turn + 1), maxAttempts: 4 },
        );
      return all;
    });
    await deliver(push, database, tenantId, deliveries);
  });
}

interface TakenNotification {
  id: number;
  member_id: number;
  is_fresh: boolean;
}

async function takeWaiting({ db }: TenantTransaction): Promise<TakenNotification[]> {
  const { rows } = await sql<TakenNotification>`
    -- A subquery could be run again for each row, and then its LIMIT would bound nothing.
    WITH taken AS MATERIALIZED (SELECT w.id FROM notifications w WHERE w.to_push
      ORDER BY w.id LIMIT ${NOTIFICATIONS_PER_JOB} FOR UPDATE SKIP LOCKED)
    UPDATE notifications n SET to_push = false FROM taken WHERE n.id = taken.id
    RETURNING n.id, n.member_id, NOT n.read AND n.shown
      AND n.at > now() - make_interval(mins => ${FRESH_MINUTES}) AS is_fresh`.execute(db);
  return rows;
}

function byMember(taken: readonly TakenNotification[]) {
  const ids = new Map<number, number[]>();
  for (const { id, member_id, is_fresh } of taken)
    if (is_fresh) ids.set(member_id, [...(ids.get(member_id) ?? []), id]);
  return ids;
}

/** The member's devices with the notifications that the member may still see. */
async function deliveriesOf(
  tx: TenantTransaction,
  memberId: number,
  ids: number[],
): Promise<Delivery[]> {
  const devices = await devicesOf(tx, memberId);
  const receiver = devices.length > 0 && (await readReceiver(tx, memberId));
  if (!receiver) return [];
  const staff = receiver.roles.some(isStaffRole);
  const rows = await readToDeliver(tx, { id: memberId, staff }, ids);
  const { t, dateOf } = receiverTexts(
    languageOrDefault(receiver.language),
    receiver.time_zone ?? defaultTimeZone,
  );
  return rows.flatMap((row) => {
    const one = notificationJson(tx.tenantId, row);
    const { text, values } = sentenceOf(one, t, dateOf);
    const message = {
      title: receiver.school,
      text: t(text, values),
      url: one.url,
      tag: `notification-${one.id}`,
    };
    return devices.map((device) => ({ device, message }));
  });
}

interface Receiver {
  roles: Role[];
  language: string | null;
  time_zone: string | null;
  school: string;
}

async function readReceiver({ db }: TenantTransaction, memberId: number) {
  const { rows } = await sql<Receiver>`
    SELECT m.roles, m.language, coalesce(m.time_zone, np.time_zone) AS time_zone, t.name AS school
    FROM members m JOIN tenants t ON t.id = m.tenant_id
    LEFT JOIN notification_preferences np
      ON np.member_id = m.id
    WHERE m.id = ${memberId}`.execute(db);
  return rows[0] ?? null;
}

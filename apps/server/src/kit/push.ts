import { limits, type PushMessage } from '@vitrine/contract/push';
import { concurrencyLimit } from '../platform/concurrency-limit.ts';
import type { Database, TenantTransaction } from '../platform/database.ts';
import { bulkPriority, enqueue } from '../platform/jobs.ts';
import type { Push, PushSubscription } from '../platform/push.ts';

type Device = PushSubscription & { id: number };

/** A message for one device. */
export interface Delivery {
  device: Device;
  message: PushMessage;
}

/** Sends a message to every subscribed device of a member, by the job `push-message`. */
export async function pushTo(tx: TenantTransaction, memberId: number, message: PushMessage) {
  if (!(await devicesOf(tx, memberId)).length) return;
  const payload = { memberId, message };
  await enqueue(tx, 'push-message', payload, { priority: bulkPriority(0), maxAttempts: 2 });
}

/** The devices of a member whose sessions have not expired. */
export const devicesOf = ({ db }: TenantTransaction, memberId: number): Promise<Device[]> =>
  db
    .selectFrom('push_subscriptions as s')
    .innerJoin('sessions', (join) =>
      join
        .onRef('sessions.tenant_id', '=', 's.tenant_id')
        .onRef('sessions.id', '=', 's.session_id'),
    )
    .select(['s.id', 's.endpoint', 's.p256dh', 's.auth'])
    .where('s.member_id', '=', memberId)
    .where('sessions.expires_at', '>', new Date())
    .execute();

/** Maximum number of concurrent pushes of one job. */
const MAX_CONCURRENT = 8;

/** Sends each delivery once, outside of any transaction. Deletes subscriptions that have ended. */
export async function deliver(
  push: Push,
  database: Database,
  tenantId: number,
  deliveries: readonly Delivery[],
) {
  const limit = concurrencyLimit({ concurrency: MAX_CONCURRENT, maxQueued: Infinity });
  const ended = new Set<number>();
  await Promise.all(
    deliveries.map(({ device, message }) =>
      limit(async () => {
        if ((await push.send(device, shortenMessage(message))) === 'gone') ended.add(device.id);
      }),
    ),
  );
  if (ended.size)
    await database.transaction(tenantId, ({ db }) =>
      db
        .deleteFrom('push_subscriptions')
        .where('id', 'in', [...ended])
        .execute(),
    );
}

/** Shortens a message: a lock screen shows little, and a push service takes 4 kB at most. */
const shortenMessage = ({ title, text, ...rest }: PushMessage): PushMessage => ({
  ...rest,
  title: truncate(title, limits.title),
  text: truncate(text, limits.text),
});

function truncate(text: string, maxLength: number) {
  const characters = [...text];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}

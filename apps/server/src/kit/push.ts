import { limits, type PushMessage } from '@vitrine/contract/push';
import { concurrencyLimit } from '../platform/concurrency-limit.ts';
import type { Database, TenantTransaction } from '../platform/database.ts';
import { bulkPriority, enqueue } from '../platform/jobs.ts';
import type { Push, PushSubscription } from '../platform/push.ts';

type Device = PushSubscription & { id: number };

/** A message on its way to one device. */
export interface Delivery {
  device: Device;
  message: PushMessage;
}

/** Sends a message to every device of a member that has asked for it, by the job `push-message`. */
export async function pushTo(tx: TenantTransaction, memberId: number, message: PushMessage) {
  if (!(await devicesOf(tx, memberId)).length) return;
  const payload = { memberId, message };
  await enqueue(tx, 'push-message', payload, { priority: bulkPriority(0), maxAttempts: 2 });
}

/** The devices of a member whose sessions still last. */
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

/** So many of one job are on their way at once. */
const AT_ONCE = 8;

/** Sends each once, outside of any transaction. Subscriptions that have ended are deleted. */
export async function deliver(
  push: Push,
  database: Database,
  tenantId: number,
  deliveries: readonly Delivery[],
) {
  const inTurn = concurrencyLimit({ atOnce: AT_ONCE, longestQueue: Infinity });
  const gone = new Set<number>();
  await Promise.all(
    deliveries.map(({ device, message }) =>
      inTurn(async () => {
        if ((await push.send(device, cut(message))) === 'gone') gone.add(device.id);
      }),
    ),
  );
  if (gone.size)
    await database.transaction(tenantId, ({ db }) =>
      db
        .deleteFrom('push_subscriptions')
        .where('id', 'in', [...gone])
        .execute(),
    );
}

/** A lock screen shows little, and a service takes 4 kB at most. */
const cut = ({ title, text, ...rest }: PushMessage): PushMessage => ({
  ...rest,
  title: shortened(title, limits.title),
  text: shortened(text, limits.text),
});

function shortened(text: string, most: number) {
  const points = [...text];
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
}

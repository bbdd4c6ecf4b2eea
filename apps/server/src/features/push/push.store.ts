import { limits, type SubscriptionInput } from '@vitrine/contract/push';
import { sql } from 'kysely';
import { notSignedIn } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { hashToken } from '../../platform/secrets.ts';

interface Subscriber {
  memberId: number;
  /** Token of the subscribing session. The subscription ends with it. */
  token: string;
}

/**
 * Subscribes a browser. An endpoint belongs to the member who subscribed with it last. It locks the
 * member's row, so that the limit of devices holds for concurrent requests.
 */
export async function subscribe(
  { db }: TenantTransaction,
  { memberId, token }: Subscriber,
  { endpoint, keys: { p256dh, auth } }: SubscriptionInput,
) {
  await db.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().execute();
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .forKeyShare()
    .executeTakeFirst();
  // It may have ended while this transaction waited for the member's row.
  if (!session) throw notSignedIn();
  const values = { member_id: memberId, session_id: session.id, p256dh, auth };
  await db
    .insertInto('push_subscriptions')
    .values({ endpoint, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'endpoint']).doUpdateSet(values))
    .execute();
  await sql`DELETE FROM push_subscriptions s
    WHERE s.member_id = ${memberId} AND s.id NOT IN (
      SELECT newest.id FROM push_subscriptions newest WHERE newest.member_id = ${memberId}
      ORDER BY newest.id DESC LIMIT ${limits.perMember})`.execute(db);
}

/** Another member's endpoint is treated as unknown. */
export const unsubscribe = ({ db }: TenantTransaction, memberId: number, endpoint: string) =>
  db
    .deleteFrom('push_subscriptions')
    .where('member_id', '=', memberId)
    .where('endpoint', '=', endpoint)
    .execute();

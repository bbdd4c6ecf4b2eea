import * as z from 'zod/mini';
import type { TenantTransaction } from '../platform/database.ts';
import { refuse } from '../platform/app-error.ts';
import { statement } from '../platform/statement.ts';

const countActs = statement({
  name: 'kit.member-rate',
  sql: `INSERT INTO member_rates AS r (member_id, act, window_ends, count)
    VALUES (:memberId, :act, now() + interval '1 minute', :count)
    ON CONFLICT (tenant_id, member_id, act) DO UPDATE SET
      count = CASE WHEN r.window_ends > now() THEN r.count + excluded.count ELSE excluded.count END,
      window_ends = CASE WHEN r.window_ends > now() THEN r.window_ends ELSE excluded.window_ends END
    RETURNING count, ceil(extract(epoch FROM window_ends - now()))::integer AS seconds`,
  row: z.object({ count: z.number(), seconds: z.number() }),
});

interface MemberRate {
  memberId: number;
  /** What is counted: `post`, `comment`. */
  act: string;
  perMinute: number;
  /** What the person is told. */
  message: string;
  /** How many at once. */
  count?: number;
}

/**
 * Counts an act in the transaction that does it; 429 over the limit. The row's lock counts parallel
 * acts one by one, and an act that fails is not counted.
 */
export async function countAct(
  tx: TenantTransaction,
  { memberId, act, perMinute, message, count = 1 }: MemberRate,
) {
  const [row] = await tx.run(countActs, { memberId, act, count });
  if (row!.count > perMinute)
    throw refuse('too_many_tries', message, 429, { retryAfterSeconds: Math.max(1, row!.seconds) });
}

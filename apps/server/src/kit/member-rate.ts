import * as z from 'zod/mini';
import { refuse } from '../platform/app-error.ts';
import type { TenantReader, TenantTransaction } from '../platform/database.ts';
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

/** The count of a row `r` in its current minute; 0 if that minute is over. */
const currentCount = 'CASE WHEN r.window_ends > now() THEN r.count ELSE 0 END';

/** Counts an act if the limit of its minute allows one more. */
const countWithinLimit = (max: string) => `
    ON CONFLICT (tenant_id, member_id, act) DO UPDATE SET
      count = excluded.count + ${currentCount},
      window_ends = CASE WHEN r.window_ends > now() THEN r.window_ends ELSE excluded.window_ends END
      -- Concurrent acts wait for each other here.
      WHERE excluded.count + ${currentCount} <= ${max}
    RETURNING act`;

/** CTE for a statement that does one act, with `rateLimitValues`. Counts the act if `gate` has a row. */
export const rateLimitCte = (gate: string) => `
  counted AS (
    INSERT INTO member_rates AS r (member_id, act, window_ends, count)
    SELECT :memberId::bigint, :act, now() + interval '1 minute', 1 FROM ${gate}
    ${countWithinLimit(':perMinute::integer')})`;

/** Condition: the act of `rateLimitCte` was within its limit. */
export const isWithinLimit = 'EXISTS (SELECT FROM counted)';

/**
 * The same for several acts at once, with `rateLimitsValues`. It counts all of them or none;
 * `areWithinLimits` tells which.
 */
export const rateLimitsCte = (gate: string) => `
  acts AS MATERIALIZED (
    SELECT a.act, a.count, a.max, a.count + coalesce(${currentCount}, 0) > a.max AS over
    FROM unnest(:acts::text[], :actCounts::integer[], :actLimits::integer[]) AS a (act, count, max)
    LEFT JOIN member_rates r ON r.member_id = :memberId::bigint
      AND r.act = a.act),
  counted AS (
    INSERT INTO member_rates AS r (member_id, act, window_ends, count)
    SELECT :memberId::bigint, acts.act, now() + interval '1 minute', acts.count FROM acts
    WHERE EXISTS (SELECT FROM ${gate}) AND NOT EXISTS (SELECT FROM acts WHERE acts.over)
    ORDER BY acts.act
    ${countWithinLimit('(SELECT acts.max FROM acts WHERE acts.act = excluded.act)')})`;

/** Condition: the acts of `rateLimitsCte` were within their limits. */
export const areWithinLimits = `(SELECT count(*) FROM counted) = cardinality(:acts::text[])`;

interface Act {
  /** The name of the counted act: `post`, `comment`. */
  act: string;
  /** Number of acts at once. */
  count: number;
  perMinute: number;
}

/** Values for `rateLimitCte`. */
export const rateLimitValues = ({ act, perMinute }: Act) => ({ act, perMinute });

/** Values for `rateLimitsCte`. */
export const rateLimitsValues = (acts: Act[]) => ({
  acts: acts.map(({ act }) => act),
  actCounts: acts.map(({ count }) => count),
  actLimits: acts.map(({ perMinute }) => perMinute),
});

const waitFor = statement({
  name: 'kit.member-rate-wait',
  sql: `SELECT ceil(extract(epoch FROM max(r.window_ends) - now()))::integer AS seconds
    FROM unnest(:acts::text[], :actCounts::integer[], :actLimits::integer[]) AS a (act, count, max)
    JOIN member_rates r ON r.member_id = :memberId::bigint
      AND r.act = a.act
    WHERE a.count + ${currentCount} > a.max`,
  row: z.object({ seconds: z.nullable(z.number()) }),
});

/** The 429 for acts that were not counted, with the seconds until all of them are free again. */
export async function rateLimitError(
  reader: TenantReader,
  memberId: number,
  { acts, message }: { acts: Act[]; message: string },
) {
  const [row] = await reader.run(waitFor, { memberId, ...rateLimitsValues(acts) });
  return refuseFor(message, row?.seconds ?? 0);
}

const refuseFor = (message: string, seconds: number) =>
  refuse('too_many_tries', message, 429, { retryAfterSeconds: Math.max(1, seconds) });

interface MemberRate extends Omit<Act, 'count'>, Partial<Pick<Act, 'count'>> {
  memberId: number;
  /** The message for the person. */
  message: string;
}

/**
 * Counts an act in the transaction that does it. Throws 429 over the limit. The row's lock makes
 * parallel acts count one by one. An act that fails is not counted.
 */
export async function countAgainstLimit(
  tx: TenantTransaction,
  { memberId, act, perMinute, message, count = 1 }: MemberRate,
) {
  const [row] = await tx.run(countActs, { memberId, act, count });
  if (row!.count > perMinute) throw refuseFor(message, row!.seconds);
}

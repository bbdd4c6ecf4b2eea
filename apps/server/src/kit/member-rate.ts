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

/** How an act was counted before, where its minute is still running. */
const running = (r: string) => `CASE WHEN ${r}.window_ends > now() THEN ${r}.count ELSE 0 END`;

/**
 * For the WITH of a statement that does an act, with `actValues`: counts the acts of `:memberId` where
 * `gate` has a row. All are counted, as `actsCounted` says, or none.
 */
export const actsCte = (gate: string) => `
  acts AS MATERIALIZED (
    SELECT a.act, a.count, a.most, r.window_ends,
      a.count + coalesce(${running('r')}, 0) > a.most AS over
    FROM unnest(:acts::text[], :actCounts::integer[], :actLimits::integer[]) AS a (act, count, most)
    LEFT JOIN member_rates r ON r.tenant_id = :tenantId AND r.member_id = :memberId::bigint
      AND r.act = a.act),
  counted AS (
    INSERT INTO member_rates AS r (member_id, act, window_ends, count)
    SELECT :memberId::bigint, acts.act, now() + interval '1 minute', acts.count FROM acts
    WHERE EXISTS (SELECT FROM ${gate}) AND NOT EXISTS (SELECT FROM acts WHERE acts.over)
    ORDER BY acts.act
    ON CONFLICT (tenant_id, member_id, act) DO UPDATE SET
      count = excluded.count + ${running('r')},
      window_ends = CASE WHEN r.window_ends > now() THEN r.window_ends ELSE excluded.window_ends END
      -- Acts at the same moment wait here for each other.
      WHERE excluded.count + ${running('r')}
        <= (SELECT acts.most FROM acts WHERE acts.act = excluded.act)
    RETURNING act)`;

/** As SQL: whether the acts of `actsCte` were within their limits. */
export const actsCounted = `(SELECT count(*) FROM counted) = cardinality(:acts::text[])`;

/** As SQL: in how many seconds the acts of `actsCte` are free again; null where they are. */
export const secondsToWait = `(
  SELECT ceil(extract(epoch FROM max(acts.window_ends) - now()))::integer FROM acts WHERE acts.over)`;

/** Values for `actsCte`. */
export const actValues = (acts: { act: string; count: number; perMinute: number }[]) => ({
  acts: acts.map(({ act }) => act),
  actCounts: acts.map(({ count }) => count),
  actLimits: acts.map(({ perMinute }) => perMinute),
});

/** 429 for `secondsToWait`. */
export const tooFast = (message: string, seconds: number | null) =>
  refuse('too_many_tries', message, 429, { retryAfterSeconds: Math.max(1, seconds ?? 0) });

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
  if (row!.count > perMinute) throw tooFast(message, row!.seconds);
}

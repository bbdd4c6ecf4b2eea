import type { AnyRoute } from '@vitrine/contract/core';
import { limits, QUEUED_KEY_PREFIX } from '@vitrine/contract/offline';
import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Database, TenantReader, TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import type { Call } from './call.ts';

type KeyedCall = Pick<Call<AnyRoute>, 'viewer' | 'params' | 'body' | 'files' | 'request'>;

/** A repeated request gets the first answer for this long. */
const KEEP_MINUTES = 10;
/** The same for a request that a device queued offline: its next attempt may come days later. */
const QUEUED_KEEP_DAYS = limits.queuedKeyDays;

/** Maximum number of old keys of a kind that one write removes. It adds one, so they get fewer. */
const REMOVED_BY_WRITE = 20;

const isOld =
  'NOT k.queued AND k.created_at < now() - make_interval(mins => :keepMinutes::integer)';
const isOldOfQueue =
  'k.queued AND k.created_at < now() - make_interval(days => :queuedKeepDays::integer)';
const lifetimes = { keepMinutes: KEEP_MINUTES, queuedKeepDays: QUEUED_KEEP_DAYS };

/** Skips rows that another request is removing, so that two requests never wait for each other. */
const oldestKeys = (condition: string) => `
  SELECT member_id, key FROM (
    SELECT k.member_id, k.key FROM idempotency_keys k
    WHERE ${condition} AND (k.member_id, k.key) <> (:memberId::bigint, :key::bytea)
    ORDER BY k.created_at LIMIT ${REMOVED_BY_WRITE} FOR UPDATE SKIP LOCKED) AS oldest`;

/**
 * Returns a row if the key is new or old. It also removes some of the oldest keys. Each part is one
 * index scan, which remembers removed entries. A scan of several would read them all again.
 */
const claimKey = statement({
  name: 'kit.claim-idempotency-key',
  sql: `WITH removed AS (
      DELETE FROM idempotency_keys WHERE (member_id, key) IN (
        ${oldestKeys(isOld)} UNION ALL ${oldestKeys(isOldOfQueue)}))
    INSERT INTO idempotency_keys AS k (member_id, key, queued)
    VALUES (:memberId::bigint, :key::bytea, :queued::boolean)
    ON CONFLICT (tenant_id, member_id, key) DO UPDATE
      SET created_at = excluded.created_at, answer = NULL
      WHERE (${isOld}) OR (${isOldOfQueue})
    RETURNING true AS claimed`,
  row: z.object({ claimed: z.boolean() }),
});

const answerOfKey = statement({
  name: 'kit.answer-of-idempotency-key',
  sql: `SELECT answer FROM idempotency_keys
    WHERE member_id = :memberId::bigint AND key = :key::bytea`,
  row: z.object({ answer: z.unknown() }),
});

const keepAnswer = statement({
  name: 'kit.keep-answer-of-idempotency-key',
  sql: `UPDATE idempotency_keys SET answer = :answer::json
    WHERE member_id = :memberId::bigint AND key = :key::bytea`,
  row: z.object({}),
});

/**
 * Runs `work` once for each `Idempotency-Key` of a member. A repetition of the same request gets
 * the first answer, and one at the same time waits for it. A failed request leaves no key.
 *
 * `mount` calls it for every POST that answers 201; a `withoutTransaction` handler calls it in its
 * own transaction.
 */
export async function runOnce<Answer>(
  tx: TenantTransaction,
  operation: string,
  call: KeyedCall,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const values = keyOf(operation, call);
  if (!values) return work();
  const queued = String(headerKeyOf(call)).startsWith(QUEUED_KEY_PREFIX);

  // A repetition waits here until the first request commits or fails.
  const [claimed] = await tx.run(claimKey, { ...values, queued, ...lifetimes });
  if (!claimed) {
    const [first] = await tx.run(answerOfKey, values);
    return first!.answer as Answer;
  }
  const answer = await work();
  tx.runAtCommit(keepAnswer, { ...values, answer: JSON.stringify(answer) });
  return answer;
}

/**
 * The same for a `withoutTransaction` handler whose work is one statement. Without a key it takes
 * one round trip, commit included. `inTransaction`: the work takes locks before it writes.
 */
export const runOnceOrWrite = <Answer>(
  database: Database,
  operation: string,
  call: KeyedCall & Pick<Call<AnyRoute>, 'school'>,
  work: (writer: TenantReader) => Promise<Answer>,
  { inTransaction = false } = {},
): Promise<Answer> => {
  const { id } = call.school.tenant;
  return inTransaction || headerKeyOf(call)
    ? database.transaction(id, (tx) => runOnce(tx, operation, call, () => work(tx)))
    : work(database.writer(id));
};

/**
 * Returns the answer to an earlier request with the same key, or null. Ask before work that a
 * repetition must not do, such as storing a file: it would count against the quota once more.
 */
export async function earlierAnswer<Answer>(
  tx: TenantTransaction,
  operation: string,
  call: KeyedCall,
): Promise<Answer | null> {
  const values = keyOf(operation, call);
  const [first] = values ? await tx.run(answerOfKey, values) : [];
  return first ? (first.answer as Answer) : null;
}

const headerKeyOf = ({ request }: KeyedCall) => request.headers['idempotency-key'];

/**
 * The key of a request, or null without the header. It includes the request: a client that reuses a
 * key for another request gets no wrong answer.
 */
function keyOf(operation: string, call: KeyedCall) {
  const { viewer, params, body } = call;
  const headerKey = headerKeyOf(call);
  if (!headerKey || !viewer) return null;
  const files = Object.entries(call.files).map(([part, { name, size }]) => [part, name, size]);
  const request = JSON.stringify([headerKey, operation, params, body, files]);
  return { memberId: viewer.id, key: hash('sha256', request, 'buffer') };
}

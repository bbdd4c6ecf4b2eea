import type { AnyRoute } from '@vitrine/contract/core';
import { limits, QUEUED_KEY_PREFIX } from '@vitrine/contract/offline';
import { sql, type RawBuilder } from 'kysely';
import { hash } from 'node:crypto';
import type { Database, TenantReader, TenantTransaction } from '../platform/database.ts';
import type { Call } from './call.ts';

/** A repeated request gets the first answer for this long. */
const KEEP_MINUTES = 10;
/** The same for a request that a device queued offline: its next attempt may come days later. */
const QUEUED_KEEP_DAYS = limits.queuedKeyDays;

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
  call: Pick<Call<AnyRoute>, 'viewer' | 'params' | 'body' | 'files' | 'request'>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { viewer, request } = call;
  const headerKey = request.headers['idempotency-key'];
  if (!headerKey || !viewer) return work();
  const files = Object.entries(call.files).map(([part, { name, size }]) => [part, name, size]);
  // The key includes the request: a client that reuses a key for another request gets no wrong
  // answer.
  const key = hash(
    'sha256',
    JSON.stringify([headerKey, operation, call.params, call.body, files]),
    'buffer',
  );
  const queued = String(headerKey).startsWith(QUEUED_KEY_PREFIX);
  const row = { member_id: viewer.id, key };

  await removeOldKeys(tx, row);
  // A repetition waits here until the first request commits or fails.
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('idempotency_keys')
    .values({ ...row, queued })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) {
    const { answer } = await tx.db
      .selectFrom('idempotency_keys')
      .select('answer')
      .where('member_id', '=', row.member_id)
      .where('key', '=', key)
      .$castTo<{ answer: Answer }>()
      .executeTakeFirstOrThrow();
    return answer;
  }
  const answer = await work();
  await tx.db
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('member_id', '=', row.member_id)
    .where('key', '=', key)
    .execute();
  return answer;
}

/**
 * The same for a `withoutTransaction` handler whose work is one statement. Without a key it takes
 * one round trip, commit included.
 */
export const runOnceOrWrite = <Answer>(
  database: Database,
  operation: string,
  call: Pick<Call<AnyRoute>, 'school' | 'viewer' | 'params' | 'body' | 'files' | 'request'>,
  work: (writer: TenantReader) => Promise<Answer>,
): Promise<Answer> => {
  const { id } = call.school.tenant;
  return call.request.headers['idempotency-key']
    ? database.transaction(id, (tx) => runOnce(tx, operation, call, () => work(tx)))
    : work(database.writer(id));
};

interface KeyOfMember {
  member_id: number;
  /** The hash of the header and the request. */
  key: Buffer;
}

/** Maximum number of old keys of a kind that one write removes. It adds one, so they get fewer. */
const REMOVED_BY_WRITE = 20;

const isOld = sql`NOT queued AND created_at < now() - make_interval(mins => ${KEEP_MINUTES})`;
const isOldOfQueue = sql`queued AND created_at < now() - make_interval(days => ${QUEUED_KEEP_DAYS})`;

/** Skips rows that another request is removing, so that two requests never wait for each other. */
const oldestKeys = (condition: RawBuilder<unknown>) => sql`
  SELECT member_id, key FROM (
    SELECT member_id, key FROM idempotency_keys WHERE ${condition}
    ORDER BY created_at LIMIT ${REMOVED_BY_WRITE} FOR UPDATE SKIP LOCKED) AS oldest`;

/**
 * Removes this request's key if it is old, and some of the oldest. Each part is one index scan,
 * which remembers removed entries. A scan of several would read them all again.
 */
const removeOldKeys = ({ db }: TenantTransaction, { member_id, key }: KeyOfMember) =>
  sql`
    DELETE FROM idempotency_keys WHERE (member_id, key) IN (
      ${oldestKeys(sql`member_id = ${member_id} AND key = ${key} AND (${isOld} OR ${isOldOfQueue})`)}
      UNION ALL ${oldestKeys(isOld)}
      UNION ALL ${oldestKeys(isOldOfQueue)})`.execute(db);

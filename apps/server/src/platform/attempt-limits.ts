import { messages } from '@vitrine/contract/messages';
import { sql } from 'kysely';
import { refuse } from './app-error.ts';
import type { Database, TenantTransaction } from './database.ts';
import { hashToken } from './secrets.ts';

/**
 * A number of attempts in a window, whoever makes them: a person, an address or a school. Acts that
 * members do all day count by `kit/member-rate.ts`, inside the statement that does them.
 */
interface AttemptLimit {
  /** The key of a counter: `sign-in:account:…`, `sign-in:address:…`. */
  key: string;
  max: number;
  minutes: number;
  /** The text of the 429, with `{{minutes}}` or `{{hours}}` until the next attempt. */
  message?: string;
}

/**
 * The limit of mails of one kind that a day sends to a mailbox. The key is a hash: it outlasts the removal
 * of a member, whom somebody could add again for the next mail, and names nobody.
 */
export const mailboxLimit = (kind: string, email: string): AttemptLimit => ({
  key: `mailbox:${kind}:${hashToken(email.toLowerCase()).toString('base64url')}`,
  max: MAX_MAILS_A_DAY,
  minutes: 24 * 60,
});

const MAX_MAILS_A_DAY = 10;

/**
 * Counts an attempt under each limit before its work begins. An attempt over a limit is not judged.
 * After success the caller calls `refundAttempt`, so that ordinary use does not use up the limit.
 */
export const reserveAttempt = (database: Database, tenantId: number, limits: AttemptLimit[]) =>
  database.transaction(tenantId, (tx) => countAttempt(tx, limits));

/**
 * Counts an attempt under each limit, in the transaction that does its work: work that fails is not
 * counted. One statement does it, so that parallel attempts cannot pass together. An attempt over a
 * limit gets 429, and counts under no limit. The database holds the counts (`failed_tries`, whose name
 * is older than its use), so that they apply to all servers. Only its clock counts: the windows of a
 * server that is behind would be over before they begin, and nothing would be limited.
 */
export async function countAttempt({ db }: TenantTransaction, limits: AttemptLimit[]) {
  const orderedLimits = limits.toSorted((a, b) => (a.key < b.key ? -1 : 1)); // one lock order: no deadlock
  const keys = orderedLimits.map(({ key }) => key);
  const maxima = orderedLimits.map(({ max }) => max);
  const minutes = orderedLimits.map((limit) => limit.minutes);
  // If a limit is exhausted, no row is locked, so that many refused attempts do not wait.
  const { rows } = await sql<{ key: string; count: number; seconds: number }>`
    WITH limits AS (
      SELECT key, max, now() + make_interval(mins => minutes) AS window_ends, position
      FROM unnest(${keys}::text[], ${maxima}::integer[], ${minutes}::integer[])
        WITH ORDINALITY AS limits (key, max, minutes, position)),
    exhausted AS MATERIALIZED (
      SELECT t.key, t.count + 1 AS count, t.window_ends FROM limits
      JOIN failed_tries t USING (key) WHERE t.count >= limits.max AND t.window_ends > now()),
    counted AS (
      INSERT INTO failed_tries AS t (key, count, window_ends)
      SELECT key, 1, window_ends FROM limits WHERE NOT EXISTS (SELECT FROM exhausted) ORDER BY position
      ON CONFLICT (tenant_id, key) DO UPDATE SET
        count = CASE WHEN t.window_ends > now() THEN t.count + 1 ELSE 1 END,
        window_ends = CASE WHEN t.window_ends > now() THEN t.window_ends ELSE excluded.window_ends END
      RETURNING key, count, window_ends)
    SELECT key, count, greatest(1, ceil(extract(epoch FROM window_ends - now())))::integer AS seconds
    FROM (SELECT * FROM exhausted UNION ALL SELECT * FROM counted) AS tried`.execute(db);
  for (const { key, count, seconds } of rows) {
    const { max, message } = limits.find((limit) => limit.key === key)!;
    if (count <= max) continue;
    throw refuse('too_many_tries', message ?? messages.tooManyTries, 429, {
      values: { minutes: Math.ceil(seconds / 60), hours: Math.ceil(seconds / 3600) },
      retryAfterSeconds: seconds,
    });
  }
}

/** Takes back an attempt that succeeded or was not judged, so that it uses up no limit. */
export async function refundAttempt(database: Database, tenantId: number, keys: string[]) {
  await database.transaction(tenantId, ({ db }) =>
    db
      .updateTable('failed_tries')
      .set(({ fn, eb, val }) => ({ count: fn<number>('greatest', [eb('count', '-', 1), val(0)]) }))
      .where('key', 'in', (eb) =>
        // Locks rows in the same order as `reserveAttempt`, so that there is no deadlock.
        eb
          .selectFrom('failed_tries')
          .select('key')
          .where('key', 'in', keys)
          .orderBy('key')
          .forUpdate(),
      )
      .execute(),
  );
}

/** Deletes counters: the person has proved who they are. */
export async function clearAttempts(database: Database, tenantId: number, keys: string[]) {
  await database.transaction(tenantId, ({ db }) =>
    db.deleteFrom('failed_tries').where('key', 'in', keys).execute(),
  );
}

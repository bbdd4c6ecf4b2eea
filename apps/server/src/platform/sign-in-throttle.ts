import { messages } from '@vitrine/contract/messages';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { refuse } from './app-error.ts';

interface ThrottleLimit {
  /** Whose failures are counted: `sign-in:account:…`, `sign-in:address:…`. */
  key: string;
  max: number;
  minutes: number;
}

/**
 * Counts failures, not use: call `check` before, `note` after one failed. Kept in the database, so
 * that the limit holds over all servers and survives a restart.
 */
export async function checkThrottle(database: Database, tenantId: number, limits: ThrottleLimit[]) {
  const rows = await database.transaction(tenantId, ({ db }) =>
    db
      .selectFrom('failed_tries')
      .select(['key', 'count', 'window_ends'])
      .where(
        'key',
        'in',
        limits.map(({ key }) => key),
      )
      .where('window_ends', '>', new Date())
      .execute(),
  );
  for (const { key, count, window_ends } of rows) {
    const limit = limits.find((one) => one.key === key);
    if (!limit || count < limit.max) continue;
    const seconds = Math.max(1, Math.ceil((window_ends.getTime() - Date.now()) / 1000));
    throw refuse('too_many_tries', messages.tooManyTries, 429, {
      values: { minutes: Math.ceil(seconds / 60) },
      retryAfterSeconds: seconds,
    });
  }
}

export async function recordFailure(database: Database, tenantId: number, limits: ThrottleLimit[]) {
  await database.transaction(tenantId, async ({ db }) => {
    for (const { key, minutes } of limits)
      await db
        .insertInto('failed_tries')
        .values({ key, window_ends: new Date(Date.now() + minutes * 60_000) })
        .onConflict((oc) =>
          oc.columns(['tenant_id', 'key']).doUpdateSet({
            count: sql`case when failed_tries.window_ends > now() then failed_tries.count + 1 else 1 end`,
            window_ends: sql`case when failed_tries.window_ends > now() then failed_tries.window_ends else excluded.window_ends end`,
          }),
        )
        .execute();
  });
}

export async function clearFailures(database: Database, tenantId: number, keys: string[]) {
  await database.transaction(tenantId, ({ db }) =>
    db.deleteFrom('failed_tries').where('key', 'in', keys).execute(),
  );
}

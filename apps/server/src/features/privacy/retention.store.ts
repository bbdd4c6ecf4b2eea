import {
  retentionLimits,
  retentionNames,
  type Retention,
  type RetentionName,
} from '@vitrine/contract/privacy';
import { recordOf } from '@vitrine/contract/record-of';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { enqueueOverdueConversion, enqueueOverdueSweep } from '../../kit/files/files.store.ts';
import {
  enqueueRetention,
  enqueueRetentionIn,
  enqueueRetentionOf,
} from '../../kit/privacy/retention-job.ts';
import { definedColumns } from '../../kit/rows/defined-columns.ts';
import { pruneSearchWords } from '../../kit/search-words.ts';
import type { Database, TenantTransaction } from '../../platform/database.ts';
import { retryFailedJobs, task } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueOverdueErasures } from './erasures.store.ts';

/** The terms of the school. A school that never changed them has the presets. */
export async function readRetention({ db }: TenantTransaction): Promise<Retention> {
  const row = await db.selectFrom('retention_settings').select(retentionNames).executeTakeFirst();
  return row ?? presets;
}

const presets = recordOf(retentionNames, (name) => retentionLimits[name].preset);

/** Schedules the day's job again, so that a shorter time applies at once. */
export async function changeRetention(
  tx: TenantTransaction,
  { tenant_id: _, ...patch }: Partial<Retention> & { tenant_id?: unknown },
) {
  await tx.db
    .insertInto('retention_settings')
    .values({ tenant_id: tx.tenantId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx.db.updateTable('retention_settings').set(definedColumns(patch)).execute();
  await enqueueRetentionIn(tx, 0);
  return readRetention(tx);
}

/** Rows that one statement removes. The next turn is another job with a low priority. */
const BATCH_SIZE = 1_000;
const NEXT_TURN_MS = 1_000;

/** The statements of each retention time. They remove `:limit` rows a turn. */
const sweeps: { name: RetentionName; unit: 'day' | 'month'; removes: string[] }[] = [
  {
    name: 'sign_in_days',
    unit: 'day',
    removes: [
      `DELETE FROM sign_in_links WHERE (tenant_id, token_hash) IN (
        SELECT tenant_id, token_hash FROM sign_in_links WHERE expires_at < :before LIMIT :limit)`,
      `DELETE FROM sessions WHERE (tenant_id, token_hash) IN (
        SELECT tenant_id, token_hash FROM sessions WHERE expires_at < :before LIMIT :limit)`,
      `DELETE FROM known_browsers WHERE (tenant_id, browser_hash, member_id) IN (
        SELECT tenant_id, browser_hash, member_id FROM known_browsers
        WHERE expires_at < :before LIMIT :limit)`,
      `DELETE FROM email_changes WHERE (tenant_id, member_id) IN (
        SELECT tenant_id, member_id FROM email_changes WHERE expires_at < :before LIMIT :limit)`,
      `DELETE FROM failed_tries WHERE (tenant_id, key) IN (
        SELECT tenant_id, key FROM failed_tries WHERE window_ends < :before LIMIT :limit)`,
    ],
  },
  {
    name: 'mail_days',
    unit: 'day',
    removes: [
      `DELETE FROM mails WHERE (tenant_id, id) IN (
        SELECT tenant_id, id FROM mails WHERE created_at < :before ORDER BY id LIMIT :limit)`,
      // Removes the mark of an address that no member has any more.
      `DELETE FROM email_bounces WHERE (tenant_id, email) IN (
        SELECT b.tenant_id, b.email FROM email_bounces b
        WHERE b.at < :before AND NOT EXISTS (SELECT FROM members m
          WHERE lower(m.email) = b.email) LIMIT :limit)`,
    ],
  },
  {
    name: 'import_days',
    unit: 'day',
    removes: [
      `UPDATE import_rows SET item = NULL, message = NULL, "values" = NULL
      WHERE (tenant_id, import_id, line) IN (
        SELECT r.tenant_id, r.import_id, r.line FROM import_rows r
        JOIN imports i ON i.id = r.import_id
        WHERE i.created_at < :before AND i.status IN ('done', 'failed')
          AND (r.item IS NOT NULL OR r.message IS NOT NULL OR r."values" IS NOT NULL)
        LIMIT :limit)`,
      // A line with a number names a person. The others name columns, contents of a course, or why the
      // import stopped.
      `UPDATE imports SET report = (
        SELECT coalesce(jsonb_agg(line ORDER BY place), '[]')
        FROM jsonb_array_elements(report) WITH ORDINALITY AS lines (line, place)
        WHERE NOT line ? 'line' AND line ->> 'item' <> '…')
      WHERE (tenant_id, id) IN (
        SELECT tenant_id, id FROM imports
        WHERE created_at < :before AND status IN ('done', 'failed')
          AND jsonb_path_exists(report, '$[*].line') LIMIT :limit)`,
    ],
  },
  {
    name: 'view_months',
    unit: 'month',
    removes: [
      `DELETE FROM record_views WHERE (tenant_id, member_id, viewer_id, what, day) IN (
        SELECT tenant_id, member_id, viewer_id, what, day FROM record_views
        WHERE day < :before LIMIT :limit)`,
    ],
  },
  {
    name: 'request_months',
    unit: 'month',
    removes: [
      `DELETE FROM data_requests WHERE (tenant_id, id) IN (
        SELECT tenant_id, id FROM data_requests WHERE done_at < :before LIMIT :limit)`,
    ],
  },
];

/** Fixed retention times that no school can change. */
const expiringTables = [
  {
    days: 35,
    remove: `DELETE FROM watched_hours WHERE (tenant_id, member_id, hour) IN (
      SELECT tenant_id, member_id, hour FROM watched_hours
      WHERE hour < :before ORDER BY hour LIMIT :limit)`,
  },
  {
    // A post in a community of 100,000 members adds as many (decision 0121).
    days: 365,
    remove: `DELETE FROM notifications WHERE (tenant_id, id) IN (
      SELECT tenant_id, id FROM notifications
      WHERE at < :before ORDER BY at LIMIT :limit)`,
  },
];

/**
 * Registers the job that applies a school's times once a day, in bounded turns. Each turn schedules
 * the next, and the last try of a failed one schedules the next day's.
 */
export function applyRetention() {
  task(
    'apply-retention',
    async ({ tenantId, database, signal, lastTry }) => {
      try {
        await database.transaction(tenantId, enqueueOverdueErasures);
        await database.transaction(tenantId, enqueueOverdueConversion);
        await database.transaction(tenantId, enqueueOverdueSweep);
        await database.transaction(tenantId, retryFailedJobs);
        const hasMoreRows = await sweepOnce(database, tenantId, signal);
        const hasMore = (await pruneSearchWords(database, tenantId, signal)) || hasMoreRows;
        await database.transaction(tenantId, (tx) =>
          hasMore ? enqueueRetentionIn(tx, NEXT_TURN_MS) : enqueueRetention(tx),
        );
      } catch (error) {
        if (lastTry) await database.transaction(tenantId, enqueueRetention);
        throw error;
      }
    },
    { maxAheadDays: 2 },
  );
}

/** @returns whether it removed a full turn, so that more rows may be due */
async function sweepOnce(database: Database, tenantId: number, signal: AbortSignal) {
  const times = await database.readTransaction(tenantId, readRetention);
  const due = [
    ...sweeps.flatMap(({ name, unit, removes }) =>
      removes.map((remove) => ({ remove, age: `${times[name]} ${unit}` })),
    ),
    ...expiringTables.map(({ remove, days }) => ({ remove, age: `${days} day` })),
  ];
  let full = false;
  for (const { remove, age } of due) {
    if (signal.aborted) return true;
    const { numAffectedRows = 0n } = await database.transaction(tenantId, ({ db }) =>
      sql
        .raw(
          remove
            .replace(':before', `now() - interval '${age}'`)
            .replace(':limit', String(BATCH_SIZE)),
        )
        .execute(db),
    );
    full ||= Number(numAffectedRows) >= BATCH_SIZE;
  }
  const deleted = await database.transaction(tenantId, ({ db }) =>
    // The data of a job may hold an e-mail.
    sql<{ entries: number; jobs: number }>`
      SELECT prune_audit_entries(${times.audit_months}, ${BATCH_SIZE}) AS entries,
        forget_failed_jobs(${times.mail_days}, ${BATCH_SIZE}) AS jobs`.execute(db),
  );
  const { entries = 0, jobs = 0 } = deleted.rows[0] ?? {};
  return full || Math.max(entries, jobs) >= BATCH_SIZE;
}

/**
 * Schedules the daily job of every school that has none yet. It retries while the database is away,
 * so that a listening server does not end.
 */
export async function startRetention(
  { database, log }: Platform,
  isShuttingDown: () => boolean | undefined,
) {
  while (!isShuttingDown())
    try {
      return await enqueueRetentionOfAll(database, isShuttingDown);
    } catch (error) {
      if (isShuttingDown()) return;
      log.error({ err: error }, 'daily jobs are not set yet');
      await sleep(RETRY_MS, undefined, { ref: false });
    }
}

const RETRY_MS = 1_000;

const SCHOOLS_PER_SLICE = 500;

/** A transaction for each school would keep the database busy at the start of a large installation. */
async function enqueueRetentionOfAll(
  database: Database,
  isShuttingDown: () => boolean | undefined,
) {
  let after = 0;
  while (!isShuttingDown()) {
    const tenants = await database.platform
      .selectFrom('tenants')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(SCHOOLS_PER_SLICE)
      .execute();
    const ids = tenants.map(({ id }) => id);
    if (!ids.length) return;
    await enqueueRetentionOf(database, ids);
    after = ids.at(-1)!;
  }
}

import { limits as lives } from '@vitrine/contract/lives';
import { limits } from '@vitrine/contract/posts';
import type pg from 'pg';

const job = (name: string, payload: string, key: string, runAt: string, queue = 'NULL') =>
  `SELECT enqueue_job('${name}', (${payload} || jsonb_build_object('tenantId', app_tenant()))::json,
    app_tenant() || ':${key}' || ${key.endsWith(':') ? 'r.id::text' : "''"}, ${runAt}, 8, ${queue}, 20)`;

/**
 * An archive has no jobs. These statements enqueue the jobs that the imported rows wait for, in the
 * transaction of the import.
 */
const statements = [
  job('apply-retention', `'{}'::jsonb`, 'apply-retention', 'now()'),
  job('sweep-files', `'{}'::jsonb`, 'sweep-files:import', `now() + interval '1 hour'`),
  job('count-scores', `'{}'::jsonb`, 'count-scores', 'now()'),
  `${job('mail-reminder', `jsonb_build_object('id', r.id, 'due', to_char(r.next_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`, 'reminder:', 'r.next_at')}
    FROM reminders r WHERE r.tenant_id = app_tenant() AND r.enabled AND r.next_at IS NOT NULL`,
  `${job('remind-of-live', `jsonb_build_object('liveId', r.id)`, 'live-reminders:', `r.starts_at - interval '${lives.reminderMinutes} minutes'`)}
    FROM lives r WHERE r.tenant_id = app_tenant() AND EXISTS (
      SELECT FROM live_reminders w
      WHERE w.tenant_id = r.tenant_id AND w.live_id = r.id AND w.told_at IS NULL)`,
  `${job('convert-video', `'{}'::jsonb`, 'convert-video', 'now()', `'videos-' || app_tenant() % 64`)}
    WHERE EXISTS (SELECT FROM files WHERE tenant_id = app_tenant() AND state = 'converting')`,
  `${job('erase-member', `jsonb_build_object('memberId', r.id)`, 'erase-member:', 'r.erase_at')}
    FROM members r WHERE r.tenant_id = app_tenant() AND r.erase_at IS NOT NULL`,
  `${job('purge-posts', `'{}'::jsonb`, 'purge-posts:', `r.removed_at + interval '${limits.restoreDays + 1} days'`)}
    FROM (SELECT max(id) AS id, max(removed_at) AS removed_at FROM posts
      WHERE tenant_id = app_tenant() AND removed_at IS NOT NULL GROUP BY removed_at::date) r`,
  // An import that ran at the time of the export does not continue.
  `UPDATE imports SET status = 'failed'
    WHERE tenant_id = app_tenant() AND status IN ('queued', 'running')`,
];

/** Computes what the archive does not contain, in the transaction of the import. */
export async function afterImport(client: pg.Client) {
  for (const statement of statements) await client.query(statement);
}

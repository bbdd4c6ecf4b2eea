import { messages as imports } from '@vitrine/contract/imports';
import { limits as lives } from '@vitrine/contract/lives';
import { limits } from '@vitrine/contract/posts';
import pg from 'pg';
import { communityPath } from '../../platform/schools.ts';
import { awaitsReminder } from '../live-reminder-sql.ts';

const job = (name: string, payload: string, key: string, runAt: string, queue = 'NULL') =>
  `SELECT enqueue_job('${name}', (${payload} || jsonb_build_object('tenantId', app_tenant()))::json,
    app_tenant() || ':${key}' || ${key.endsWith(':') ? 'r.id::text' : "''"}, ${runAt}, 8, ${queue}, 20)`;

/**
 * An archive has no jobs. These statements enqueue the jobs that the imported rows wait for, and
 * rewrite what names the old school, in the transaction of the import.
 */
const statements = (baseUrl: string) => [
  job('apply-retention', `'{}'::jsonb`, 'apply-retention', 'now()'),
  job('sweep-files', `'{}'::jsonb`, 'sweep-files:import', `now() + interval '1 hour'`),
  job('count-scores', `'{}'::jsonb`, 'count-scores', 'now()'),
  `${job('mail-reminder', `jsonb_build_object('id', r.id, 'due', to_char(r.next_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`, 'reminder:', 'r.next_at')}
    FROM reminders r WHERE r.tenant_id = app_tenant() AND r.enabled AND r.next_at IS NOT NULL`,
  `${job('remind-of-live', `jsonb_build_object('liveId', r.id)`, 'live-reminders:', `r.starts_at - interval '${lives.reminderMinutes} minutes'`)}
    FROM lives r WHERE r.tenant_id = app_tenant() AND EXISTS (
      SELECT FROM live_reminders w
      WHERE w.tenant_id = r.tenant_id AND w.live_id = r.id AND ${awaitsReminder('w', 'r')})`,
  `${job('mail-notifications', `'{}'::jsonb`, 'notification-mails:import', 'now()')}
    WHERE EXISTS (SELECT FROM notifications
      WHERE tenant_id = app_tenant() AND by_email AND mailed_at IS NULL)`,
  // The next of the daily portions, a day later: the portion of today may have been sent.
  `${job('invite-imported', `jsonb_build_object('id', r.id, 'base', ${pg.escapeLiteral(baseUrl)}::text, 'per_day', r.choices -> 'per_day')`, 'invite-imported:', `now() + interval '1 day'`)}
    FROM imports r WHERE r.tenant_id = app_tenant() AND r.status = 'done' AND r.undone_at IS NULL
      AND r.choices ->> 'invite' = 'gradual' AND EXISTS (
        SELECT FROM import_rows w WHERE w.tenant_id = r.tenant_id AND w.import_id = r.id
          AND w.outcome = 'created' AND NOT w.invited AND w.member_id IS NOT NULL)`,
  `${job('undo-import', `jsonb_build_object('id', r.id)`, 'undo-import:', 'now()', `'imports-' || app_tenant() % 64`)}
    FROM imports r WHERE r.tenant_id = app_tenant() AND r.undo_line IS NOT NULL`,
  `${job('convert-video', `'{}'::jsonb`, 'convert-video', 'now()', `'videos-' || app_tenant() % 64`)}
    WHERE EXISTS (SELECT FROM files WHERE tenant_id = app_tenant() AND state = 'converting')`,
  `${job('erase-member', `jsonb_build_object('memberId', r.id)`, 'erase-member:', 'r.erase_at')}
    FROM members r WHERE r.tenant_id = app_tenant() AND r.erase_at IS NOT NULL`,
  `${job('purge-posts', `'{}'::jsonb`, 'purge-posts:', `r.removed_at + interval '${limits.restoreDays + 1} days'`)}
    FROM (SELECT max(id) AS id, max(removed_at) AS removed_at FROM posts
      WHERE tenant_id = app_tenant() AND removed_at IS NOT NULL GROUP BY removed_at::date) r`,
  // An import that ran at the time of the export does not continue. A sweep deletes its file.
  `UPDATE files SET unused_since = now() WHERE tenant_id = app_tenant() AND use = 'import_file'`,
  `UPDATE imports SET status = 'failed', path = NULL, kept = NULL, report = report
      || jsonb_build_object('item', filename, 'message', ${pg.escapeLiteral(imports.movedAway)}::text)
    WHERE tenant_id = app_tenant() AND status IN ('queued', 'running')`,
  // The path of a community names the school. A sign-in leads to the new one.
  `UPDATE platform_settings
    SET redirect_url = regexp_replace(redirect_url, '^${communityPath}[0-9]+/', '${communityPath}' || app_tenant() || '/')
    WHERE tenant_id = app_tenant()`,
];

/** Computes what the archive does not contain, in the transaction of the import. */
export async function afterImport(client: pg.Client, baseUrl: string) {
  for (const statement of statements(baseUrl)) await client.query(statement);
}

import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { TenantTransaction } from '../platform/database.ts';
import { eventKind } from '../platform/events.ts';
import type { Member } from '../platform/session.ts';
import { statement } from '../platform/statement.ts';

const writeEntry = statement({
  name: 'audit.write-entry',
  sql: `WITH entry AS (
      INSERT INTO audit_entries (member_id, action, params, request_id)
      VALUES (:memberId::bigint, :action, :params::jsonb, :requestId) RETURNING id)
    SELECT pg_notify('events', json_build_object(
      'tenant', :tenantId::bigint, 'kind', 'change', 'id', entry.id)::text)::text AS notified
    FROM entry`,
  row: z.object({ notified: z.string() }),
});

/**
 * Writes one audit row per change (safety, It keeps working), and tells the staff's open pages.
 * `mount` calls it for staff and admin routes; a `withoutTransaction` handler calls it in its own
 * transaction.
 */
export function writeAuditEntry(
  tx: TenantTransaction,
  action: string,
  { member, params, request }: { member: Member; params: unknown; request: FastifyRequest },
) {
  tx.runAtCommit(writeEntry, {
    memberId: member.id,
    action,
    params: JSON.stringify(params ?? {}),
    requestId: request.id,
  });
}

/** An action begins with its domain: `carousels.order`. */
const changedDomain = statement({
  name: 'audit.changed-domain',
  sql: `SELECT split_part(a.action, '.', 1) AS domain, ARRAY(
      SELECT m.id FROM members m
      WHERE m.id = ANY (:memberIds::bigint[]) AND is_staff(m.roles)) AS readers
    FROM audit_entries a WHERE a.id = :id`,
  row: z.object({ domain: z.string(), readers: z.array(z.number()) }),
});

eventKind('change', async (reader, id, memberIds) => {
  const [row] = await reader.run(changedDomain, { id, memberIds });
  return row ? { data: { domain: row.domain }, readers: row.readers } : null;
});

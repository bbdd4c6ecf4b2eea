import type { FastifyRequest } from 'fastify';
import type { TenantTransaction } from '../platform/database.ts';
import type { Member } from '../platform/session.ts';

/**
 * Writes one audit row per change (safety, It keeps working). `mount` calls it for staff and admin
 * routes; a `withoutTransaction` handler calls it in its own transaction.
 */
export async function writeAuditEntry(
  tx: TenantTransaction,
  action: string,
  { member, params, request }: { member: Member; params: unknown; request: FastifyRequest },
) {
  await tx.db
    .insertInto('audit_entries')
    .values({
      member_id: member.id,
      action,
      params: JSON.stringify(params ?? {}),
      request_id: request.id,
    })
    .execute();
}

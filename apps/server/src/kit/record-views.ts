import type { viewKinds } from '@vitrine/contract/privacy';
import * as z from 'zod/mini';
import type { TenantReader } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

const insertView = statement({
  name: 'record-views.insert',
  sql: `INSERT INTO record_views (tenant_id, member_id, viewer_id, what)
    SELECT m.tenant_id, m.id, :viewerId::bigint, :what
    FROM members m WHERE m.id = :memberId AND m.id <> :viewerId::bigint
    ON CONFLICT (tenant_id, member_id, viewer_id, what, day) DO UPDATE SET at = now()`,
  row: z.object({}),
});

interface RecordView {
  memberId: number;
  viewerId: number;
  what: (typeof viewKinds)[number];
}

/**
 * Records that a staff member opened a member's record. A member's view of their own record is not
 * recorded.
 */
export async function recordView(writer: TenantReader, view: RecordView) {
  await writer.run(insertView, { ...view });
}

import { messages } from '@vitrine/contract/privacy';
import { requireMember } from '../../kit/access/require-member.ts';
import { refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Member } from '../../platform/session.ts';

/** Throws 403 unless the requester may open the record: only owners open that of an owner. */
export async function requireManaged(tx: TenantTransaction, id: number, requester: Member) {
  const { roles } = await requireMember(tx, id);
  if (roles.includes('owner') && !requester.roles.includes('owner'))
    throw refuse('owners_only', messages.ownersOnly, 403);
}

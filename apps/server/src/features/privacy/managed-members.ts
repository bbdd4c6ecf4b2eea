import { messages } from '@vitrine/contract/privacy';
import { notFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Member } from '../../platform/session.ts';

/** Throws 404 for an unknown member, and for one whose erasure has begun. */
export async function requireActiveMember({ db }: TenantTransaction, id: number) {
  const member = await db
    .selectFrom('members')
    .select('roles')
    .where('id', '=', id)
    .where('erase_at', 'is', null)
    .executeTakeFirst();
  if (!member) throw notFound();
  return member;
}

/** Throws 403 unless the requester may open the record: only owners open that of an owner. */
export async function requireManaged(tx: TenantTransaction, id: number, requester: Member) {
  const { roles } = await requireActiveMember(tx, id);
  if (roles.includes('owner') && !requester.roles.includes('owner'))
    throw refuse('owners_only', messages.ownersOnly, 403);
}

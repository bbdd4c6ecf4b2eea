import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';

/** Returns the roles of a member. Throws 404 for an unknown one, and for one whose erasure has begun. */
export async function requireMember({ db }: TenantTransaction, id: number) {
  return orNotFound(
    await db
      .selectFrom('members')
      .select('roles')
      .where('id', '=', id)
      .where('erase_at', 'is', null)
      .executeTakeFirst(),
  );
}

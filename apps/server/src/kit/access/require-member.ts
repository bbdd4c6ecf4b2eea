import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';

/** Throws 404 unless the school has this member. */
export async function requireMember({ db }: TenantTransaction, id: number) {
  orNotFound(await db.selectFrom('members').select('id').where('id', '=', id).executeTakeFirst());
}

import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';

/** Throws 404 for an unknown community. */
export async function requireCommunity({ db }: TenantTransaction, id: number) {
  orNotFound(
    await db.selectFrom('communities').select('id').where('id', '=', id).executeTakeFirst(),
  );
}

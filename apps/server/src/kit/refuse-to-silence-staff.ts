import { sql } from 'kysely';
import { orNotFound, refuse } from '../platform/app-error.ts';
import type { TenantTransaction } from '../platform/database.ts';

/** Throws 409 with this message for staff, and 404 unless the school has this member. */
export async function refuseToSilenceStaff(
  { db }: TenantTransaction,
  memberId: number,
  message: string,
) {
  const { staff } = orNotFound(
    await db
      .selectFrom('members')
      .select(sql<boolean>`is_staff(roles)`.as('staff'))
      .where('id', '=', memberId)
      .executeTakeFirst(),
  );
  if (staff) throw refuse('staff_silence', message, 409);
}

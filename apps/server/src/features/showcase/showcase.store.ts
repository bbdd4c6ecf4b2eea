import type { TenantTransaction } from '../../platform/database.ts';

export async function showBlocked({ db }: TenantTransaction, show_blocked_content: boolean) {
  await db.updateTable('platform_settings').set({ show_blocked_content }).execute();
  return { show_blocked_content };
}

export const readBlocked = ({ db }: TenantTransaction) =>
  db.selectFrom('platform_settings').select('show_blocked_content').executeTakeFirstOrThrow();

import type { Scope } from '../../platform/database.ts';

export async function showBlocked({ db }: Scope, show_blocked_content: boolean) {
  await db.updateTable('platform_settings').set({ show_blocked_content }).execute();
  return { show_blocked_content };
}

export const readBlocked = ({ db }: Scope) =>
  db.selectFrom('platform_settings').select('show_blocked_content').executeTakeFirstOrThrow();

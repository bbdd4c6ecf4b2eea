import type { TenantTransaction } from '../../platform/database.ts';

/** Only reads the settings. `platform-settings` writes them. */
export const readBlocked = ({ db }: TenantTransaction) =>
  db.selectFrom('platform_settings').select('show_blocked_content').executeTakeFirstOrThrow();

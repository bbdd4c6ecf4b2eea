import { forgetSchoolAfterCommit } from '../../kit/school-cache.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeSettings, type SettingsInput } from './platform-settings.store.ts';

/** Changes the settings. The next request on this server reads them. */
export function saveSettings(platform: Platform, tx: TenantTransaction, patch: SettingsInput) {
  forgetSchoolAfterCommit(platform, tx);
  return changeSettings(tx, patch);
}

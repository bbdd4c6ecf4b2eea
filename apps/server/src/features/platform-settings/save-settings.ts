import type { platformSettings } from '@vitrine/contract/platform-settings';
import { writeAuditEntry } from '../../kit/audit.ts';
import type { Call } from '../../kit/http/call.ts';
import { forgetSchoolAfterCommit } from '../../kit/school-cache.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeSettings, type SettingsInput } from './platform-settings.store.ts';
import { storeParts } from './settings-images.ts';

/** Changes the settings. The next request on this server reads them. */
export function saveSettings(platform: Platform, tx: TenantTransaction, patch: SettingsInput) {
  forgetSchoolAfterCommit(platform, tx);
  return changeSettings(tx, patch);
}

/** The same for a form with images. It stores them first, so that no transaction waits for them. */
export async function saveSettingsWithFiles(
  platform: Platform,
  action: string,
  call: Call<typeof platformSettings.update>,
) {
  const { id } = call.school.tenant;
  const images = await storeParts(platform, { tenantId: id, memberId: call.member.id }, call.files);
  return platform.database.transaction(id, async (tx) => {
    const settings = await saveSettings(platform, tx, { ...call.body, ...images });
    writeAuditEntry(tx, action, call);
    return settings;
  });
}

import { platformSettings } from '@vitrine/contract/platform-settings';
import type { PlatformSettings } from '@vitrine/contract/site';
import type { Updateable } from 'kysely';
import { serialize } from '../../kit/answers.ts';
import {
  setSystemFlags,
  systemFlagsOf,
  withoutSystemFlags,
  type SystemFlags,
} from '../../kit/system-carousels.ts';
import { nextVersion, staleVersion } from '../../kit/versions.ts';
import { cleanHtml } from '../../platform/clean-html.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { PlatformSettings as Row } from '../../platform/database.types.ts';
import { claimImages, releaseImages } from './settings-images.ts';
import { checkLoginPage } from './login-page.rules.ts';

/**
 * What changes; the rest stays. Beside the one wide row stand `name`, which is the school's own, and
 * the switches of the system's carousels.
 */
type SettingsPatch = Omit<Updateable<Row>, 'tenant_id' | 'version'> &
  Partial<SystemFlags> & { name?: string };

/** As a panel sent it: with the version it last saw, and a school that has been compared already. */
type SettingsInput = { [Column in keyof SettingsPatch]: SettingsPatch[Column] | undefined } & {
  tenant_id?: unknown;
  version?: number | undefined;
};

/** The whole row, the school's name and the switches of its carousels, as they stand now. */
export async function showSettings(tx: TenantTransaction): Promise<PlatformSettings> {
  const row = await tx.db
    .selectFrom('platform_settings')
    .innerJoin('tenants', 'tenants.id', 'platform_settings.tenant_id')
    .selectAll('platform_settings')
    .select('tenants.name')
    .where('tenant_id', '=', tx.tenantId)
    .executeTakeFirstOrThrow();
  return { ...row, ...(await systemFlagsOf(tx)) } as unknown as PlatformSettings;
}

/**
 * Changes what the patch names, one change after the other: of two that race, both survive where
 * they name different things. A version that is out of date is 409 with what stands now.
 */
export async function changeSettings(
  tx: TenantTransaction,
  { version, ...sent }: SettingsInput,
): Promise<PlatformSettings> {
  const before = await takeSettings(tx);
  if (version !== undefined && version !== before.version)
    throw await staleVersion(tx, {
      table: 'platform_settings',
      id: tx.tenantId,
      current: async () => asAnswered(before),
    });
  const { name, ...given } = withoutGaps(sent);
  await setSystemFlags(tx, given);
  const columns = withoutSystemFlags(given);
  const patch = {
    ...columns,
    ...cleaned(tx, columns),
    ...(await claimImages(tx, before, columns)),
  };
  checkLoginPage({ ...before, ...patch } as PlatformSettings, patch);
  if (name !== undefined)
    await tx.db.updateTable('tenants').set({ name }).where('id', '=', tx.tenantId).execute();
  await tx.db
    .updateTable('platform_settings')
    .set({ ...patch, version: nextVersion })
    .execute();
  await releaseImages(tx, before, columns);
  return showSettings(tx);
}

/** Whoever changes them too waits until this transaction ends, and then sees what it left. */
async function takeSettings(tx: TenantTransaction) {
  await tx.db.selectFrom('platform_settings').select('version').forNoKeyUpdate().execute();
  return showSettings(tx);
}

const asAnswered = (data: PlatformSettings) =>
  serialize(platformSettings.show, { data })['data'] as PlatformSettings;

/** The columns that were sent; the school's id has been compared by now, and is none of them. */
const withoutGaps = (sent: Omit<SettingsInput, 'version'>) =>
  Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => name !== 'tenant_id' && value !== undefined),
  ) as SettingsPatch;

function cleaned({ tenantId }: TenantTransaction, { use_terms, privacy_terms }: SettingsPatch) {
  return {
    ...(use_terms !== undefined && { use_terms: cleanHtml(use_terms, tenantId) }),
    ...(privacy_terms !== undefined && { privacy_terms: cleanHtml(privacy_terms, tenantId) }),
  };
}

import { platformSettings } from '@vitrine/contract/platform-settings';
import type { PlatformSettings } from '@vitrine/contract/site';
import { wireData } from '../../kit/http/answers.ts';
import { nextVersion, staleVersion } from '../../kit/rows/versions.ts';
import {
  setSystemFlags,
  systemFlagsOf,
  withoutSystemFlags,
  type SystemFlags,
} from '../../kit/showcase/system-carousels.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { claimImages, releaseImages } from './settings-images.ts';
import { checkSettings, cleanPatch, type SettingsPatch } from './settings-rules.ts';

/** A patch as a panel sends it: with the version it last read. `tenant_id` has been compared already. */
export type SettingsInput = {
  [Column in keyof SettingsPatch]: SettingsPatch[Column] | undefined;
} & {
  tenant_id?: unknown;
  version?: number | undefined;
};

/** The current settings: the row, the school's name and the flags of the system carousels. */
export async function showSettings(tx: TenantTransaction): Promise<PlatformSettings> {
  const row = await tx.db
    .selectFrom('platform_settings')
    .innerJoin('tenants', 'tenants.id', 'platform_settings.tenant_id')
    .selectAll('platform_settings')
    .select('tenants.name')
    .$castTo<Omit<PlatformSettings, keyof SystemFlags>>()
    .executeTakeFirstOrThrow();
  return { ...row, ...(await systemFlagsOf(tx)) };
}

/**
 * Changes the columns that the patch names. Two patches at once run one after the other, so both
 * survive where they name different columns. An outdated version is 409 with the current settings.
 */
export async function changeSettings(
  tx: TenantTransaction,
  { version, ...sent }: SettingsInput,
): Promise<PlatformSettings> {
  const previous = await lockSettings(tx);
  if (version !== undefined && version !== previous.version)
    throw await staleVersion(tx, {
      table: 'platform_settings',
      id: tx.tenantId,
      current: async () => wireData(platformSettings.show, previous),
    });
  const { name, ...givenColumns } = withoutUndefined(sent);
  await setSystemFlags(tx, givenColumns);
  const columns = withoutSystemFlags(givenColumns);
  const patch = {
    ...cleanPatch(columns, tx.tenantId),
    ...(await claimImages(tx, previous, columns)),
  };
  await checkSettings({ ...previous, ...patch } as PlatformSettings, patch, tx);
  if (name !== undefined)
    await tx.db.updateTable('tenants').set({ name }).where('id', '=', tx.tenantId).execute();
  await tx.db
    .updateTable('platform_settings')
    .set({ ...patch, version: nextVersion })
    .execute();
  await releaseImages(tx, previous, columns);
  return showSettings(tx);
}

/** Locks the row: another change waits until this transaction ends, and then reads its result. */
async function lockSettings(tx: TenantTransaction) {
  await tx.db.selectFrom('platform_settings').select('version').forNoKeyUpdate().execute();
  return showSettings(tx);
}

/** The columns that were sent, without `tenant_id`, which is never written. */
const withoutUndefined = (patch: Omit<SettingsInput, 'version'>) =>
  Object.fromEntries(
    Object.entries(patch).filter(([name, value]) => name !== 'tenant_id' && value !== undefined),
  ) as SettingsPatch;

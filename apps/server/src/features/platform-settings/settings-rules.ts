import type { PlatformSettings } from '@vitrine/contract/site';
import type { Updateable } from 'kysely';
import type { SystemFlags } from '../../kit/showcase/system-carousels.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { PlatformSettings as Row } from '../../platform/database.types.ts';

/**
 * The changed columns. `name` is a column of `tenants`, and the four `show_carrousel_*` flags are
 * rows of `carousels`.
 */
export type SettingsPatch = Omit<Updateable<Row>, 'tenant_id' | 'version'> &
  Partial<SystemFlags> & { name?: string };

/** The rules of a panel. They hold for every patch, whichever call sends it. */
interface SettingsRule {
  /** Answers the columns of the patch that are stored in another form than they were sent. */
  clean?(patch: SettingsPatch, tenantId: number): SettingsPatch;
  /** Throws where the settings, with the patch in, break the rule. */
  check?(
    after: PlatformSettings,
    patch: SettingsPatch,
    tx: TenantTransaction,
  ): void | Promise<void>;
}

const rules = new Set<SettingsRule>();

/**
 * Registers a rule, once, where its domain is loaded. `updateCustomBasic` takes the columns of every
 * panel, and this base feature may import no panel's feature.
 */
export const settingsRule = (rule: SettingsRule) => void rules.add(rule);

/** Runs the `clean` of every panel's rule. Each returns the columns that it changes. */
export const cleanPatch = (patch: SettingsPatch, tenantId: number): SettingsPatch =>
  Object.assign({ ...patch }, ...[...rules].map(({ clean }) => clean?.(patch, tenantId)));

/** Runs the `check` of every panel's rule. One that fails throws 422. */
export async function checkSettings(
  after: PlatformSettings,
  patch: SettingsPatch,
  tx: TenantTransaction,
) {
  for (const { check } of rules) await check?.(after, patch, tx);
}

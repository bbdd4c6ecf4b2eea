import { systemFlags, systemTypes, type SystemType } from '@vitrine/contract/carousels';
import { recordOf } from '@vitrine/contract/record-of';
import type { TenantTransaction } from '../../platform/database.ts';
import { lockList } from '../rows/ordering.ts';

/**
 * Publishes or hides a system carousel. The switches of the settings are stored in its `published`
 * only (contract, decision 4).
 */
export async function publishSystemCarousel(
  { db }: TenantTransaction,
  type: SystemType,
  on: boolean,
) {
  await db
    .updateTable('carousels')
    .set({ published: on })
    .where('type', '=', Number(type))
    .execute();
}

/** The four settings that publish system carousels (contract, decision 4). */
export type SystemFlags = Record<keyof typeof systemFlags, boolean>;

const flags = Object.keys(systemFlags) as (keyof typeof systemFlags)[];

/** Reads the four `show_carrousel_*` flags of the settings. */
export async function systemFlagsOf(tx: TenantTransaction): Promise<SystemFlags> {
  const publishedSystemTypes = await publishedTypes(tx);
  return recordOf(flags, (flag) => publishedSystemTypes.has(systemFlags[flag]));
}

/** Stores the system flags of a settings patch. The other fields are stored elsewhere. */
export async function setSystemFlags(tx: TenantTransaction, patch: Partial<SystemFlags>) {
  if (flags.every((flag) => patch[flag] === undefined)) return;
  // An order locks the carousels in the order that a person gave them. It waits, or both would.
  await lockList(tx, 'carousels');
  for (const flag of flags)
    if (patch[flag] !== undefined) await publishSystemCarousel(tx, systemFlags[flag], patch[flag]);
}

/** A patch of settings without the flags that carousels store. */
export const withoutSystemFlags = <Patch extends Partial<SystemFlags>>(patch: Patch) =>
  Object.fromEntries(Object.entries(patch).filter(([name]) => !(name in systemFlags))) as Omit<
    Patch,
    keyof SystemFlags
  >;

/** Whether the system carousel of a type is published. */
export const isPublished = async (tx: TenantTransaction, type: SystemType) =>
  (await publishedTypes(tx)).has(type);

async function publishedTypes({ db }: TenantTransaction): Promise<Set<string>> {
  const rows = await db
    .selectFrom('carousels')
    .select('type')
    .where('type', 'in', systemTypes.map(Number))
    .where('published', '=', true)
    .execute();
  return new Set(rows.map(({ type }) => String(type)));
}

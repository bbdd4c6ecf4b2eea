import { systemFlags, type SystemType } from '@vitrine/contract/carousels';
import type { Scope } from '../platform/database.ts';

/**
 * The system's own carousels are what the switches of the settings publish: the row's `published`
 * is the one place where a switch stands (contract, decision 4).
 */
export async function publishSystemCarousel({ db }: Scope, type: SystemType, on: boolean) {
  await db
    .updateTable('carousels')
    .set({ published: on })
    .where('type', '=', Number(type))
    .execute();
}

export type SystemFlags = Record<keyof typeof systemFlags, boolean>;

/** The four `show_carrousel_*` flags of the settings, as they stand. */
export async function systemFlagsOf(school: Scope): Promise<SystemFlags> {
  const on = await publishedTypes(school);
  return Object.fromEntries(
    Object.entries(systemFlags).map(([flag, type]) => [flag, on.has(type)]),
  ) as SystemFlags;
}

export const isPublished = async (school: Scope, type: SystemType) =>
  (await publishedTypes(school)).has(type);

async function publishedTypes({ db }: Scope): Promise<Set<string>> {
  const rows = await db
    .selectFrom('carousels')
    .select('type')
    .where('type', '>=', 5)
    .where('published', '=', true)
    .execute();
  return new Set(rows.map(({ type }) => String(type)));
}

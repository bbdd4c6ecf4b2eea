import { isSystem, messages, type CarouselType } from '@vitrine/contract/carousels';
import { orNotFound, refuse } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';

/** Locks a carousel for this transaction. Throws 403 for a system carousel. */
export async function lockEditable({ db }: TenantTransaction, id: number) {
  const row = await db
    .selectFrom('carousels')
    .select(['type', 'type_content'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const { type_content, ...columns } = orNotFound(row);
  const type = String(columns.type) as CarouselType;
  if (isSystem(type)) throw refuse('system_carousel', messages.system, 403);
  return { type, type_content };
}

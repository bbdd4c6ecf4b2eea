import { messages, type CarouselType, type TypeContent } from '@vitrine/contract/carousels';
import type { TenantTransaction } from '../../platform/database.ts';
import { orNotFound, refuse } from '../../platform/app-error.ts';

/** The carousel, kept for this transaction; one of the system's is not the admin's to change. */
export async function takeEditable({ db }: TenantTransaction, id: number) {
  const row = await db
    .selectFrom('carousels')
    .select(['type', 'type_content'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const { type, type_content } = orNotFound(row);
  if (type >= 5) throw refuse('system_carousel', messages.system, 403);
  return { type: String(type) as CarouselType, type_content: type_content as TypeContent };
}

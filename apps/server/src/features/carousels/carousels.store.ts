import {
  cardTypes,
  continueTypes,
  type CarouselWithItems,
  type CarouselInput,
  type Carousel,
} from '@vitrine/contract/carousels';
import { sql } from 'kysely';
import { definedColumns } from '../../kit/rows/defined-columns.ts';
import { lockList, reorder } from '../../kit/rows/ordering.ts';
import { nextVersion, lockVersion } from '../../kit/rows/versions.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { fillCarousel, typeContentOf } from './carousel-content.store.ts';
import { listCarousels, readCarousel, type CarouselViewer } from './carousels.reader.ts';
import { lockEditable } from './editable.ts';

type SavedCarousel = Pick<Carousel, 'id' | 'type' | 'card_type'>;

/**
 * Adds a carousel as the first of the display (C section 4), which is the end of the stored order.
 * The carousels of lessons to continue keep the first places until an admin moves them.
 */
export async function addCarousel(
  tx: TenantTransaction,
  input: CarouselInput,
): Promise<SavedCarousel> {
  await lockList(tx, 'carousels');
  await tx.db
    .updateTable('carousels')
    .set(({ eb }) => ({ position: eb('position', '+', 1) }))
    .where('position', '>=', positionOfNew)
    .execute();
  const { id } = await tx.db
    .insertInto('carousels')
    .values({ title: input.title, type: Number(input.type), position: positionOfNew })
    .returning('id')
    .executeTakeFirstOrThrow();
  return saveCarousel(tx, id, input);
}

/** The position behind all carousels, but before those of lessons to continue. */
const positionOfNew = sql<number>`(
  SELECT coalesce(max(position), 0) + 1 FROM carousels WHERE type NOT IN (${sql.raw(continueTypes.join(', '))}))`;

/** Throws 403 for a system carousel, and 409 if the version is out of date. */
export async function changeCarousel(
  tx: TenantTransaction,
  viewer: CarouselViewer,
  id: number,
  input: CarouselInput,
): Promise<SavedCarousel> {
  await lockEditable(tx, id);
  const current = async () =>
    (JSON.parse(await readCarousel(tx, viewer, id)) as { data: CarouselWithItems }).data;
  await lockVersion(tx, { table: 'carousels', id, version: input.version, current });
  await tx.db.updateTable('carousels').set({ version: nextVersion }).where('id', '=', id).execute();
  return saveCarousel(tx, id, input);
}

/** Saves a carousel and publishes it (C section 4). Omitted looks are kept. */
async function saveCarousel(
  tx: TenantTransaction,
  id: number,
  input: CarouselInput,
): Promise<SavedCarousel> {
  const { tenant_id: _, version: __, custom: ___, content: ____, ...style } = input;
  const saved = await tx.db
    .updateTable('carousels')
    .set(
      definedColumns({
        ...style,
        type: Number(input.type),
        type_content: typeContentOf(input),
        carousel_type: input.carousel_type ?? kindOfCard(input.card_type),
        published: true,
      }),
    )
    .where('id', '=', id)
    .returning(({ fn, ref }) => [
      'id',
      'type',
      fn.coalesce('card_type', fn<string>('carousel_card_type', [ref('type')])).as('card_type'),
    ])
    .executeTakeFirstOrThrow();
  await fillCarousel(tx, id, input);
  return { ...saved, type: String(saved.type) } as SavedCarousel;
}

function kindOfCard(card: CarouselInput['card_type']) {
  if (!card) return undefined;
  return (cardTypes.Destacado as readonly string[]).includes(card) ? 'Destacado' : 'Regular';
}

/** @param published undefined toggles it */
export async function publishCarousel({ db }: TenantTransaction, id: number, published?: boolean) {
  const changed = await db
    .updateTable('carousels')
    .set(({ not, ref }) => ({ published: published ?? not(ref('published')) }))
    .where('id', '=', id)
    .returning(['id', 'published'])
    .executeTakeFirst();
  return orNotFound(changed);
}

/** Throws 403 for a system carousel (C section 6). */
export async function removeCarousel(tx: TenantTransaction, id: number) {
  await lockEditable(tx, id);
  await tx.db.deleteFrom('carousels').where('id', '=', id).execute();
}

/** Orders all carousels, also unpublished ones, and returns them. */
export async function orderCarousels(tx: TenantTransaction, viewer: CarouselViewer, ids: number[]) {
  const current = async () => JSON.parse(await listCarousels(tx, viewer)) as Carousel[];
  await reorder(tx, { table: 'carousels', ids, current });
  return current();
}

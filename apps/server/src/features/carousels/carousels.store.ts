import {
  cardTypes,
  type Carousel,
  type CarouselInput,
  type CarouselRow,
} from '@vitrine/contract/carousels';
import { sql } from 'kysely';
import { changes } from '../../kit/changes.ts';
import { lockList, reorder } from '../../kit/ordering.ts';
import { nextVersion, takeVersion } from '../../kit/versions.ts';
import type { Scope } from '../../platform/database.ts';
import { found } from '../../platform/refusals.ts';
import { fillCarousel, typeContentOf } from './carousel-content.store.ts';
import { listCarousels, readCarousel, type Reading } from './carousels.reader.ts';
import { takeEditable } from './editable.ts';

type Saved = Pick<Carousel, 'id' | 'type' | 'card_type'>;

/**
 * The latest stands first (C section 4), that is at the end of what is kept: but for what one goes
 * on with, which keeps the first places until somebody moves it.
 */
export async function addCarousel(school: Scope, input: CarouselInput): Promise<Saved> {
  await lockList(school, 'carousels');
  await school.db
    .updateTable('carousels')
    .set(({ eb }) => ({ position: eb('position', '+', 1) }))
    .where('position', '>=', belowGoingOn)
    .execute();
  const { id } = await school.db
    .insertInto('carousels')
    .values({ title: input.title, type: Number(input.type), position: belowGoingOn })
    .returning('id')
    .executeTakeFirstOrThrow();
  return saveCarousel(school, id, input);
}

/** Above every row but those of types 5 to 7 that stand first. */
const belowGoingOn = sql<number>`(
  SELECT coalesce(max(position), 0) + 1 FROM carousels WHERE type NOT BETWEEN 5 AND 7)`;

export async function changeCarousel(
  school: Scope,
  reading: Reading,
  id: number,
  input: CarouselInput,
): Promise<Saved> {
  await takeEditable(school, id);
  const current = async () =>
    (JSON.parse(await readCarousel(school, reading, id)) as { data: CarouselRow }).data;
  await takeVersion(school, { table: 'carousels', id, version: input.version, current });
  await school.db
    .updateTable('carousels')
    .set({ version: nextVersion })
    .where('id', '=', id)
    .execute();
  return saveCarousel(school, id, input);
}

/** What is left out of the looks stays as it is; what is saved is published (C section 4). */
async function saveCarousel(school: Scope, id: number, input: CarouselInput): Promise<Saved> {
  const { tenant_id: _, version: __, custom: ___, content: ____, ...looks } = input;
  const saved = await school.db
    .updateTable('carousels')
    .set(
      changes({
        ...looks,
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
  await fillCarousel(school, id, input);
  return { ...saved, type: String(saved.type) } as Saved;
}

const kindOfCard = (card: CarouselInput['card_type']) =>
  card
    ? (cardTypes.Destacado as readonly string[]).includes(card)
      ? 'Destacado'
      : 'Regular'
    : undefined;

/** @param wanted left out, it becomes what it is not */
export async function publishCarousel({ db }: Scope, id: number, wanted?: boolean) {
  const changed = await db
    .updateTable('carousels')
    .set(({ not, ref }) => ({ published: wanted ?? not(ref('published')) }))
    .where('id', '=', id)
    .returning(['id', 'published'])
    .executeTakeFirst();
  return found(changed);
}

export async function removeCarousel(school: Scope, id: number) {
  await takeEditable(school, id);
  await school.db.deleteFrom('carousels').where('id', '=', id).execute();
}

/** All of the school's, published or not, as they stand afterwards. */
export async function orderCarousels(school: Scope, reading: Reading, ids: number[]) {
  const current = async () => JSON.parse(await listCarousels(school, reading)) as Carousel[];
  await reorder(school, { table: 'carousels', ids, current });
  return current();
}

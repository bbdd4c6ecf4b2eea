import { carouselType, type CarouselItem } from '@vitrine/contract/carousels';
import * as z from 'zod/mini';
import type { Audience } from '../../kit/access/audience.ts';
import { viewerCteHolding } from '../../kit/access/course-access.ts';
import { cards } from '../../kit/showcase/cards.ts';
import { picksByPath, NO_CAROUSEL } from '../../kit/showcase/picks.ts';
import type { TenantReader } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';
import { cachedCard, thingPath, pathUpTo, type CachedCard } from './cached-card.ts';
import type { OwnPart } from './own-part.ts';
import type { SharedPart } from './shared-part.ts';
import type { ThingPath } from './viewer-part.ts';

/** The things on a reader's page beyond the shared part. */
export const thingsOf = (
  { carousels: rows }: SharedPart,
  { lessonsToContinue, favoriteList }: OwnPart,
): ThingPath[] => [
  ...lessonsToContinue.flatMap((path) => [path, pathUpTo(1, path)]),
  ...(rows.some(({ type }) => type === carouselType.continueModules)
    ? lessonsToContinue.map((path) => pathUpTo(2, path))
    : []),
  ...(rows.some(({ type }) => type === carouselType.myList) ? favoriteList : []),
];

const thingCards = statement({
  name: 'home.things',
  sql: `WITH ${viewerCteHolding(':products::bigint[]')}, ${picksByPath}, ${cards()}
    SELECT coalesce((SELECT cards.list FROM cards WHERE cards.carousel_id = ${NO_CAROUSEL}), '[]') AS cards`,
  row: z.object({ cards: z.array(z.custom<CarouselItem>()) }),
});

/** Loads the cards of these things, and stores them in the shared part. */
export async function loadThings(
  reader: TenantReader,
  { staff, products }: Audience,
  part: SharedPart,
  paths: ThingPath[],
) {
  const ids = (depth: number) => paths.map((path) => path.split('/')[depth] ?? null);
  const [row] = await reader.run(thingCards, {
    memberId: null,
    isStaff: staff,
    products,
    courseIds: ids(0),
    moduleIds: ids(1),
    lessonIds: ids(2),
  });
  const cardByPath = new Map<ThingPath, CachedCard>();
  for (const item of row!.cards) {
    const card = cachedCard(item);
    cardByPath.set(thingPath(card), card);
    part.size += JSON.stringify(item).length * 3;
  }
  for (const path of paths) part.things.set(path, cardByPath.get(path) ?? null);
}

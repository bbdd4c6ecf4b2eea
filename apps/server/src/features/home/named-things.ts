import { carouselType, type CarouselItem } from '@vitrine/contract/carousels';
import { cards } from '../../kit/showcase/cards.ts';
import { viewerCteHolding } from '../../kit/course-access.ts';
import { namedPicks, noRow } from '../../kit/showcase/picks.ts';
import type { TenantReader } from '../../platform/database.ts';
import { cachedCard, pathOf, pathUpTo, type CachedCard } from './cached-card.ts';
import type { ViewerPart, ThingPath } from './viewer-part.ts';
import type { Audience, SharedPart } from './shared-part.ts';

/** What a reader's page names besides what all of their audience see. */
export const thingsOf = ({ rows }: SharedPart, { begun, list }: ViewerPart): ThingPath[] => [
  ...begun.flatMap((path) => [path, pathUpTo(1, path)]),
  ...(rows.some(({ type }) => type === carouselType.continueModules)
    ? begun.map((path) => pathUpTo(2, path))
    : []),
  ...(rows.some(({ type }) => type === carouselType.myList) ? list : []),
];

const statement = `WITH ${viewerCteHolding('$4::bigint[]')}, ${namedPicks}, ${cards()}
SELECT coalesce((SELECT cards.list FROM cards WHERE cards.carousel_id = ${noRow}), '[]') AS found`;

/** Asks for those of these things that are not known yet, and keeps them with the part. */
export async function loadThings(
  reader: TenantReader,
  { staff, products }: Audience,
  part: SharedPart,
  paths: ThingPath[],
) {
  const ids = (depth: number) => paths.map((path) => path.split('/')[depth] ?? null);
  const values = [reader.tenantId, null, staff, products, ids(0), ids(1), ids(2)];
  const [row] = await reader.prepared<{ found: CarouselItem[] }>('home.things', statement, values);
  const found = new Map<ThingPath, CachedCard>();
  for (const item of row!.found) {
    const card = cachedCard(item);
    found.set(pathOf(card), card);
    part.size += JSON.stringify(item).length * 3;
  }
  for (const path of paths) part.things.set(path, found.get(path) ?? null);
}

import type {
  Carousel,
  CarouselItem,
  CarouselWithItems,
  CarouselType,
} from '@vitrine/contract/carousels';
import type { Language } from '@vitrine/contract/languages';
import * as z from 'zod/mini';
import { viewerCte, viewerValues, type CourseViewer } from '../../kit/access/course-access.ts';
import type { JsonText } from '../../kit/http/answers.ts';
import { carouselJson, carouselsWithCards } from '../../kit/showcase/carousels-with-cards.ts';
import { carouselFields, selectedCarousels, titlesIn } from '../../kit/showcase/carousels.ts';
import { orNotFound } from '../../platform/app-error.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import { statement } from '../../platform/statement.ts';

/** The viewer, and the language of the system carousels' titles. */
export interface CarouselViewer {
  viewer: CourseViewer;
  language: Language;
}

const list = statement({
  name: 'carousels.list',
  sql: `WITH ${viewerCte}, ${selectedCarousels}
    SELECT coalesce(json_agg(json_build_object(${carouselFields}) ORDER BY r.position, r.id), '[]')::text AS list
    FROM selected_carousels r`,
  row: z.object({ list: z.string() }),
});

/** Lists the carousels that the viewer may see, in stored order. Home shows the reverse one. */
export async function listCarousels(
  tx: TenantTransaction,
  { viewer, language }: CarouselViewer,
): Promise<JsonText<Carousel[]>> {
  const values = { ...viewerValues(viewer), carouselId: null, titles: titlesIn(language) };
  const [row] = await tx.run(list, values);
  return row!.list;
}

const show = statement({
  name: 'carousels.show',
  sql: `WITH ${carouselsWithCards('ALL')}
    SELECT json_build_object('data', ${carouselJson})::text AS answer
    FROM selected_carousels r LEFT JOIN cards ON cards.carousel_id = r.id`,
  row: z.object({ answer: z.string() }),
});

/**
 * Reads a carousel with all its cards. Unpublished ones are 404 for students. The call has no pages
 * (C section 7), because the editor orders the whole list and `orderItens` refuses a gap. The home
 * page shows the first 40 cards (kit/showcase, features/home).
 */
export async function readCarousel(
  tx: TenantTransaction,
  { viewer, language }: CarouselViewer,
  id: number,
): Promise<JsonText<{ data: CarouselWithItems }>> {
  const values = { ...viewerValues(viewer), carouselId: id, titles: titlesIn(language) };
  const [row] = await tx.run(show, values);
  return orNotFound(row).answer;
}

interface ItemsOptions {
  id: number;
  /** A carousel of another type is 404. */
  type: CarouselType;
}

const items = statement({
  name: 'carousels.items',
  sql: `WITH ${carouselsWithCards('ALL')}
    SELECT coalesce(cards.list, '[]')::text AS list
    FROM selected_carousels r LEFT JOIN cards ON cards.carousel_id = r.id
    WHERE r.type = :type`,
  row: z.object({ list: z.string() }),
});

/** The items of one carousel as JSON. Throws 404 if its type is another one. */
export async function readItems(
  tx: TenantTransaction,
  viewer: CourseViewer,
  { id, type }: ItemsOptions,
): Promise<JsonText<CarouselItem[]>> {
  const values = { ...viewerValues(viewer), carouselId: id, type: Number(type) };
  const [row] = await tx.run(items, values);
  return orNotFound(row).list;
}

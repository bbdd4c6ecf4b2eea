import { limits, type CarouselItem, type CarouselType } from '@vitrine/contract/carousels';
import type { Language } from '@vitrine/contract/languages';
import * as z from 'zod/mini';
import type { Audience } from '../../kit/access/audience.ts';
import { viewerCteHolding } from '../../kit/access/course-access.ts';
import { bannersJson } from '../../kit/showcase/banners.ts';
import { cards } from '../../kit/showcase/cards.ts';
import { carouselFields, carouselsCte, titlesIn } from '../../kit/showcase/carousels.ts';
import { NO_CAROUSEL, sharedPicks } from '../../kit/showcase/picks.ts';
import { trending } from '../../kit/showcase/trending.ts';
import type { TenantReader } from '../../platform/database.ts';
import type { PrecompressedText } from '../../platform/gzip-parts.ts';
import { statement } from '../../platform/statement.ts';
import { cachedCards, type CachedCards, type CardsByPath } from './cached-card.ts';

/** The readers who share a part. */
export interface HomeAudience extends Audience {
  language: Language;
}

/** The part of a home page that an audience shares. */
export interface SharedPart {
  /** The first banner and the number of banners, as JSON. Null without banners. */
  banner: string | null;
  /** JSON up to the list of carousels. */
  beginning: SharedText;
  /** As JSON. */
  settings: string;
  /** In the order of display. */
  carousels: SharedCarousel[];
  /** The school's courses, until there is a first carousel. */
  courses: CachedCards;
  /** Ids of the most watched courses, whether the audience may see them or not. */
  trending: Set<number>;
  /**
   * Cards of things that readers continue or favour. Each is read with the first reader who needs
   * it.
   */
  things: CardsByPath;
  /** Adjacent shared texts, compressed together, by their ids. */
  compressedRuns: Map<string, PrecompressedText>;
  /** Size in bytes, for the cache's bound. */
  size: number;
}

/** JSON that all of an audience share. */
export interface SharedText {
  /** No two texts have the same. */
  id: number;
  text: string;
  /** Compressed, from the first page on that needs it by itself. */
  ready?: PrecompressedText;
  /** The text without its leading comma. */
  first?: SharedText;
}

/** A carousel as cached text. Only the cards that a viewer has begun are written again. */
export interface SharedCarousel {
  id: number;
  type: CarouselType;
  /** JSON up to the list of its cards, with a comma before it. */
  head: string;
  cards: CachedCards;
  /** The whole carousel for readers who have begun none of its cards. */
  plain: SharedText;
  /** For Em alta: the cards of the most watched courses, until the list changes. */
  trending?: { key: string; cards: CachedCards; plain: SharedText };
}

/** Each part reads its things by key, so a large school costs no more. */
const sharedPartRow = statement({
  name: 'home.shared',
  sql: `WITH ${viewerCteHolding(':products::bigint[]')}, ${carouselsCte('true')}, ${trending},
  ${sharedPicks(limits.cards, { trending: 'ALL' })}, ${cards()}
SELECT
  ${bannersJson}::text AS banners,
  (SELECT json_build_object(
      'showcase', s.showcase::integer,
      'showcase_url_redirect', s.showcase_url_redirect,
      'show_blocked_content', s.show_blocked_content::integer,
      'banner_custom_transition_type', s.banner_custom_transition_type,
      'banner_custom_autoplay', s.banner_custom_autoplay::integer,
      'banner_custom_autoplay_time', s.banner_custom_autoplay_time)
    FROM platform_settings s)::text AS settings,
  (SELECT coalesce(json_agg(json_build_object(
      'id', r.id,
      'type', r.type::text,
      'head', json_build_object(${carouselFields})::text,
      'cards', coalesce(cards.list, '[]')) ORDER BY r.position DESC, r.id DESC), '[]')
    FROM selected_carousels r LEFT JOIN cards ON cards.carousel_id = r.id) AS carousels,
  coalesce((SELECT cards.list FROM cards WHERE cards.carousel_id = ${NO_CAROUSEL}), '[]') AS courses,
  ARRAY(SELECT t.course_id FROM trending t) AS trending`,
  row: z.object({
    banners: z.string(),
    settings: z.string(),
    carousels: z.array(
      z.object({
        id: z.number(),
        type: z.custom<CarouselType>(),
        head: z.string(),
        cards: z.array(z.custom<CarouselItem>()),
      }),
    ),
    courses: z.array(z.custom<CarouselItem>()),
    trending: z.array(z.number()),
  }),
});

/** The part of home that all viewers with these products and this language share. */
export async function readSharedPart(
  reader: TenantReader,
  { staff, products, language }: HomeAudience,
): Promise<SharedPart> {
  const titles = titlesIn(language);
  const [row] = await reader.run(sharedPartRow, {
    memberId: null,
    isStaff: staff,
    products,
    titles,
  });
  const { banners, settings, carousels, courses, trending: trendingIds } = row!;
  const cachedCarousels = carousels.map(({ id, type, head: fields, cards: items }) => {
    const head = `,${fields.slice(0, -1)},"carousel_item":`;
    const list = cachedCards(items);
    return { id, type, head, cards: list, plain: sharedText(carouselJson(head, list.plain)) };
  });
  const bannerList = JSON.parse(banners) as unknown[];
  return {
    banner: bannerList.length > 0 ? JSON.stringify([bannerList.length, bannerList[0]]) : null,
    beginning: sharedText(`{"data":{"banners":${banners},"carousels":[`),
    settings,
    carousels: cachedCarousels,
    courses: cachedCards(courses),
    trending: new Set(trendingIds),
    things: new Map(),
    compressedRuns: new Map(),
    size:
      banners.length + JSON.stringify(carousels).length * 8 + JSON.stringify(courses).length * 2,
  };
}

let lastId = 0;
/** A text with an id, by which its compressed form is found again. */
export const sharedText = (text: string): SharedText => ({ id: (lastId += 1), text });

/** Closes the JSON of a carousel. `head` is a `SharedCarousel.head`. */
export const carouselJson = (head: string, cards: string) => `${head}${listOf(cards)}}`;

/** Makes a list of things that each follow a comma. */
export const listOf = (things: string) => `[${things.slice(1)}]`;

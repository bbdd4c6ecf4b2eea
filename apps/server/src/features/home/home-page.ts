import { carouselType, isSystem, limits } from '@vitrine/contract/carousels';
import type { AnswerFor } from '@vitrine/contract/core';
import type { home } from '@vitrine/contract/home';
import { LRUCache } from 'lru-cache';
import { audienceKey, audienceOf, readAccessFacts } from '../../kit/audience.ts';
import type { JsonText } from '../../kit/answers.ts';
import type { TenantReader } from '../../platform/database.ts';
import { cardsFor, pathUpTo } from './cached-card.ts';
import { loadThings, thingsOf } from './named-things.ts';
import { coursesOf, ownPart, type OwnPart } from './own-part.ts';
import { readOutlines, readTrends, schoolParts, type Trends } from './school-part.ts';
import type { ViewerPart } from './viewer-part.ts';
import {
  readSharedPart,
  type HomeAudience,
  type SharedPart,
  type SharedCarousel,
} from './shared-part.ts';

type HomeJson = JsonText<AnswerFor<typeof home.show>>;

interface CachedPart {
  version: number;
  part: Promise<SharedPart>;
}

/** Somebody of an audience; their products come with the viewer's part. */
interface HomeRequest extends Omit<HomeAudience, 'products'> {
  /** Staff look through a student's eyes. */
  view: boolean;
}

const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/**
 * Writes home pages. What an audience shares is read once a change and kept; the viewer's own part
 * brings the version that tells whether what is kept still holds.
 */
export function homePages(onSweep: (tenantId: number) => void) {
  const sharedParts = new LRUCache<string, CachedPart>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: () => 1,
  });
  const school = schoolParts();

  function read(
    reader: TenantReader,
    audience: HomeAudience,
    version: number,
  ): Promise<SharedPart> {
    const key = keyOf(reader, audience);
    const part = readSharedPart(reader, audience);
    const entry = { version, part };
    sharedParts.set(key, entry);
    part.then(
      ({ size }) => sharedParts.peek(key) === entry && sharedParts.set(key, entry, { size }),
      () => sharedParts.peek(key) === entry && sharedParts.delete(key), // a failure is not kept
    );
    return part;
  }

  async function cachedPart(
    reader: TenantReader,
    audience: HomeAudience,
    version: number,
    trends: Trends,
  ): Promise<SharedPart> {
    const entry = sharedParts.get(keyOf(reader, audience));
    const part = entry?.version === version ? await entry.part : null;
    return part && knowsAll(part, trends) ? part : read(reader, audience, version);
  }

  /** Updates the cache entry's size after cards were added. */
  async function resize(key: string, part: SharedPart) {
    const entry = sharedParts.peek(key);
    if (entry && (await entry.part) === part && sharedParts.peek(key) === entry)
      sharedParts.set(key, entry, { size: part.size });
  }

  /** Reads what is not kept; once a school has been asked for, that is nothing. */
  return async function write(
    reader: TenantReader,
    { view, staff, language }: HomeRequest,
    viewer: ViewerPart,
  ) {
    const { version, trendsVersion } = viewer;
    // A view holds the connection that it reads on, and whoever reads for others may wait for it.
    const facts = await (view ? readAccessFacts(reader) : school.accessFacts(reader, version));
    const audience = { ...audienceOf(staff, viewer.products, facts), language };
    const trends = await (view
      ? readTrends(reader)
      : school.trends(reader, trendsVersion, () => onSweep(reader.tenantId)));
    const courses = coursesOf(viewer);
    const outlines = await (view
      ? readOutlines(reader, courses)
      : school.outlines(reader, version, courses));
    const own = ownPart(viewer, audience, facts, outlines);
    const shared = await (view
      ? readSharedPart(reader, audience)
      : cachedPart(reader, audience, version, trends));
    const unknown = thingsOf(shared, own).filter((path) => !shared.things.has(path));
    if (unknown.length > 0) {
      await loadThings(reader, audience, shared, unknown);
      if (!view) await resize(keyOf(reader, audience), shared);
    }
    const json = homeJson(shared, own, trends, staff);
    const sharedKey = `${keyOf(reader, audience)} ${version}`;
    return { json, firstFoldKey: firstFoldKey(shared, own, sharedKey) };
  };
}

const keyOf = ({ tenantId }: TenantReader, { language, ...audience }: HomeAudience) =>
  `${tenantId} ${language} ${audienceKey(audience)}`;

/**
 * Home opens with its first banner; where there is none, with the lesson that the viewer goes on
 * with, or with the first thing of all that is open to their audience.
 */
function firstFoldKey({ banner, things }: SharedPart, own: OwnPart, sharedKey: string) {
  if (banner) return banner;
  const [first] = own.begun;
  if (!first)
    return JSON.stringify([
      sharedKey,
      ...[own.favorites, own.finishedInCourse, own.finishedInModule].map((mine) => [...mine]),
    ]);
  const { named, goingOn } = cardsFor(own);
  return `${sharedKey} ${goingOn([first], things)} ${named([first], things)}`;
}

/** Watching changes nothing of the shared part, but that a course comes among the most watched. */
const knowsAll = ({ carousels, trending }: SharedPart, { courses }: Trends) =>
  !carousels.some(({ type }) => type === carouselType.trending) ||
  courses.every((course) => trending.has(course));

function homeJson(shared: SharedPart, own: OwnPart, trends: Trends, staff: boolean): HomeJson {
  const { all, inOrder, named, goingOn } = cardsFor(own);
  const { things } = shared;

  function cardsOf({ type, cards: kept }: SharedCarousel) {
    if (!isSystem(type)) return all(kept);
    if (type === carouselType.trending) return inOrder(kept, trends.courses, limits.cards);
    if (type === carouselType.myList) return named(own.list, things);
    return named(
      own.begun.map((path) => pathUpTo(depthOf[type], path)),
      things,
    );
  }

  let carousels = '';
  for (const carousel of shared.carousels) {
    const cards = cardsOf(carousel);
    // A carousel without cards is for those who fill it.
    if (staff || cards) carousels += `${carousel.head}${listOf(cards)}}`;
  }
  const courses = listOf(all(shared.courses));
  const begun = listOf(goingOn(own.begun, things));
  return `${shared.beginning}${listOf(carousels)},"courses":${courses},"continue":${begun},"settings":${shared.settings}}}`;
}

/** A carousel of what one goes on with shows its course, its module or the lesson itself. */
const depthOf = {
  [carouselType.continueCourses]: 1,
  [carouselType.continueModules]: 2,
  [carouselType.continueLessons]: 3,
};

/** Of things that are each written with a comma before it. */
const listOf = (things: string) => `[${things.slice(1)}]`;

import { carouselType, isSystem, limits } from '@vitrine/contract/carousels';
import type { AnswerFor } from '@vitrine/contract/core';
import type { home } from '@vitrine/contract/home';
import { LRUCache } from 'lru-cache';
import {
  audienceKey,
  audienceOf,
  readAccessFacts,
  type AccessFacts,
} from '../../kit/access/audience.ts';
import type { JsonText } from '../../kit/http/answers.ts';
import type { TenantReader } from '../../platform/database.ts';
import { precompress, type PageText } from '../../platform/gzip-parts.ts';
import { scriptSafe } from '../../platform/html.ts';
import { cardsFor, inOrder, pathUpTo } from './cached-card.ts';
import { loadThings, thingsOf } from './named-things.ts';
import { coursesOf, continueWithNextCourse, ownPart, type OwnPart } from './own-part.ts';
import {
  readCourseStarts,
  readOutlines,
  readTrends,
  schoolParts,
  type CourseStart,
  type Trends,
} from './school-part.ts';
import {
  carouselJson,
  listOf,
  readSharedPart,
  sharedText,
  type HomeAudience,
  type SharedPart,
  type SharedCarousel,
  type SharedText,
} from './shared-part.ts';
import type { ViewerPart } from './viewer-part.ts';

type HomeText = string | SharedText;
type HomeJson = JsonText<AnswerFor<typeof home.show>>;

interface CachedPart {
  version: number;
  part: Promise<SharedPart>;
}

/** A request of one viewer. The viewer's part brings the products. */
interface HomeRequest extends Omit<HomeAudience, 'products'> {
  /** True if staff preview the page as a student. */
  isStudentView: boolean;
}

const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/**
 * Writes home pages. The part that an audience shares is cached until a change. The viewer's own
 * part brings the version that validates the cache.
 */
export function homePages(onSweep: (tenantId: number) => void) {
  const sharedParts = openSharedParts();
  const school = schoolParts();

  const cachedReads = (
    reader: TenantReader,
    { version, trendsVersion }: ViewerPart,
  ): HomeReads => ({
    accessFacts: () => school.accessFacts(reader, version),
    trends: () => school.trends(reader, trendsVersion, () => onSweep(reader.tenantId)),
    outlines: (courses) => school.outlines(reader, version, courses),
    courseStarts: () => school.courseStarts(reader, version),
    sharedPart: (audience, trends) => sharedParts.read(reader, audience, version, trends),
    onCardsAdded: (audience, part) => sharedParts.resize(reader, audience, part),
  });

  /** Reads the parts that are not cached. After the first request of a school, that is none. */
  return async function write(
    reader: TenantReader,
    { isStudentView, staff, language }: HomeRequest,
    viewer: ViewerPart,
  ) {
    const read = isStudentView ? directReads(reader) : cachedReads(reader, viewer);
    const facts = await read.accessFacts();
    const audience = { ...audienceOf(staff, viewer.products, facts), language };
    const trends = await read.trends();
    const outlines = await read.outlines(coursesOf(viewer));
    const viewerFacts = ownPart(viewer, audience, facts, outlines);
    const starts = viewerFacts.finishedLast ? await read.courseStarts() : [];
    const viewerPart = continueWithNextCourse(viewerFacts, viewer, audience, starts);
    const shared = await read.sharedPart(audience, trends);
    const missingPaths = thingsOf(shared, viewerPart).filter((path) => !shared.things.has(path));
    if (missingPaths.length > 0) {
      await loadThings(reader, audience, shared, missingPaths);
      await read.onCardsAdded(audience, shared);
    }
    const texts = homeTexts(shared, viewerPart, trends, staff);
    const sharedKey = `${keyOf(reader, audience)} ${viewer.version}`;
    return {
      json: () => joinTexts(texts),
      /** The texts for a page, with the shared ones compressed already. */
      pageTexts: () => precompressTexts(shared, texts),
      firstFoldKey: () => firstFoldKey(shared, viewerPart, sharedKey),
    };
  };
}

/** Caches the parts that audiences share, by school and audience. A version validates them. */
function openSharedParts() {
  const cache = new LRUCache<string, CachedPart>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: () => 1,
  });

  function readAndCache(
    reader: TenantReader,
    audience: HomeAudience,
    version: number,
  ): Promise<SharedPart> {
    const key = keyOf(reader, audience);
    const part = readSharedPart(reader, audience);
    const entry = { version, part };
    cache.set(key, entry);
    part.then(
      ({ size }) => cache.peek(key) === entry && cache.set(key, entry, { size }),
      () => cache.peek(key) === entry && cache.delete(key), // a failure is not kept
    );
    return part;
  }

  async function read(
    reader: TenantReader,
    audience: HomeAudience,
    version: number,
    trends: Trends,
  ): Promise<SharedPart> {
    const entry = cache.get(keyOf(reader, audience));
    const part = entry?.version === version ? await entry.part : null;
    return part && coversTrends(part, trends) ? part : readAndCache(reader, audience, version);
  }

  /** Updates the cache entry's size after cards were added. */
  async function resize(reader: TenantReader, audience: HomeAudience, part: SharedPart) {
    const key = keyOf(reader, audience);
    const entry = cache.peek(key);
    if (entry && (await entry.part) === part && cache.peek(key) === entry)
      cache.set(key, entry, { size: part.size });
  }

  return { read, resize };
}

/** Reads the parts of a home page: from the caches, or from the database. */
interface HomeReads {
  accessFacts: () => Promise<AccessFacts>;
  trends: () => Promise<Trends>;
  outlines: (courseIds: number[]) => ReturnType<typeof readOutlines>;
  courseStarts: () => Promise<CourseStart[]>;
  sharedPart: (audience: HomeAudience, trends: Trends) => Promise<SharedPart>;
  /** Called when the page added cards to the shared part. */
  onCardsAdded: (audience: HomeAudience, part: SharedPart) => Promise<void>;
}

/**
 * Reads without the caches. A view as student holds its connection. Filling a shared cache with it
 * could block other readers.
 */
const directReads = (reader: TenantReader): HomeReads => ({
  accessFacts: () => readAccessFacts(reader),
  trends: () => readTrends(reader),
  outlines: (courses) => readOutlines(reader, courses),
  courseStarts: () => readCourseStarts(reader),
  sharedPart: (audience) => readSharedPart(reader, audience),
  onCardsAdded: async () => {},
});

const keyOf = ({ tenantId }: TenantReader, { language, ...audience }: HomeAudience) =>
  `${tenantId} ${language} ${audienceKey(audience)}`;

/**
 * Cache key of the first fold. Home opens with its first banner, else with the lesson to continue,
 * else with the first open thing.
 */
function firstFoldKey({ banner, things }: SharedPart, own: OwnPart, sharedKey: string) {
  if (banner) return banner;
  const [first] = own.lessonsToContinue;
  if (!first)
    return JSON.stringify([
      sharedKey,
      ...[own.favorites, own.finishedInCourse, own.finishedInModule].map((ids) => [...ids]),
    ]);
  const { cardsAt, continueList } = cardsFor(own);
  return `${sharedKey} ${continueList([first], things)} ${cardsAt([first], things)}`;
}

/**
 * True where the shared part knows all of the most watched courses. Watching changes nothing else
 * of it.
 */
const coversTrends = ({ carousels, trending }: SharedPart, { courses }: Trends) =>
  !carousels.some(({ type }) => type === carouselType.trending) ||
  courses.every((course) => trending.has(course));

/** The answer as JSON in pieces: shared ones and the viewer's own. */
function homeTexts(shared: SharedPart, own: OwnPart, trends: Trends, staff: boolean): HomeText[] {
  const { all, cardsAt, continueList } = cardsFor(own);
  const { things } = shared;
  const texts: HomeText[] = [shared.beginning];

  /** Only staff get carousels without cards. */
  const add = (cards: string, text: HomeText) => (staff || cards) && texts.push(text);

  for (const carousel of shared.carousels) {
    const { type, head } = carousel;
    if (!isSystem(type) || type === carouselType.trending) {
      const { cards, plain } = isSystem(type) ? currentTrending(carousel, trends) : carousel;
      const cardTexts = all(cards);
      add(cardTexts, cardTexts === cards.plain ? plain : carouselJson(head, cardTexts));
    } else {
      const paths =
        type === carouselType.myList
          ? own.favoriteList
          : own.lessonsToContinue.map((path) => pathUpTo(depthOf[type], path));
      const cards = cardsAt(paths, things);
      add(cards, carouselJson(head, cards));
    }
  }
  if (texts.length > 1) texts[1] = withoutComma(texts[1]!);
  const courses = listOf(all(shared.courses));
  const continueJson = listOf(continueList(own.lessonsToContinue, things));
  texts.push(`],"courses":${courses},"continue":${continueJson},"settings":${shared.settings}}}`);
  return texts;
}

/** Removes the leading comma, for the first carousel. */
const withoutComma = (text: HomeText): HomeText =>
  typeof text === 'string' ? text.slice(1) : (text.first ??= sharedText(text.text.slice(1)));

/** The carousel of the most watched courses, cached until the list changes. */
function currentTrending(carousel: SharedCarousel, { courses }: Trends) {
  const key = courses.join(' ');
  if (carousel.trending?.key === key) return carousel.trending;
  const cards = inOrder(carousel.cards, courses, limits.cards);
  const plain = sharedText(carouselJson(carousel.head, cards.plain));
  return (carousel.trending = { key, cards, plain });
}

const joinTexts = (texts: HomeText[]): HomeJson =>
  texts.map((text) => (typeof text === 'string' ? text : text.text)).join('');

/**
 * Adjacent shared texts are compressed together, which makes them smaller. The viewer's own pieces
 * divide them at different places. With more runs than this, each text is compressed alone.
 */
const MAX_READY_RUNS = 8;

function precompressTexts(
  { compressedRuns: readyRuns }: SharedPart,
  texts: HomeText[],
): PageText[] {
  const parts: PageText[] = [];
  let run: SharedText[] = [];
  const flushRun = () => {
    const key = run.map(({ id }) => id).join(' ');
    const compressed = readyRuns.get(key);
    if (compressed) parts.push(compressed);
    else if (run.length > 1 && readyRuns.size < MAX_READY_RUNS) {
      const ready = precompress(scriptSafe(joinTexts(run)));
      readyRuns.set(key, ready);
      parts.push(ready);
    } else for (const text of run) parts.push((text.ready ??= precompress(scriptSafe(text.text))));
    run = [];
  };
  for (const text of texts)
    if (typeof text === 'object') run.push(text);
    else {
      if (run.length > 0) flushRun();
      parts.push(text);
    }
  return parts;
}

/** Whether a carousel to continue shows courses, modules or lessons. */
const depthOf = {
  [carouselType.continueCourses]: 1,
  [carouselType.continueModules]: 2,
  [carouselType.continueLessons]: 3,
};

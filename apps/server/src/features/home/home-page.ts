import { carouselType, limits, isSystem } from '@vitrine/contract/carousels';
import type { AnswerFor } from '@vitrine/contract/core';
import type { home } from '@vitrine/contract/home';
import { LRUCache } from 'lru-cache';
import type { JsonText } from '../../kit/answers.ts';
import type { TenantReader } from '../../platform/database.ts';
import { cardsFor, pathUpTo } from './cached-card.ts';
import { loadThings, thingsOf } from './named-things.ts';
import type { ViewerPart } from './viewer-part.ts';
import { readSharedPart, type Audience, type SharedPart, type SharedRow } from './shared-part.ts';

type HomeJson = JsonText<AnswerFor<typeof home.show>>;

interface CachedPart {
  version: number;
  part: Promise<SharedPart>;
}

/** Somebody of an audience, whose products their own part tells. */
interface HomeRequest extends Omit<Audience, 'products'> {
  /** Somebody of the staff looks as a student. */
  view: boolean;
}

const MAX_CACHE_BYTES = 64 * 1024 * 1024;

/**
 * Writes home pages. What an audience shares is read once a change and kept: every page asks for the
 * reader's own part, which says by its version whether what is kept still holds.
 */
export function homePages() {
  const kept = new LRUCache<string, CachedPart>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: () => 1,
  });

  function read(reader: TenantReader, audience: Audience, version: number): Promise<SharedPart> {
    const key = keyOf(reader, audience);
    const part = readSharedPart(reader, audience);
    const entry = { version, part };
    kept.set(key, entry);
    part.then(
      ({ size }) => kept.peek(key) === entry && kept.set(key, entry, { size }),
      () => kept.peek(key) === entry && kept.delete(key), // trouble is not a memory
    );
    return part;
  }

  async function keptPart(
    reader: TenantReader,
    audience: Audience,
    own: ViewerPart,
  ): Promise<SharedPart> {
    const entry = kept.get(keyOf(reader, audience));
    const holds = entry?.version === own.version ? await entry.part : null;
    return holds && knowsAll(holds, own) ? holds : read(reader, audience, own.version);
  }

  /** It has grown, if it is still kept. */
  async function weigh(key: string, part: SharedPart) {
    const entry = kept.peek(key);
    if (entry && (await entry.part) === part && kept.peek(key) === entry)
      kept.set(key, entry, { size: part.size });
  }

  return async function write(
    reader: TenantReader,
    { view, ...visit }: HomeRequest,
    own: ViewerPart,
  ) {
    const audience = { ...visit, products: visit.staff ? [] : own.products };
    // A view holds the connection that it reads on, and whoever reads for others may wait for it.
    const shared = view
      ? await readSharedPart(reader, audience)
      : await keptPart(reader, audience, own);
    const unknown = thingsOf(shared, own).filter((path) => !shared.things.has(path));
    if (unknown.length > 0) {
      await loadThings(reader, audience, shared, unknown);
      if (!view) await weigh(keyOf(reader, audience), shared);
    }
    return homeJson(shared, own, visit.staff);
  };
}

const keyOf = ({ tenantId }: TenantReader, { staff, products, language }: Audience) =>
  [tenantId, language, staff ? 'staff' : products.join(',')].join(' ');

/** Watching changes nothing of the shared part, but that a course comes among the most watched. */
const knowsAll = ({ rows, trending }: SharedPart, own: ViewerPart) =>
  !rows.some(({ type }) => type === carouselType.trending) ||
  own.trending.every((course) => trending.has(course));

function homeJson(shared: SharedPart, own: ViewerPart, staff: boolean): HomeJson {
  const { all, inOrder, named, goingOn } = cardsFor(own);
  const { things } = shared;

  function cardsOf({ type, cards: kept }: SharedRow) {
    if (!isSystem(type)) return all(kept);
    if (type === carouselType.trending) return inOrder(kept, own.trending, limits.cards);
    if (type === carouselType.myList) return named(own.list, things);
    return named(
      own.begun.map((path) => pathUpTo(depthOf[type], path)),
      things,
    );
  }

  let rows = '';
  for (const row of shared.rows) {
    const cards = cardsOf(row);
    // A row without cards is for those who fill it.
    if (staff || cards) rows += `${row.head}${listOf(cards)}}`;
  }
  const courses = listOf(all(shared.courses));
  const begun = listOf(goingOn(own.begun, things));
  return `${shared.beginning}${listOf(rows)},"courses":${courses},"continue":${begun},"settings":${shared.settings}}}`;
}

/** A row of what one goes on with shows its course, its module or the lesson itself. */
const depthOf = {
  [carouselType.continueCourses]: 1,
  [carouselType.continueModules]: 2,
  [carouselType.continueLessons]: 3,
};

/** Of things that are each written with a comma before it. */
const listOf = (things: string) => `[${things.slice(1)}]`;

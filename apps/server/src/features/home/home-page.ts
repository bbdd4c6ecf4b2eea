import { limits } from '@vitrine/contract/carousels';
import type { AnswerFor } from '@vitrine/contract/core';
import type { home } from '@vitrine/contract/home';
import { LRUCache } from 'lru-cache';
import type { JsonText } from '../../kit/answers.ts';
import type { Asker } from '../../platform/database.ts';
import { cardsFor } from './kept-card.ts';
import type { OwnPart } from './own-part.ts';
import { readSharedPart, type Audience, type SharedPart, type SharedRow } from './shared-part.ts';

export type HomeJson = JsonText<AnswerFor<typeof home.show>>;

interface Kept {
  version: number;
  part: Promise<SharedPart>;
}

interface Reader extends Omit<Audience, 'products'> {
  /** Somebody of the staff looks as a student. */
  view: boolean;
}

const most = 64 * 1024 * 1024;

/**
 * Writes home pages. What an audience shares is read once a change and kept: every page asks for the
 * reader's own part, which says by its version whether what is kept still holds.
 */
export function homePages() {
  const kept = new LRUCache<string, Kept>({ maxSize: most, sizeCalculation: () => 1 });

  function read(school: Asker, audience: Audience, version: number): Promise<SharedPart> {
    const key = keyOf(school, audience);
    const part = readSharedPart(school, audience);
    const entry = { version, part };
    kept.set(key, entry);
    part.then(
      ({ size }) => kept.peek(key) === entry && kept.set(key, entry, { size }),
      () => kept.peek(key) === entry && kept.delete(key), // trouble is not a memory
    );
    return part;
  }

  async function keptPart(school: Asker, audience: Audience, own: OwnPart): Promise<SharedPart> {
    const entry = kept.get(keyOf(school, audience));
    const holds = entry?.version === own.version ? await entry.part : null;
    return holds && knowsAll(holds, own) ? holds : read(school, audience, own.version);
  }

  return async function write(school: Asker, { view, ...reader }: Reader, own: OwnPart) {
    const audience = { ...reader, products: reader.staff ? [] : own.products };
    // A view holds the connection that it reads on, and whoever reads for others may wait for it.
    const shared = view
      ? await readSharedPart(school, audience)
      : await keptPart(school, audience, own);
    return homeJson(shared, own, reader.staff);
  };
}

const keyOf = ({ tenantId }: Asker, { staff, products, language }: Audience) =>
  [tenantId, language, staff ? 'staff' : products.join(',')].join(' ');

/** Watching changes nothing of the shared part, but that a course comes among the most watched. */
const knowsAll = ({ rows, trending }: SharedPart, own: OwnPart) =>
  !rows.some(({ type }) => type === 8) || own.trending.every((course) => trending.has(course));

function homeJson(shared: SharedPart, own: OwnPart, staff: boolean): HomeJson {
  const card = cardsFor(own);
  const ownRows = new Map(own.rows);
  const carousels: string[] = [];
  for (const row of shared.rows) {
    const cards =
      row.type <= 3
        ? listOf(row.cards.map(card))
        : row.type === 8
          ? listOf(mostWatched(row, own.trending).map(card))
          : (ownRows.get(row.id) ?? '[]');
    // A row without cards is for those who fill it.
    if (cards !== '[]' || staff) carousels.push(`${row.head},"carousel_item":${cards}}`);
  }
  return `{"data":{"banners":${shared.banners},"carousels":${listOf(carousels)},"courses":${listOf(
    shared.courses.map(card),
  )},"continue":${own.continue},"settings":${shared.settings}}}`;
}

const listOf = (items: string[]) => `[${items.join(',')}]`;

/** In the order of this moment. */
function mostWatched({ cards }: SharedRow, trending: number[]) {
  const byCourse = new Map(cards.map((card) => [card.course, card]));
  return trending.flatMap((course) => byCourse.get(course) ?? []).slice(0, limits.cards);
}

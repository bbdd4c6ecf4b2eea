import { limits } from '@vitrine/contract/carousels';
import type { AnswerFor } from '@vitrine/contract/core';
import type { home } from '@vitrine/contract/home';
import { LRUCache } from 'lru-cache';
import type { JsonBytes } from '../../kit/answers.ts';
import type { Asker } from '../../platform/database.ts';
import { cardsFor } from './kept-card.ts';
import type { OwnPart } from './own-part.ts';
import { readSharedPart, type Audience, type SharedPart } from './shared-part.ts';

type HomeJson = JsonBytes<AnswerFor<typeof home.show>>;

interface Kept {
  version: number;
  part: Promise<SharedPart>;
}

/** Somebody of an audience, whose products their own part tells. */
interface Visit extends Omit<Audience, 'products'> {
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

  return async function write(school: Asker, { view, ...visit }: Visit, own: OwnPart) {
    const audience = { ...visit, products: visit.staff ? [] : own.products };
    // A view holds the connection that it reads on, and whoever reads for others may wait for it.
    const shared = view
      ? await readSharedPart(school, audience)
      : await keptPart(school, audience, own);
    return homeJson(shared, own, visit.staff);
  };
}

const keyOf = ({ tenantId }: Asker, { staff, products, language }: Audience) =>
  [tenantId, language, staff ? 'staff' : products.join(',')].join(' ');

/** Watching changes nothing of the shared part, but that a course comes among the most watched. */
const knowsAll = ({ rows, trending }: SharedPart, own: OwnPart) =>
  !rows.some(({ type }) => type === 8) || own.trending.every((course) => trending.has(course));

function homeJson(shared: SharedPart, own: OwnPart, staff: boolean): HomeJson {
  const { all, inOrder } = cardsFor(own);
  const ownRows = new Map(own.rows.map(([row, cards]) => [row, [Buffer.from(cards)]]));
  const rows: Buffer[] = [];
  for (const { id, type, head, cards: kept } of shared.rows) {
    const cards =
      type <= 3
        ? listOf(all(kept))
        : type === 8
          ? listOf(inOrder(kept, own.trending, limits.cards))
          : (ownRows.get(id) ?? [emptyList]);
    // A row without cards is for those who fill it.
    if (staff || cards[0] !== emptyList) rows.push(head, ...cards, objectEnd);
  }
  return Buffer.concat([
    shared.beginning,
    ...listOf(rows),
    coursesBegin,
    ...listOf(all(shared.courses)),
    Buffer.from(`,"continue":${own.continue},"settings":${shared.settings}}}`),
  ]);
}

const emptyList = Buffer.from('[]');
const listBegin = Buffer.from('[');
const listEnd = Buffer.from(']');
const objectEnd = Buffer.from('}');
const coursesBegin = Buffer.from(',"courses":');

/** Of things that are each written with a comma before it. */
const listOf = ([first, ...rest]: Buffer[]) =>
  first ? [listBegin, first.subarray(1), ...rest, listEnd] : [emptyList];

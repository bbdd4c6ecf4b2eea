import type { AnswerFor } from '@vitrine/contract/core';
import type { posts as routes, PostOrder } from '@vitrine/contract/posts';
import type { JsonText } from '../../kit/http/answers.ts';
import type { Platform } from '../../platform/platform.ts';
import { cacheBody, cachedBody, cachedVersionsOf, cachePage, type People } from './feed-bodies.ts';
import { levelFinder } from './feed-levels.ts';
import {
  cachePerson,
  cachedPerson,
  cacheSchoolPeople,
  schoolPeople,
  type Person,
} from './feed-people.ts';
import { BETWEEN_PARTS, BETWEEN_POSTS, type PageTexts } from './feed-sql.ts';

// The page of a feed: what a statement returned, completed with what this server has cached.

/** For a read that brings the whole page. */
export const nothingCached: ReturnType<typeof cachedPartsOf> = {
  cachedVersions: [],
  people: [],
  missing: [],
  peopleVersion: 0,
};

/** The bodies of a page that this server has cached, their people, and those of them it has not. */
export function cachedPartsOf(tenantId: number, page: string) {
  const { cachedVersions, people } = cachedVersionsOf(tenantId, page);
  const peopleVersion = schoolPeople(tenantId)?.version ?? 0;
  const missing = people.filter((id) => cachedPerson(tenantId, id, peopleVersion) === undefined);
  return { cachedVersions, people, missing, peopleVersion };
}

export interface FeedPage {
  tenantId: number;
  /** Under this name the page's versions are cached. */
  key: string;
  order: PostOrder;
  /** Number of posts without pinned ones. One row more tells that there is a next page. */
  limit: number;
}

/**
 * Makes the answer of a row, and caches what it brought. Null where a post or the school's people
 * have another version than at the last read, or were evicted meanwhile.
 */
export function pageOfRow(
  platform: Platform,
  { tenantId, key, order, limit }: FeedPage,
  row: PageTexts,
): JsonText<AnswerFor<typeof routes.list>> | null {
  const heads = headsOf(tenantId, row);
  cachePage(
    tenantId,
    key,
    heads.map(({ version }) => version),
  );
  const people = peopleOf(tenantId, row);
  if (!people) return null;
  const pinned = heads.filter((one) => one.pinned);
  const rest = heads.filter((one) => !one.pinned);
  const shown = rest.slice(0, limit);
  const last = shown.at(-1);
  const cursor = rest.length > limit && last ? cursorOf(order, last) : null;
  const data: string[] = [];
  for (const { body, liked } of [...pinned, ...shown]) {
    const post = body?.complete(platform, people);
    if (!post) return null;
    data.push(`${post},"liked":${liked}}`);
  }
  return `{"data":[${data.join(',')}],"next_cursor":${JSON.stringify(cursor)}}`;
}

const cursorOf = (order: PostOrder, { id, activeAt }: { id: number; activeAt: string }) =>
  order === 'active' ? `${activeAt}-${id}` : String(id);

/** The posts of a row. A body is undefined where this server does not have it. */
const headsOf = (tenantId: number, { posts }: Pick<PageTexts, 'posts'>) =>
  (posts?.split(BETWEEN_POSTS) ?? []).map((text) => {
    const [id, xmin, part, activeAt, liked, body] = text.split(BETWEEN_PARTS);
    const version = `${id}.${xmin}`;
    const name = `${tenantId}.${version}`;
    return {
      id: Number(id),
      version,
      pinned: part === '0',
      activeAt: activeAt!,
      liked: liked === 't',
      body: body ? cacheBody(name, body) : cachedBody(name),
    };
  });

const itemsOf = (texts: string | null) =>
  texts?.split(BETWEEN_POSTS).map((text) => text.split(BETWEEN_PARTS)) ?? [];

/** The people of a row, and those that were cached at its version. Null without their levels. */
function peopleOf(tenantId: number, row: PageTexts): People | null {
  const version = row.people_version;
  if (row.has_levels === null) {
    const school = schoolPeople(tenantId);
    if (school?.version !== version || school.hasLevels) return null;
  } else cacheSchoolPeople(tenantId, { version, hasLevels: row.has_levels });
  const read = new Map<number, Person>();
  for (const [id, staff, json] of itemsOf(row.people)) {
    const person = json === undefined ? null : { json, staff: staff === 't' };
    read.set(Number(id), person);
    cachePerson(tenantId, Number(id), version, person);
  }
  const find = (id: number) => (read.has(id) ? read.get(id) : cachedPerson(tenantId, id, version));
  return { version, find, levelOf: row.levels ? levelFinder(row.levels, find) : () => 'null' };
}

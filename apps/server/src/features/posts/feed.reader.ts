import type { AnswerFor } from '@vitrine/contract/core';
import type { posts as routes, PostOrder } from '@vitrine/contract/posts';
import { channelCte, readerCte, requireOpen } from '../../kit/access/community-access.ts';
import type { JsonText } from '../../kit/http/answers.ts';
import { beforeId, MAX_ID } from '../../kit/rows/pagination.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Member } from '../../platform/session.ts';
import { runViewerQuery, viewerQuery } from '../../platform/viewer-query.ts';
import { isCachedPage } from './feed-bodies.ts';
import { cachedPartsOf, nothingCached, pageOfRow } from './feed-page.ts';
import { schoolPeople } from './feed-people.ts';
import {
  cachedColumns,
  cachedColumnsWithLevels,
  feedCtes,
  feedRow,
  freshColumns,
  freshCte,
  freshTexts,
  mostActive,
  newest,
  pageText,
  pinnedFirst,
  pinnedOrder,
  type FeedRow,
} from './feed-sql.ts';
import { offerColumns } from './posts.reader.ts';

/** One page of a channel. `limit` is its number of posts without pinned ones. */
export interface FeedOptions {
  tenantId: number;
  channelId: number;
  order: PostOrder;
  cursor?: string | undefined;
  limit: number;
}

const feedOf = (order: PostOrder, rows: string, sort: string) => {
  const page = { order, sort };
  const query = (name: string, ctes: string, columns: string, from: string) =>
    viewerQuery({
      name: `posts.${name}-${order}`,
      sql: `WITH ${readerCte}, ${channelCte}, ${feedCtes(rows)} ${ctes}
        SELECT ${offerColumns}, ${columns} FROM target ${from}`,
      row: feedRow,
    });
  const heads = pageText(page, null);
  return {
    fresh: query('feed', `, ${freshCte}`, freshColumns, freshTexts(page)),
    cached: query('cached-feed', '', cachedColumns, heads),
    cachedWithLevels: query('cached-feed-levels', '', cachedColumnsWithLevels, heads),
  };
};

/**
 * One page of a channel, in one statement with the session and the viewer's access. `cached` reads no
 * bodies and no people: its plan is shorter to start. It serves while the page and the school's
 * people are as they were read last.
 */
const feeds = {
  pinned: feedOf('pinned', pinnedFirst, pinnedOrder),
  newest: feedOf('newest', newest, 'p.id DESC'),
  active: feedOf('active', mostActive, 'p.active_at DESC, p.id DESC'),
} satisfies Record<PostOrder, unknown>;

/** True if this server has read the page, and the people of its school. */
const isCached = (options: FeedOptions) =>
  schoolPeople(options.tenantId) !== undefined && isCachedPage(options.tenantId, pageKey(options));

/** The query of a page that nobody has read here, or of one that was. */
export function feedQuery(options: FeedOptions) {
  const { fresh, cached, cachedWithLevels } = feeds[options.order];
  if (!isCached(options)) return fresh;
  return schoolPeople(options.tenantId)?.hasLevels ? cachedWithLevels : cached;
}

const feedValues = (
  { channelId, order, cursor, limit }: Omit<FeedOptions, 'tenantId'>,
  cached = nothingCached,
) => ({
  channelId,
  ...cursorValues(order, cursor),
  limit: limit + 1,
  ...cached,
});

/** Reads the page again, with the bodies that this server does not hold. */
export async function readFreshFeed(
  platform: Platform,
  member: Member | null,
  options: FeedOptions,
): Promise<JsonText<AnswerFor<typeof routes.list>>> {
  const read = async (values: ReturnType<typeof feedValues>) => {
    const reader = platform.database.reader(options.tenantId);
    const row = await runViewerQuery(reader, member, feeds[options.order].fresh, values);
    return feedOfRow(platform, row, options);
  };
  // A body may be evicted once more. With nothing cached, the statement brings all of them.
  return (await read(feedValuesWithCache(options))) ?? (await read(feedValues(options)))!;
}

/** The same values, with what this server has cached of the page. `cached` needs none of it. */
const feedValuesWithCache = (options: FeedOptions) =>
  feedValues(options, cachedPartsOf(options.tenantId, pageKey(options)));

/** The values of `feedQuery`. */
export const feedQueryValues = (options: FeedOptions) =>
  isCached(options) ? feedValues(options) : feedValuesWithCache(options);

const pageKey = ({ channelId, order, cursor = '', limit }: FeedOptions) =>
  `${channelId} ${order} ${cursor} ${limit}`;

/**
 * Makes the answer. 404 for a hidden channel, 403 for a locked one. Null where `readFreshFeed` must
 * read the page.
 */
export function feedOfRow(platform: Platform, row: FeedRow | undefined, options: FeedOptions) {
  return pageOfRow(platform, { ...options, key: pageKey(options) }, requireOpen(row));
}

/** Reads the place where a page begins, in the order of its posts. */
export function cursorValues(order: PostOrder, cursor: string | undefined) {
  if (order !== 'active') return { first: cursor === undefined, beforeId: beforeId(cursor) };
  if (cursor === undefined) return { beforeActive: null, beforeId: MAX_ID };
  const [at, id] = cursor.split('-').map(Number);
  return { beforeActive: at, beforeId: id };
}

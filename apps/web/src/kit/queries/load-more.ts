import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type AnswerFor, type AnyRoute } from '@vitrine/contract/core';

type InfiniteQuery = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>;

/** The props of `LoadMore` for an infinite query. */
export const loadMoreOf = (query: InfiniteQuery) => ({
  hasMore: query.hasNextPage,
  busy: query.isFetchingNextPage,
  failed: query.isFetchNextPageError,
  onMore: () => void query.fetchNextPage(),
});

/** The items of a list that a route answers with. */
export type ItemOf<R extends AnyRoute> =
  AnswerFor<R> extends { data: (infer Item)[] } ? Item : never;

/** The key of an item of a list. */
export type ItemKey<Item> = (item: Item) => unknown;

const idOrItem = (item: unknown) => (item as { id?: number }).id ?? item;

/**
 * The items of all pages. An item that moved to another page between the requests appears once.
 * `keyOf` is for items without an id of their own.
 */
export function itemsOf<Item>(
  pages: readonly { data: readonly Item[] }[] = [],
  keyOf: ItemKey<Item> = idOrItem,
): Item[] {
  const items = pages.flatMap(({ data }) => data);
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

import type { UseInfiniteQueryResult } from '@tanstack/react-query';

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

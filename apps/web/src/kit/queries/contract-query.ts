import {
  queryOptions,
  useInfiniteQuery,
  useQuery,
  type DataTag,
  type UseQueryOptions,
} from '@tanstack/react-query';
import type { AnswerFor, AnyRoute } from '@vitrine/contract/core';
import { address, call, type Input } from '../../platform/api.ts';
import { keyOfAddress } from '../../platform/query-client.ts';
import { useFirstPage } from './first-page.ts';
import { type ItemKey, type ItemOf, itemsOf, loadMoreOf } from './load-more.ts';

type Options<R extends AnyRoute> = Omit<
  UseQueryOptions<AnswerFor<R>, Error, AnswerFor<R>, readonly string[]>,
  'queryKey' | 'queryFn'
>;

/** The key of a route's cached answer, typed with that answer: `client.getQueryData(contractKey(…))`. */
export const contractKey = <R extends AnyRoute>(route: R, input: Input<R>) =>
  keyOfAddress(address(route, input)) as DataTag<readonly string[], AnswerFor<R>>;

/** Query options of one route: for `useQuery`, prefetching and loaders. */
export const contractQuery = <R extends AnyRoute>(
  route: R,
  input: Input<R>,
  options?: Options<R>,
) =>
  queryOptions({
    ...options,
    queryKey: contractKey(route, input),
    queryFn: ({ signal }) => call(route, { ...input, signal }),
  });

/**
 * Reads one route of the contract.
 *
 * ```tsx
 * const links = useContractQuery(customLinks.list, {})
 * ```
 */
export const useContractQuery = <R extends AnyRoute>(
  route: R,
  input: Input<R>,
  options?: Options<R>,
) => useQuery(contractQuery(route, input, options));

interface Page<Item> {
  data: Item[];
  current_page: number;
  next_page_url: string | null;
}

interface PagesOptions<R extends AnyRoute> {
  staleTime?: number;
  gcTime?: number;
  enabled?: boolean;
  keyOf?: ItemKey<ItemOf<R>>;
}

/**
 * A numbered list, loaded page by page. `items` holds all items so far, `first` the first page with
 * its extra fields, `more` the props of `LoadMore`.
 *
 * ```tsx
 * const members = useContractPages(members.list, { query: { search } })
 * members.items.map(…) · <LoadMore {...members.more} />
 * ```
 */
export function useContractPages<R extends AnyRoute>(
  route: R,
  input: Input<R>,
  { keyOf, ...options }: PagesOptions<R> = {},
) {
  type Item = ItemOf<R>;
  const inputOf = (page: number) => ({
    ...input,
    query: { ...(input as { query?: object }).query, page },
  });
  const query = useInfiniteQuery({
    ...useFirstPage<Page<Item>, number>(contractKey(route, inputOf(1)), 1),
    queryKey: [...contractKey(route, input), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(route, { ...inputOf(pageParam), signal } as never) as Promise<Page<Item>>,
    initialPageParam: 1,
    getNextPageParam: ({ next_page_url, current_page }) =>
      next_page_url ? current_page + 1 : undefined,
    ...options,
  });
  return {
    ...query,
    items: itemsOf<Item>(query.data?.pages, keyOf),
    first: query.data?.pages[0] as AnswerFor<R> | undefined,
    more: loadMoreOf(query),
  };
}

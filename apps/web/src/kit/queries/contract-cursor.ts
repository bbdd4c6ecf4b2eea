import { useInfiniteQuery } from '@tanstack/react-query';
import type { AnswerFor, AnyRoute } from '@vitrine/contract/core';
import { address, call, type Input } from '../../platform/api.ts';
import { keyOfAddress } from '../../platform/query-client.ts';
import { useFirstPage } from './first-page.ts';
import { itemsOf, loadMoreOf } from './load-more.ts';

interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

/** A cursor-paginated list: see `useContractPages`. */
export function useContractCursor<R extends AnyRoute>(
  route: R,
  input: Input<R>,
  options: { enabled?: boolean; staleTime?: number; gcTime?: number } = {},
) {
  type Item = AnswerFor<R> extends Page<infer I> ? I : never;
  const key = keyOfAddress(address(route, input));
  const query = useInfiniteQuery({
    ...useFirstPage<AnswerFor<R> & Page<Item>, string | null>(key, null),
    queryKey: [...key, 'cursor'],
    queryFn: ({ pageParam, signal }) =>
      call(route, {
        ...input,
        query: { ...(input as { query?: object }).query, cursor: pageParam },
        signal,
      } as never) as Promise<AnswerFor<R> & Page<Item>>,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    ...options,
  });
  return {
    ...query,
    items: itemsOf<Item>(query.data?.pages),
    more: loadMoreOf(query),
  };
}

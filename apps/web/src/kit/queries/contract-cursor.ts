import { useInfiniteQuery, type keepPreviousData } from '@tanstack/react-query';
import type { AnswerFor, AnyRoute } from '@vitrine/contract/core';
import { call, type Input } from '../../platform/api.ts';
import { contractKey } from './contract-query.ts';
import { useFirstPage } from './first-page.ts';
import { type ItemKey, type ItemOf, itemsOf, loadMoreOf } from './load-more.ts';

interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

interface CursorOptions<R extends AnyRoute> {
  enabled?: boolean;
  staleTime?: number;
  gcTime?: number;
  /** Shows the items of the last input until those of the new one have come. */
  placeholderData?: typeof keepPreviousData;
  keyOf?: ItemKey<ItemOf<R>>;
}

/** A cursor-paginated list: see `useContractPages`. */
export function useContractCursor<R extends AnyRoute>(
  route: R,
  input: Input<R>,
  { keyOf, ...options }: CursorOptions<R> = {},
) {
  type Item = ItemOf<R>;
  const key = contractKey(route, input);
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
    items: itemsOf<Item>(query.data?.pages, keyOf),
    more: loadMoreOf(query),
  };
}

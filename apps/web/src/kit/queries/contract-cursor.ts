import { useInfiniteQuery, type keepPreviousData } from '@tanstack/react-query';
import type { AnswerFor, AnyRoute } from '@vitrine/contract/core';
import { address, call, type Input } from '../../platform/api.ts';
import { keyOfAddress } from '../../platform/query-client.ts';
import { useFirstPage } from './first-page.ts';
import { itemsOf, loadMoreOf, type ItemKey } from './load-more.ts';

interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

type ItemOf<R extends AnyRoute> = AnswerFor<R> extends Page<infer Item> ? Item : never;

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
    items: itemsOf<Item>(query.data?.pages, keyOf),
    more: loadMoreOf(query),
  };
}

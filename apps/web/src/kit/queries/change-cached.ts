import type { DataTag, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';

type Filters<Data> = Pick<QueryFilters, 'predicate' | 'exact'> & {
  queryKey?: QueryKey | DataTag<QueryKey, Data>;
};

/**
 * Changes a part of cached answers. The rest was not read again: an answer stays as old as it was, and
 * one that waits to be read again still does.
 *
 * ```tsx
 * changeCached(client, { queryKey: contractKey(home.show, {}) }, (answer) => ({ ...answer, … }))
 * ```
 */
export function changeCached<Data>(
  client: QueryClient,
  filters: Filters<Data>,
  change: (answer: Data) => Data,
) {
  for (const query of client.getQueryCache().findAll(filters)) {
    const { data, dataUpdatedAt: updatedAt, isInvalidated } = query.state;
    if (data === undefined) continue;
    client.setQueryData(query.queryKey, change(data as Data), { updatedAt });
    if (isInvalidated) query.invalidate();
  }
}

import { useQueryClient, type QueryKey } from '@tanstack/react-query';

/** What came with the HTML is not asked for again; whoever comes back later reads it anew. */
export const CAME_ALONG_MS = 5_000;

/**
 * The first page of a list as it came with the HTML, for an infinite query: it is kept under its
 * address. Once a mutation has outdated it, it begins no list any more.
 */
export function useFirstPage<Page, Param>(key: QueryKey, param: Param) {
  const client = useQueryClient();
  const state = client.getQueryState<Page>(key);
  if (!state?.data || state.isInvalidated) return {};
  return {
    initialData: { pages: [state.data], pageParams: [param] },
    initialDataUpdatedAt: state.dataUpdatedAt,
  };
}

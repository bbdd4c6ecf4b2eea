import { useQueryClient, type QueryKey } from '@tanstack/react-query';

/** Data embedded in the HTML counts as fresh for this long. */
const EMBEDDED_FRESH_MS = 5_000;

/** Unused answers that are not fresh anyway, such as those of a search, are dropped after this time. */
const UNUSED_MS = 300_000;

/** The options of a query whose data others change: a return to its page reads it again. */
export const readOnReturn = { staleTime: EMBEDDED_FRESH_MS, gcTime: UNUSED_MS };

/**
 * The embedded first page of a list, as initial data of an infinite query. The cache holds it under
 * its URL. A mutation that invalidates it also ends its use.
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

import { searchKinds } from '@vitrine/contract/search';
import { useTranslation } from '../../ui/translation.ts';
import { filterCounts, type SearchFilter } from './search-filters.tsx';
import { findSettings, type FoundItem, type SettingToFind } from './search-results.tsx';
import { useQuickSearch, useQuickSearchOf } from './search.queries.ts';

interface ResultsOfKind {
  kind: FoundItem['kind'];
  results: readonly FoundItem[];
}

/**
 * The first results of a query, grouped by kind, and the count of each kind. With a kind as filter,
 * the other groups are absent. Without a query there are no results.
 */
export function useGroupedResults(
  query: string,
  filter: SearchFilter,
  settings: readonly SettingToFind[],
) {
  const { t } = useTranslation();
  const kind = searchKinds.find((one) => one === filter) ?? null;
  const all = useQuickSearch(query);
  const ofKind = useQuickSearchOf(query, kind);

  const found = query ? (all.data?.data ?? []) : [];
  const foundSettings = query ? findSettings(settings, query, t) : [];
  const resultsOf = (one: FoundItem['kind']) =>
    one === kind && ofKind.data ? ofKind.data.data : found.filter((result) => result.kind === one);
  const groups: ResultsOfKind[] = [
    ...searchKinds.map((one) => ({ kind: one, results: resultsOf(one) })),
    { kind: 'setting' as const, results: foundSettings },
  ].filter((group) => filter === 'tudo' || filter === group.kind);
  const results = groups.flatMap((group) => group.results);
  const failed = [all, ofKind].find(({ isError }) => isError);

  return {
    /** The results of all kinds that the server sent. */
    found,
    groups,
    results,
    counts: filterCounts(query ? (all.data?.counts ?? []) : [], foundSettings.length),
    failed,
    isPending: all.isPending,
    /** The answer came, and nothing matches. */
    isEmpty: all.isSuccess && !results.length && !failed && !ofKind.isLoading,
  };
}

import { search, type SearchKind } from '@vitrine/contract/search';
import { keepPreviousData } from '@tanstack/react-query';
import { useContractPages, useContractQuery } from '../../kit/queries/contract-query.ts';

/** A few results of each kind while the viewer types. Former results stay until new ones arrive. */
export const useQuickSearch = (q: string) =>
  useContractQuery(
    search.find,
    { query: { q, grouped: '1' } },
    { enabled: q.trim() !== '', placeholderData: keepPreviousData },
  );

export const useSearch = (q: string, kind: SearchKind | null) =>
  useContractPages(search.find, { query: { q, kind } });

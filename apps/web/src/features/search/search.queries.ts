import { keepPreviousData } from '@tanstack/react-query';
import { search, type SearchKind } from '@vitrine/contract/search';
import { useContractPages, useContractQuery } from '../../kit/queries/contract-query.ts';
import { readOnReturn } from '../../kit/queries/first-page.ts';

/** A few results of each kind while the viewer types. Former results stay until new ones arrive. */
export const useQuickSearch = (q: string) =>
  useContractQuery(
    search.find,
    { query: { q, grouped: '1' } },
    { ...readOnReturn, enabled: q.trim() !== '', placeholderData: keepPreviousData },
  );

/** The first results of one kind, while the viewer types. */
export const useQuickSearchOf = (q: string, kind: SearchKind | null) =>
  useContractQuery(
    search.find,
    { query: { q, kind } },
    { ...readOnReturn, enabled: q.trim() !== '' && kind !== null },
  );

/** All results of a search, page after page, as the page of results shows them. */
export const useSearch = (q: string, kind: SearchKind | null) =>
  useContractPages(
    search.find,
    { query: { q, kind } },
    { ...readOnReturn, keyOf: (result) => `${result.kind} ${result.id}` },
  );

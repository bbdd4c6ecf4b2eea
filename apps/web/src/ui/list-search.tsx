import { useState } from 'react';
import { SearchField } from './search-field.tsx';
import { matchesSearch } from './search-match.ts';

/** The search field appears from this number of rows on. */
const MANY_ROWS = 8;

/**
 * Filters the rows of a panel by their name, in the browser. `field` is false for a short list. It
 * stays while it holds a text, so that no row is hidden without a field that says why.
 *
 * ```tsx
 * const { found, search, field } = useListSearch(rows, nameOf, t('Buscar avaliação'));
 * ```
 */
export function useListSearch<Row>(rows: Row[], nameOf: (row: Row) => string, label: string) {
  const [search, setSearch] = useState('');
  return {
    found: rows.filter((row) => matchesSearch(nameOf(row), search)),
    search,
    field: (rows.length >= MANY_ROWS || search !== '') && (
      <SearchField label={label} query={search} delay={150} onSearch={setSearch} />
    ),
  };
}

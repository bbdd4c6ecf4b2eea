import { useState } from 'react';
import { usePortions } from './portions.tsx';
import { SearchField } from './search-field.tsx';
import { matchesSearch } from './search-match.ts';

/** The search field appears from this number of rows on. */
const MANY_ROWS = 8;

/**
 * Filters the rows of a list by their name, in the browser. `field` is false for a short list. It
 * stays while it holds a text, so that no row is hidden without a field that says why. `shown` are
 * the first of the `found` rows; render `more` after them.
 *
 * ```tsx
 * const { found, shown, more, search, field } = useListSearch(rows, nameOf, t('Buscar avaliação'));
 * ```
 */
export function useListSearch<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  label: string,
  className?: string,
) {
  const [search, setSearch] = useState('');
  const found = rows.filter((row) => matchesSearch(nameOf(row), search));
  return {
    found,
    ...usePortions(found),
    search,
    field: (rows.length >= MANY_ROWS || search !== '') && (
      <SearchField
        label={label}
        query={search}
        delay={150}
        found={search ? { count: found.length } : null}
        onSearch={setSearch}
        className={className}
      />
    ),
  };
}

import { limits, searchKinds } from '@vitrine/contract/search';
import { Search } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { SitePage } from '../../kit/page/site-page.tsx';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { filterCounts, SearchFilters, type SearchFilter } from './search-filters.tsx';
import {
  findSettings,
  kindLabels,
  Result,
  SlipNote,
  type SettingToFind,
} from './search-results.tsx';
import { useQuickSearch, useSearch } from './search.queries.ts';

/** `/search?search=`: everything that was found, by kind, page after page (C section 1). */
export default function SearchPage({ settings = [] }: { settings?: readonly SettingToFind[] }) {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const query = address.get('search')?.slice(0, limits.query) ?? '';
  const requestedKind = address.get('tipo');
  const kind = searchKinds.find((one) => one === requestedKind) ?? null;
  const search = useSearch(query, kind);
  // A page of one kind counts that kind alone.
  const all = useQuickSearch(kind ? query : '');
  const filter: SearchFilter = requestedKind === 'setting' ? requestedKind : (kind ?? 'tudo');
  const allSettings = findSettings(settings, query, t);
  const foundSettings = kind ? [] : allSettings;
  const items = filter === 'setting' ? [] : search.items;
  const counts = (kind ? all.data : search.first)?.counts;
  const filters = counts ? filterCounts(counts, allSettings.length) : null;
  const found = query && search.isSuccess && filters ? (filters.get(filter) ?? { count: 0 }) : null;

  function ask(next: { search?: string; tipo?: SearchFilter }) {
    const after = new URLSearchParams(address);
    for (const [name, value] of Object.entries(next)) after.set(name, value);
    setAddress(after, { replace: true });
  }

  return (
    <SitePage title={t('Busca')}>
      <SearchField
        className="mt-6"
        label={t('Buscar')}
        query={query}
        found={found}
        onSearch={(text) => ask({ search: text })}
      />
      {query && (
        <SearchFilters
          className="mt-4"
          counts={filters}
          value={filter}
          onValueChange={(tipo) => ask({ tipo })}
        />
      )}
      {query && search.isPending && <Skeleton shape="row" count={6} className="mt-6" />}
      {search.isError && search.items.length === 0 && (
        <QueryError query={search} className="pt-16" title={t('A busca não funcionou')} />
      )}
      {search.isSuccess && items.length + foundSettings.length === 0 && (
        <EmptyState
          className="pt-16"
          icon={<Search />}
          title={query ? t('Nada encontrado para {{query}}.', { query }) : t('O que você procura?')}
          text={t('Busque cursos, módulos, aulas, publicações e pessoas. Acentos não importam.')}
        />
      )}
      {foundSettings.length > 0 && (
        <ul
          aria-label={t(kindLabels.setting)}
          className="-mx-[12px] mt-4 border-b border-line pb-2"
        >
          {foundSettings.map((setting) => (
            <Result key={setting.id} result={setting} query={query} />
          ))}
        </ul>
      )}
      <div className="-mx-[12px]">
        <SlipNote results={items} query={query} />
      </div>
      <ul className="-mx-[12px] mt-4">
        {items.map((result) => (
          <Result key={`${result.kind} ${result.id}`} result={result} query={query} />
        ))}
      </ul>
      {filter !== 'setting' && <LoadMore {...search.more} />}
    </SitePage>
  );
}

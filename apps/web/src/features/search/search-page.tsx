import { searchKinds, type SearchKind } from '@vitrine/contract/search';
import { Search } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { QueryError } from '../../kit/queries/query-error.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { useSearch } from './search.queries.ts';
import {
  findSettings,
  kindLabels,
  Result,
  SlipNote,
  type SettingToFind,
} from './search-results.tsx';

/** `/search?search=`: everything that was found, by kind, page after page (C 1). */
export default function SearchPage({ settings = [] }: { settings?: readonly SettingToFind[] }) {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const query = address.get('search') ?? '';
  const asked = address.get('tipo');
  const kind = searchKinds.find((one) => one === asked) ?? null;
  const search = useSearch(query, kind);
  const foundSettings = kind ? [] : findSettings(settings, query, t);

  function ask(next: { search?: string; tipo?: SearchKind | 'tudo' }) {
    const after = new URLSearchParams(address);
    for (const [name, value] of Object.entries(next)) after.set(name, value);
    setAddress(after, { replace: true });
  }

  return (
    <div className="mx-auto max-w-200 px-5 md:px-10 lg:px-14 pt-24 md:pt-28">
      <h1 className="site-title text-28">{t('Busca')}</h1>
      <SearchField
        className="mt-6"
        label={t('Buscar')}
        query={query}
        onSearch={(text) => ask({ search: text })}
      />
      <Tabs<SearchKind | 'tudo'>
        className="mt-4"
        label={t('Tipo')}
        value={kind ?? 'tudo'}
        onValueChange={(tipo) => ask({ tipo })}
        tabs={[
          { value: 'tudo', label: t('Tudo') },
          ...searchKinds.map((value) => ({ value, label: t(kindLabels[value]) })),
        ]}
      />
      {query && search.isPending && <Skeleton shape="row" count={6} className="mt-6" />}
      {search.isError && search.items.length === 0 && (
        <QueryError query={search} className="pt-16" title={t('A busca não funcionou')} />
      )}
      {search.isSuccess && search.items.length + foundSettings.length === 0 && (
        <EmptyState
          className="pt-16"
          icon={<Search />}
          title={query ? t('Nada encontrado para {{query}}.', { query }) : t('O que você procura?')}
          text={t('Busque cursos, módulos, aulas, publicações e pessoas. Acentos não importam.')}
        />
      )}
      {foundSettings.length > 0 && (
        <ul aria-label={t(kindLabels.setting)} className="-mx-3 mt-4 border-b border-line pb-2">
          {foundSettings.map((setting) => (
            <Result key={setting.id} result={setting} query={query} />
          ))}
        </ul>
      )}
      <div className="-mx-3">
        <SlipNote results={search.items} query={query} />
      </div>
      <ul className="-mx-3 mt-4">
        {search.items.map((result) => (
          <Result key={`${result.kind} ${result.id}`} {...{ result, query }} />
        ))}
      </ul>
      <LoadMore {...search.more} />
    </div>
  );
}

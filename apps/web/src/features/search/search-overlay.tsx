import { pages } from '@vitrine/contract/pages';
import { limits, searchKinds, type SearchKind, type SearchResult } from '@vitrine/contract/search';
import { Dialog as Base } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useState, type KeyboardEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { readLocal, writeLocal } from '../../platform/local-store.ts';
import { useTranslation } from '../../ui/translation.ts';
import { SearchKeys } from './search-keys.tsx';
import { useQuickSearch } from './search.queries.ts';
import {
  findSettings,
  kindLabels,
  Result,
  SlipNote,
  type FoundItem,
  type SettingToFind,
} from './search-results.tsx';

/** Local storage key of the viewer's recent searches and opened results. */
const RECENT = 'recent-searches';
const OPENED = 'opened-from-search';
const MAX_RECENT = 5;

interface SearchOverlayProps {
  open: boolean;
  onClose: () => void;
  /** Settings that staff can find. */
  settings?: readonly SettingToFind[];
}

/** The search overlay: grouped results while typing. Enter opens the page of all results (C 2). */
export function SearchOverlay({ open, onClose, settings = [] }: SearchOverlayProps) {
  const { t } = useTranslation();
  const go = useNavigate();
  const list = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const [recent, setRecent] = useState<string[]>(() => readLocal<string[]>(RECENT) ?? []);
  const [opened, setOpened] = useState<SearchResult[]>(
    () => readLocal<SearchResult[]>(OPENED) ?? [],
  );
  const query = useDeferredValue(text.trim());
  const search = useQuickSearch(query);
  const found = query ? (search.data?.data ?? []) : [];
  const groups: { name: string; kind?: SearchKind; results: FoundItem[] }[] = query
    ? [
        ...searchKinds.map((kind) => ({
          name: kindLabels[kind],
          kind,
          results: found.filter((result) => result.kind === kind),
        })),
        { name: kindLabels.setting, results: findSettings(settings, query, t) },
      ]
    : [{ name: 'Abertos por último', results: opened }];
  const shown = groups.flatMap(({ results }) => results);
  const openable = shown.filter(({ url }) => url);

  function remember() {
    if (!query) return;
    const next = [query, ...recent.filter((one) => one !== query)].slice(0, MAX_RECENT);
    setRecent(next);
    writeLocal(RECENT, next);
  }

  function keep(result: FoundItem) {
    if (result.kind === 'setting') return;
    // Stored without the excerpt, which belongs to this search.
    const next = [{ ...result, excerpt: '' }, ...opened.filter(({ url }) => url !== result.url)];
    setOpened(next.slice(0, MAX_RECENT));
    writeLocal(OPENED, next.slice(0, MAX_RECENT));
  }

  function close() {
    setActive(-1);
    onClose();
  }

  function leave() {
    remember();
    close();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((before) => Math.max(-1, Math.min(before + step, openable.length - 1)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      leave();
      const chosen = openable[active];
      if (chosen) keep(chosen);
      void go(chosen ? chosen.url : allOf(text.trim()));
    }
  }

  const idOf = (result: FoundItem) => `${list}-${result.kind}-${result.id}`;
  const activeOne = openable[active];
  const activeId = activeOne && idOf(activeOne);
  // The list is longer than its box: the keys would choose a row that nobody sees.
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && close()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-scrim bg-scrim" />
        <Base.Popup
          aria-label={t('Buscar')}
          className="fixed inset-x-0 top-0 z-dialog mx-auto flex max-h-dvh w-full max-w-180 flex-col overflow-hidden bg-surface-1 shadow-dialog ring-1 ring-line-2 outline-none ring-inset sm:top-10 sm:max-h-[calc(100dvh-5rem)] sm:rounded-panel"
        >
          <div className="flex items-center gap-3 border-b border-line px-5">
            <Search
              size={20}
              strokeWidth={1.75}
              className="shrink-0 text-text-2"
              aria-hidden="true"
            />
            <input
              type="search"
              role="combobox"
              aria-label={t('Buscar')}
              aria-expanded={shown.length > 0}
              aria-controls={list}
              aria-activedescendant={activeId}
              placeholder={t('Buscar...')}
              maxLength={200}
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setActive(-1);
              }}
              onKeyDown={onKeyDown}
              className="h-16 min-w-0 flex-1 bg-transparent text-18 text-text outline-none [&::-webkit-search-cancel-button]:hidden"
            />
            <Base.Close className="min-h-11 text-14 text-text-2 hover:text-text">
              {t('Fechar')}
            </Base.Close>
          </div>
          <div
            id={list}
            className="quiet-scroll min-h-0 flex-1 overflow-y-auto p-3"
            aria-live="polite"
          >
            {!query && recent.length > 0 && (
              <Recent
                recent={recent}
                onChoose={setText}
                onClear={() => {
                  setRecent([]);
                  setOpened([]);
                  writeLocal(RECENT, null);
                  writeLocal(OPENED, null);
                }}
              />
            )}
            {query && search.isError && (
              <p className="px-3 py-6 text-14 text-error">{search.error.message}</p>
            )}
            {query && search.isSuccess && shown.length === 0 && (
              <p className="px-3 py-6 text-16 text-text-2">
                {t('Nada encontrado para {{query}}.', { query })}
              </p>
            )}
            {!query && recent.length + opened.length === 0 && (
              <p className="px-3 py-4 text-16 text-text-2">
                {t('Busque cursos, módulos, aulas, publicações e pessoas. Acentos não importam.')}
              </p>
            )}
            <SlipNote results={found} query={query} />
            {groups.map(
              ({ name, kind, results }) =>
                results.length > 0 && (
                  <section key={name} aria-label={t(name)}>
                    <div className="flex items-center justify-between gap-4 px-3 pt-3 pb-1 text-14">
                      <h2 className="font-semibold text-text-2">{t(name)}</h2>
                      {kind && results.length >= limits.ofEachKind && (
                        <Link
                          to={`${allOf(query)}&tipo=${kind}`}
                          aria-label={t('Ver mais: {{kind}}', { kind: t(name) })}
                          onClick={leave}
                          className="touch-target relative text-text-2 hover:text-text"
                        >
                          {t('Ver mais')}
                        </Link>
                      )}
                    </div>
                    <ul>
                      {results.map((result) => (
                        <Result
                          key={`${result.kind} ${result.id}`}
                          id={idOf(result)}
                          active={result === activeOne}
                          {...{ result, query }}
                          onOpen={() => {
                            remember();
                            keep(result);
                            close();
                          }}
                        />
                      ))}
                    </ul>
                  </section>
                ),
            )}
          </div>
          {query && shown.length > 0 && (
            <footer className="flex items-center justify-between gap-5 border-t border-line px-5 py-3">
              <SearchKeys />
              <Link
                to={allOf(query)}
                onClick={leave}
                className="touch-target relative ml-auto min-h-6 text-14 font-semibold text-text hover:underline"
              >
                {t('Ver todos os resultados')}
              </Link>
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const allOf = (text: string) => `${pages.search.path}?search=${encodeURIComponent(text)}`;

interface RecentProps {
  recent: readonly string[];
  onChoose: (text: string) => void;
  onClear: () => void;
}

function Recent({ recent, onChoose, onClear }: RecentProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('Buscas recentes')}>
      <div className="flex items-center justify-between px-3 pt-2">
        <h2 className="text-14 font-semibold text-text-2">{t('Buscas recentes')}</h2>
        <button
          type="button"
          onClick={onClear}
          className="min-h-11 text-14 text-text-2 hover:text-text"
        >
          {t('Apagar')}
        </button>
      </div>
      <ul>
        {recent.map((text) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => onChoose(text)}
              className="min-h-11 w-full rounded-card px-3 text-left text-16 text-text hover:bg-hover"
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

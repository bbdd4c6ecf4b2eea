import { pages } from '@vitrine/contract/pages';
import { Dialog as Base } from '@base-ui/react/dialog';
import { ArrowRight, Search } from 'lucide-react';
import {
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { Link, useNavigate } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { Key } from '../../ui/key.tsx';
import { useTranslation } from '../../ui/translation.ts';
import { FoundResults } from './found-results.tsx';
import { SearchAside } from './search-aside.tsx';
import { SearchFilters, useSeeAll, type SearchFilter } from './search-filters.tsx';
import { useSearchHistory } from './search-history.ts';
import { SearchKeys } from './search-keys.tsx';
import type { FoundItem, SettingToFind } from './search-results.tsx';
import { useGroupedResults } from './use-grouped-results.ts';

interface SearchOverlayProps {
  open: boolean;
  onClose: () => void;
  /** Settings that staff can find. */
  settings?: readonly SettingToFind[];
}

/**
 * The search overlay (C section 2): grouped results and their counts while typing, beside what was
 * opened last and recent searches. Enter opens the page of all results.
 */
export function SearchOverlay({ open, onClose, settings = [] }: SearchOverlayProps) {
  const { t } = useTranslation();
  const go = useNavigate();
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<SearchFilter>('tudo');
  const history = useSearchHistory();
  const query = useDeferredValue(text.trim());
  const search = useGroupedResults(query, filter, settings);
  const { counts, results } = search;
  const seeAll = useSeeAll();
  const openable: FoundItem[] = (query ? results : history.opened).filter(({ url }) => url);
  const hasHistory = history.opened.length + history.searches.length > 0;
  const total = counts.get(filter);
  const idOf = (result: Pick<FoundItem, 'kind' | 'id'>) => `${list}-${result.kind}-${result.id}`;
  const { activeItem, activeId, forget, step } = useActiveResult(openable, idOf);
  // A page that shows the same results gets no link.
  const seesAll = !total || (!total.more && total.count <= results.length);

  function choose(next: SearchFilter) {
    setFilter(next);
    forget();
  }

  function write(next: string) {
    setText(next);
    forget();
    if (!next.trim()) setFilter('tudo');
  }

  function close() {
    forget();
    onClose();
  }

  /** Closes the overlay for another page, and remembers how the viewer got there. */
  function leave(result?: FoundItem) {
    history.remember(query);
    if (result && result.kind !== 'setting') history.keep(result);
    close();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (!activeItem) return openAll();
      leave(activeItem);
      void go(activeItem.url);
    }
  }

  function openAll() {
    leave();
    void go(allOf(text.trim(), filter));
  }

  return (
    <Base.Root open={open} onOpenChange={(next) => !next && close()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-scrim bg-scrim" />
        <Base.Popup
          aria-label={t('Buscar')}
          initialFocus={field}
          className="fixed inset-x-0 top-0 z-dialog mx-auto flex h-dvh w-full flex-col overflow-hidden bg-surface-1 shadow-dialog ring-1 ring-line-2 outline-none ring-inset sm:top-10 sm:h-auto sm:max-h-[calc(100dvh-5rem)] sm:max-w-[min(62.5rem,100%-2.5rem)] sm:rounded-panel"
        >
          <SearchHead
            field={field}
            text={text}
            list={list}
            activeId={activeId}
            expanded={openable.length > 0}
            onWrite={write}
            onKeyDown={onKeyDown}
            onSearch={openAll}
          >
            {query && counts.size > 0 && (
              <SearchFilters
                className="col-span-2 row-start-2 -mb-px min-w-0 px-5 *:border-transparent sm:px-6"
                counts={counts}
                value={filter}
                onValueChange={choose}
              />
            )}
          </SearchHead>
          <div className={cx('flex min-h-0 flex-1', hasHistory && 'lg:min-h-120')}>
            <div
              id={list}
              className={cx(
                'quiet-scroll min-h-0 min-w-0 flex-1 overflow-y-auto p-3',
                !query && hasHistory && 'max-lg:hidden',
              )}
              aria-live="polite"
            >
              <FoundResults
                query={query}
                search={search}
                filter={filter}
                idOf={idOf}
                active={activeItem}
                onFilter={choose}
                onOpen={leave}
              />
            </div>
            {hasHistory && (
              <SearchAside
                className={cx(
                  'quiet-scroll min-h-0 overflow-y-auto p-3 max-lg:flex-1 lg:w-79 lg:border-l lg:border-line',
                  query && 'max-lg:hidden',
                )}
                history={history}
                active={history.opened.find((one) => one === activeItem)}
                idOf={(result) => (query ? undefined : idOf(result))}
                onSearch={(next) => {
                  write(next);
                  field.current?.focus();
                }}
                onOpen={leave}
              />
            )}
          </div>
          {query && results.length > 0 && (
            <SearchFooter
              seeAll={seesAll ? null : seeAll(filter, total)}
              to={allOf(query, filter)}
              onLeave={() => leave()}
            />
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The result that the arrow keys chose. Enter opens it. */
function useActiveResult(openable: readonly FoundItem[], idOf: (result: FoundItem) => string) {
  const [active, setActive] = useState(-1);
  const activeItem = openable[active];
  const activeId = activeItem && idOf(activeItem);
  // The list is longer than its box: the keys would choose a row that nobody sees.
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return {
    activeItem,
    activeId,
    forget: () => setActive(-1),
    /** Goes a row down or up. Above the first one, no row is chosen. */
    step: (by: 1 | -1) =>
      setActive((before) => Math.max(-1, Math.min(before + by, openable.length - 1))),
  };
}

interface SearchHeadProps {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  /** Id of the list that the field controls. */
  list: string;
  activeId: string | undefined;
  expanded: boolean;
  onWrite: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Opens the page of all results (C section 2). */
  onSearch: () => void;
  /** The filters, below the field. */
  children: ReactNode;
}

function SearchHead({ field, text, list, activeId, children, ...props }: SearchHeadProps) {
  const { t } = useTranslation();
  return (
    <div className="grid shrink-0 grid-cols-[minmax(0,1fr)_auto] border-b border-line">
      <div className="flex items-center gap-3 pl-5 sm:gap-4 sm:pl-6">
        <button
          type="button"
          aria-label={t('Buscar')}
          onClick={props.onSearch}
          className="touch-target shrink-0 rounded-control text-text-2 hover:text-text"
        >
          <Search size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-label={t('Buscar')}
          aria-expanded={props.expanded}
          aria-controls={list}
          aria-activedescendant={activeId}
          placeholder={t('Buscar...')}
          maxLength={200}
          value={text}
          onChange={({ target }) => props.onWrite(target.value)}
          onKeyDown={props.onKeyDown}
          className="h-16 min-w-0 flex-1 bg-transparent text-18 text-text outline-none sm:h-19 [&::-webkit-search-cancel-button]:hidden"
        />
      </div>
      {/* After the field, so that Tab goes from it to the filters. */}
      {children}
      <div className="col-start-2 row-start-1 flex items-center gap-4 pr-5 pl-3 sm:pr-6">
        {text && (
          <button
            type="button"
            onClick={() => {
              props.onWrite('');
              field.current?.focus();
            }}
            className="min-h-11 text-14 text-text-2 hover:text-text"
          >
            {t('Limpar')}
          </button>
        )}
        <Base.Close className="grid min-h-11 place-items-center text-14 text-text-2 hover:text-text">
          <Key className="hidden sm:pointer-fine:grid">Esc</Key>
          <span className="sm:pointer-fine:sr-only">{t('Fechar')}</span>
        </Base.Close>
      </div>
    </div>
  );
}

interface SearchFooterProps {
  /** The text of the link to all results. Null if they are all here. */
  seeAll: string | null;
  to: string;
  onLeave: () => void;
}

function SearchFooter({ seeAll, to, onLeave }: SearchFooterProps) {
  return (
    <footer
      className={cx(
        'flex shrink-0 items-center justify-between gap-5 border-t border-line px-5 py-3 sm:px-6',
        seeAll === null && 'max-sm:hidden pointer-coarse:hidden',
      )}
    >
      <SearchKeys />
      {seeAll !== null && (
        <Link
          to={to}
          onClick={onLeave}
          className="touch-target relative ml-auto flex min-h-6 items-center gap-2 text-14 font-semibold text-text hover:underline"
        >
          {seeAll}
          <ArrowRight size={16} strokeWidth={2} aria-hidden="true" />
        </Link>
      )}
    </footer>
  );
}

/** The page of all results. */
const allOf = (text: string, filter: SearchFilter) =>
  `${pages.search.path}?search=${encodeURIComponent(text)}${
    filter === 'tudo' ? '' : `&tipo=${filter}`
  }`;

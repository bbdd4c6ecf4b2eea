import { pages } from '@vitrine/contract/pages';
import { useDeferredValue, useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { isComposing } from '../../ui/composing.ts';
import type { SearchFilter } from './search-filters.tsx';
import { useSearchHistory } from './search-history.ts';
import type { FoundItem, SettingToFind } from './search-results.tsx';
import { useGroupedResults } from './use-grouped-results.ts';

/**
 * The state of the search overlay: the typed text, its results, the row that the arrow keys chose,
 * and the ways out. Each way out remembers the search.
 */
export function useSearchOverlay({
  settings,
  startText,
  onClose,
}: {
  settings: readonly SettingToFind[];
  startText: string;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const listId = useId();
  const history = useSearchHistory();
  const [text, setText] = useState(startText);
  const [filter, setFilter] = useState<SearchFilter>('tudo');
  const query = useDeferredValue(text.trim());
  const search = useGroupedResults(query, filter, settings);
  const openable: FoundItem[] = (query ? search.results : history.opened).filter(({ url }) => url);
  const idOf = (result: FoundItem) => `${listId}-${result.kind}-${result.id}`;
  const listIdOf = (kind: FoundItem['kind'] | 'opened') => `${listId}-${kind}`;
  const { activeItem, activeId, forget, step } = useActiveResult(openable, idOf);

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
    write('');
    onClose();
  }

  /** Closes the overlay for another page. */
  function leave(result?: FoundItem) {
    history.remember(query);
    if (result && result.kind !== 'setting') history.keep(result);
    close();
  }

  function openAll() {
    leave();
    void navigate(allResultsOf(text.trim(), filter));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (!activeItem) return openAll();
      leave(activeItem);
      void navigate(activeItem.url);
    }
  }

  return {
    /** The ids of the lists that the arrow keys choose in. */
    listIds: query
      ? search.groups.filter(({ results }) => results.length).map(({ kind }) => listIdOf(kind))
      : history.opened.slice(0, 1).map(() => listIdOf('opened')),
    listIdOf,
    history,
    text,
    write,
    /** The trimmed text that the results are about. It follows the text. */
    query,
    filter,
    choose,
    search,
    idOf,
    activeItem,
    activeId,
    hasOpenable: openable.length > 0,
    onKeyDown,
    close,
    leave,
    /** The page of all results. */
    allResults: allResultsOf(query, filter),
    openAll,
  };
}

/** The result that the arrow keys chose. Enter opens it. */
function useActiveResult(openable: readonly FoundItem[], idOf: (result: FoundItem) => string) {
  const [active, setActive] = useState(-1);
  const activeItem = openable[active];
  const activeId = activeItem && idOf(activeItem);
  // The list is longer than its box: the keys would choose a row that nobody sees.
  useEffect(() => {
    if (activeId)
      document.getElementById(activeId)?.closest('li')?.scrollIntoView({ block: 'nearest' });
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

const allResultsOf = (text: string, filter: SearchFilter) =>
  `${pages.search.path}?search=${encodeURIComponent(text)}${
    filter === 'tudo' ? '' : `&tipo=${filter}`
  }`;

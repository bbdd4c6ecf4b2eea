import type { SearchResult } from '@vitrine/contract/search';
import { useEffect, useState } from 'react';
import { readLocal, writeLocal } from '../../platform/local-store.ts';

/** Local storage keys of this person. Signing out clears them (kit/offline/forget.ts). */
const SEARCHES = 'recent-searches';
const OPENED = 'opened-from-search';
const MAX_ENTRIES = 5;

/** A result that was opened. `opened_at` is an ISO moment; older entries have none. */
export type OpenedResult = SearchResult & { opened_at?: string };

const readSearches = () => readLocal<string[]>(SEARCHES) ?? [];
const readOpened = () => readLocal<OpenedResult[]>(OPENED) ?? [];

/** The viewer's latest searches and the results that they opened, in this browser only. */
export function useSearchHistory() {
  const [searches, setSearches] = useState(readSearches);
  const [opened, setOpened] = useState(readOpened);
  useEffect(() => {
    // Another tab has searched, or cleared a list.
    const reread = () => {
      setSearches(readSearches());
      setOpened(readOpened());
    };
    addEventListener('storage', reread);
    return () => removeEventListener('storage', reread);
  }, []);

  function keepSearches(next: string[]) {
    setSearches(next);
    writeLocal(SEARCHES, next.length ? next : null);
  }
  function keepOpened(next: OpenedResult[]) {
    setOpened(next);
    writeLocal(OPENED, next.length ? next : null);
  }

  return {
    searches,
    opened,
    remember(query: string) {
      if (!query) return;
      const others = readSearches().filter((one) => one !== query);
      keepSearches([query, ...others].slice(0, MAX_ENTRIES));
    },
    keep(result: SearchResult) {
      // Stored without the excerpt, which belongs to this search.
      const entry = { ...result, excerpt: '', opened_at: new Date().toISOString() };
      const others = readOpened().filter(({ url }) => url !== result.url);
      keepOpened([entry, ...others].slice(0, MAX_ENTRIES));
    },
    forgetSearches: () => keepSearches([]),
    forgetOpened: () => keepOpened([]),
  };
}
/** The history, for the parts of the overlay. */
export type SearchHistory = ReturnType<typeof useSearchHistory>;

import { useEffect, useEffectEvent, useState } from 'react';

/**
 * The typed text. It is searched `delay` ms after the last change, or at once by `searchNow`. Until
 * then `isWaiting`, and the results are those of an earlier text.
 */
export function useSearchText({
  query = '',
  delay,
  onSearch,
}: {
  /** The current search, if a URL or a filter holds it. */
  query?: string;
  delay: number;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(query);
  const [lastSearched, setLastSearched] = useState(query);
  const [lastQuery, setLastQuery] = useState(query);
  if (lastQuery !== query) {
    setLastQuery(query);
    if (query.trim() !== lastSearched.trim()) {
      setLastSearched(query);
      setText(query);
    }
  }
  const searchLater = useEffectEvent((value: string) => {
    setLastSearched(value);
    onSearch(value);
  });

  function searchNow(value: string) {
    setText(value);
    if (value === lastSearched) return;
    setLastSearched(value);
    onSearch(value);
  }

  useEffect(() => {
    if (text === lastSearched) return;
    const timer = setTimeout(searchLater, delay, text);
    return () => clearTimeout(timer);
  }, [text, lastSearched, delay]);

  return { text, setText, searchNow, isWaiting: text !== lastSearched };
}

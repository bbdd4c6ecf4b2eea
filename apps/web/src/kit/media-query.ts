import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, and from now on: `useMediaQuery(wide)`. */
export function useMediaQuery(query: string): boolean {
  const watch = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(
    watch,
    () => matchMedia(query).matches,
    () => false, // the server knows no screen
  );
}

/** From here on a page has room for a second column. */
export const wide = '(min-width: 1024px)';

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

/** Up to here a lesson is the whole screen, with bars of its own. */
export const phone = '(max-width: 767px)';
/** From here on a page has room for a second column. */
export const wide = '(min-width: 1024px)';

/** From here on it has room for a third. */
export const threeColumns = '(min-width: 1280px)';

/** From here on the page shows beside the drawer. */
export const besideDrawer = '(min-width: 768px)';

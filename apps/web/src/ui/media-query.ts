import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches, and follows its changes: `useMediaQuery(wide)`. */
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
    () => false, // the server has no screen
  );
}

/** A sheet of paper, on which nothing can be pressed. */
export const paper = 'print';

/** Below this width a side sheet may rise from the bottom. */
export const narrow = '(width < 40rem)';

/** Below this width a lesson fills the screen and has bars of its own. */
export const phone = '(width < 48rem)';
/** From this width on, a page has room for a second column. */
export const wide = '(width >= 64rem)';

/** From this width on, the sidebar stands beside the page (app/sidebar.tsx). */
export const besideSidebar = '(width >= 80rem)';

/** From this width on, it has room for a third column. */
export const threeColumns = '(width >= 80rem)';
/** The same beside the sidebar. */
export const threeColumnsBesideSidebar = '(width >= 87.5rem)';

/** From this width on, the page is visible beside the drawer. */
export const besideDrawer = '(width >= 48rem)';

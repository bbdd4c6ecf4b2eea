import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window is at least so wide, in px. */
export function useWide(least: number) {
  const query = `(min-width: ${least}px)`;
  const watch = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => matchMedia(query).matches);
}

import { useSyncExternalStore } from 'react';

/**
 * One value that distant parts of the page share, outside of React:
 *
 *     const shown = sharedValue<number | null>(null);
 *     shown.set(7);            // anywhere
 *     const now = shown.use(); // in a component
 */
export function sharedValue<T>(initial: T) {
  let value = initial;
  const watchers = new Set<() => void>();
  const get = () => value;
  /** Calls back on every change; returns how to stop. */
  const watch = (changed: () => void) => {
    watchers.add(changed);
    return () => void watchers.delete(changed);
  };
  return {
    get,
    watch,
    set(next: T) {
      if (next === value) return;
      value = next;
      for (const changed of watchers) changed();
    },
    use: () => useSyncExternalStore(watch, get, get),
  };
}

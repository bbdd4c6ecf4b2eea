import { useSyncExternalStore } from 'react';

/**
 * One value that distant parts of the page share, outside of React:
 *
 *     const shown = sharedValue<number | null>(null);
 *     shown.set(7);            // anywhere
 *     const now = shown.use(); // in a component
 *
 * `readFirst` reads the value where it is asked for first: not while the module loads, nor on the
 * server.
 */
export function sharedValue<T>(initial: T, readFirst?: () => T) {
  let value = initial;
  let unread = readFirst;
  const watchers = new Set<() => void>();
  const get = () => {
    if (unread) {
      const read = unread;
      unread = undefined;
      value = read();
    }
    return value;
  };
  /** Calls back on every change; returns how to stop. */
  const watch = (changed: () => void) => {
    watchers.add(changed);
    return () => void watchers.delete(changed);
  };
  return {
    get,
    watch,
    set(next: T) {
      unread = undefined;
      if (next === value) return;
      value = next;
      for (const changed of watchers) changed();
    },
    use: () => useSyncExternalStore(watch, get, readFirst ? () => initial : get),
  };
}

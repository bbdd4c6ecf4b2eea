import { useSyncExternalStore } from 'react';

/**
 * A value outside React, shared by distant components:
 *
 * ```tsx
 * const shown = sharedValue<number | null>(null);
 * shown.set(7);            // anywhere
 * const now = shown.use(); // in a component
 * ```
 *
 * `readFirst` initialises the value on first access, so not at module load and not on the server.
 */
export function sharedValue<T>(initial: T, readFirst?: () => T) {
  let value = initial;
  let unread = readFirst;
  const subscribers = new Set<() => void>();
  const get = () => {
    if (unread) {
      const readInitial = unread;
      unread = undefined;
      value = readInitial();
    }
    return value;
  };
  /** Calls back on every change. Returns a function that stops it. */
  const subscribe = (changed: () => void) => {
    subscribers.add(changed);
    return () => void subscribers.delete(changed);
  };
  return {
    get,
    subscribe,
    set(next: T) {
      unread = undefined;
      if (next === value) return;
      value = next;
      for (const changed of subscribers) changed();
    },
    use: () => useSyncExternalStore(subscribe, get, readFirst ? () => initial : get),
  };
}

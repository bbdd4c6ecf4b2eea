import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function that stays the same, and calls the `action` of the last render. A child in `memo` that
 * takes it renders only when its other props change. Not for calls while rendering.
 *
 * ```tsx
 * const remove = useLatest((id: number) => onChange(ids.filter((one) => one !== id)));
 * ```
 */
export function useLatest<Args extends unknown[]>(action: (...args: Args) => void) {
  const latest = useRef(action);
  useLayoutEffect(() => {
    latest.current = action;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

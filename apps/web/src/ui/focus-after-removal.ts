import { useEffect, useRef } from 'react';

/**
 * A removed row takes the focus with it. The button beside the list, or the list itself, takes the
 * focus over, at once or when the dialog that asked has closed.
 *
 * ```tsx
 * const focus = useFocusAfterRemoval(links.length);
 * <AddButton ref={focus.next} …/> <ConfirmDialog finalFocus={focus.afterDialog} …/>
 * ```
 */
export function useFocusAfterRemoval<E extends HTMLElement = HTMLButtonElement>(count: number) {
  const next = useRef<E>(null);
  const before = useRef(count);
  const isPending = useRef(false);
  useEffect(() => {
    const isFewer = count < before.current;
    before.current = count;
    if (!isFewer) return;
    isPending.current = document.activeElement !== document.body;
    if (!isPending.current) next.current?.focus();
  }, [count]);

  function afterDialog() {
    const goal = isPending.current && next.current;
    isPending.current = false;
    return goal || true;
  }
  return { next, afterDialog };
}

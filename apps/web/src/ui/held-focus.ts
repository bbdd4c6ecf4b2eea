import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * Keeps the focus in a box whose buttons come and go: the box takes the focus of a button that goes.
 *
 * ```tsx
 * const box = useRef<HTMLElement>(null);
 * <section ref={box} tabIndex={-1} {...useHeldFocus(box)}>…</section>
 * ```
 */
export function useHeldFocus(box: RefObject<HTMLElement | null>) {
  const isHeld = useRef(false);
  // Before a dialog around the box, which takes a focus that is lost.
  useLayoutEffect(() => {
    if (isHeld.current && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true });
  });
  return {
    onFocus({ currentTarget, target }: FocusEvent) {
      // A dialog of the box stands elsewhere, and gives the focus back itself.
      isHeld.current = currentTarget.contains(target);
    },
    onBlur({ target }: FocusEvent) {
      // A window that loses the focus, for a file picker, keeps its active element.
      if (document.activeElement !== target) isHeld.current = false;
    },
  };
}

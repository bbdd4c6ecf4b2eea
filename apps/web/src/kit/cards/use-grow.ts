import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';

/** Long enough that a pointer on its way to somewhere else leaves the row in peace. */
const GROW_DELAY_MS = 300;

/** Grown: pointed at, or reached by keyboard, for a moment. Esc and leaving let it shrink. */
export function useGrow(able: boolean) {
  const [grown, setGrown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const soon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setGrown(true), GROW_DELAY_MS);
  };
  const shrink = () => {
    clearTimeout(timer.current);
    setGrown(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  if (!able) return { grown: false, on: {} };
  return {
    grown,
    on: {
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && soon(),
      onPointerLeave: shrink,
      onFocus({ target }: FocusEvent) {
        if (!target.matches('.card-link')) clearTimeout(timer.current);
        else if (target.matches(':focus-visible')) soon();
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (!currentTarget.contains(relatedTarget as Node | null)) shrink();
      },
      onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && shrink(),
    },
  };
}

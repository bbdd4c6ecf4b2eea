import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';

/** Long enough that a pointer passing over the row does not trigger it. */
const GROW_DELAY_MS = 300;

/** Whether a card is enlarged: hovered or focused by keyboard for a moment. Esc and leaving shrink it. */
export function useGrow(enabled: boolean) {
  const [isGrown, setIsGrown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const growLater = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsGrown(true), GROW_DELAY_MS);
  };
  const shrink = () => {
    clearTimeout(timer.current);
    setIsGrown(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  if (!enabled) return { grown: false, handlers: {} };
  return {
    grown: isGrown,
    handlers: {
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && growLater(),
      onPointerLeave: shrink,
      onFocus({ target }: FocusEvent) {
        if (!target.matches('.card-link')) clearTimeout(timer.current);
        else if (target.matches(':focus-visible')) growLater();
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (!currentTarget.contains(relatedTarget as Node | null)) shrink();
      },
      onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && shrink(),
    },
  };
}

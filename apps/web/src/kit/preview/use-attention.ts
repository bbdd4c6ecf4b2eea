import { useCallback, useEffect, useState, type FocusEvent } from 'react';

/**
 * Whether the viewer hovers or focuses a part of the page. Also whether the part is hidden: in a
 * hidden tab or outside the viewport. Motion out of sight is wasted work.
 */
export function useAttention() {
  const [isPointerOver, setIsPointerOver] = useState(false);
  const [focused, setFocused] = useState(false);
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const updateHidden = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', updateHidden);
    return () => document.removeEventListener('visibilitychange', updateHidden);
  }, []);
  const [isOutOfView, setIsOutOfView] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver((entries) =>
      setIsOutOfView(!entries.at(-1)!.isIntersecting),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return {
    isAway: hidden || isOutOfView,
    hasAttention: isPointerOver || focused,
    attentionProps: {
      ref: watch,
      onPointerEnter: () => setIsPointerOver(true),
      onPointerLeave: () => setIsPointerOver(false),
      // A mouse press also leaves focus behind. Only keyboard focus counts.
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  };
}

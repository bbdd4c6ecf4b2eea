import { useCallback, useEffect, useState, type FocusEvent } from 'react';

/**
 * Whether the viewer hovers or focuses a part of the page, and whether it is out of sight: in a
 * hidden tab or outside the viewport. Motion out of sight is wasted work.
 */
export function useAttention() {
  const [isPointerOver, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const updateHidden = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', updateHidden);
    return () => document.removeEventListener('visibilitychange', updateHidden);
  }, []);
  const [passed, setPassed] = useState(false);
  const watch = useCallback((part: HTMLElement | null) => {
    if (!part) return;
    const observer = new IntersectionObserver((seen) => setPassed(!seen.at(-1)!.isIntersecting));
    observer.observe(part);
    return () => observer.disconnect();
  }, []);
  return {
    away: hidden || passed,
    attended: isPointerOver || focused,
    attending: {
      ref: watch,
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // A mouse press also leaves focus behind. Only keyboard focus counts.
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  };
}

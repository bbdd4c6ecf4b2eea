import { useCallback, useEffect, useState, type FocusEvent } from 'react';

/**
 * Whether somebody points at a part of the page or stands in it; or is away from it, in another tab
 * or further down the page, where what moves would only cost.
 */
export function useAttention() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
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
    attended: pointed || focused,
    attending: {
      ref: watch,
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // A press leaves the focus behind; only who walks by keyboard stands here.
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  };
}

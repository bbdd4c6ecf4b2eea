import { useEffect, useState, type FocusEvent } from 'react';

/** Whether somebody points at a part of the page or stands in it, or looks at another tab. */
export function useAttention() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return {
    away: hidden,
    attended: pointed || focused,
    attending: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // A press leaves the focus behind; only who walks by keyboard stands here.
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  };
}

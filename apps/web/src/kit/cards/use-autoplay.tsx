import { useEffect, useState } from 'react';
import { prefersReducedMotion } from '../page/reduced-motion.ts';
import { PauseButton } from '../page/pause-button.tsx';
import { useAttention } from '../preview/use-attention.ts';

/**
 * Calls `next` at an interval. It pauses on hover and focus, in a hidden tab, and after a press of
 * its button (WCAG 2.2.2). It never runs with reduced motion.
 */
export function useAutoplay(seconds: number, next: () => void) {
  const { away, attended, attending } = useAttention();
  const [stopped, setStopped] = useState(false);
  const plays = seconds > 0 && !prefersReducedMotion();
  const running = plays && !away && !attended && !stopped;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(next, seconds * 1000);
    return () => clearInterval(timer);
  }, [running, seconds, next]);

  return {
    pausing: plays ? attending : {},
    autoplayButton: plays && <PauseButton stopped={stopped} onStop={setStopped} />,
  };
}

import { useEffect, useState } from 'react';
import { PauseButton } from '../page/pause-button.tsx';
import { prefersReducedMotion } from '../page/reduced-motion.ts';
import { useAttention } from '../preview/use-attention.ts';

/**
 * Calls `next` at an interval. It pauses on hover and focus, in a hidden tab, and after a press of
 * its button (WCAG 2.2.2). It never runs with reduced motion.
 */
export function useAutoplay(seconds: number, next: () => void) {
  const { isAway, hasAttention, attentionProps } = useAttention();
  const [isStopped, setIsStopped] = useState(false);
  const plays = seconds > 0 && !prefersReducedMotion();
  const running = plays && !isAway && !hasAttention && !isStopped;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(next, seconds * 1000);
    return () => clearInterval(timer);
  }, [running, seconds, next]);

  return {
    pausing: plays ? attentionProps : {},
    autoplayButton: plays && <PauseButton stopped={isStopped} onStop={setIsStopped} />,
  };
}

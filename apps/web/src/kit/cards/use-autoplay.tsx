import { useEffect, useState, useSyncExternalStore } from 'react';
import { PauseButton } from '../page/pause-button.tsx';
import { prefersReducedMotion } from '../page/reduced-motion.ts';
import { outlined } from '../preview/outlined.ts';
import { useAttention } from '../preview/use-attention.ts';

/**
 * Calls `next` at an interval. It pauses on hover and focus, in a hidden tab, while the edit drawer
 * outlines its `section`, and after a press of its button (WCAG 2.2.2). It never runs with reduced
 * motion.
 */
export function useAutoplay(seconds: number, next: () => void, section: string | undefined) {
  const { isAway, hasAttention, attentionProps } = useAttention();
  const [isStopped, setIsStopped] = useState(false);
  const isOutlined = useIsOutlined(section);
  const plays = seconds > 0 && !prefersReducedMotion();
  const running = plays && !isAway && !hasAttention && !isOutlined && !isStopped;

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

/** Whether the edit drawer outlines the section. Only the rows that it touches render anew. */
function useIsOutlined(section: string | undefined) {
  const isOutlined = () => section !== undefined && outlined.get()?.section === section;
  return useSyncExternalStore(outlined.subscribe, isOutlined, isOutlined);
}

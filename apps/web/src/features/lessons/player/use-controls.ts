import { useCallback, useEffect, useRef, useState } from 'react';

const VISIBLE_MS = 3_000;

/** The controls are visible during pointer, touch and key events, and while nothing plays. */
export function useControls(playing: boolean) {
  const [isActive, setIsActive] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hideControls = useCallback(() => {
    clearTimeout(timer.current);
    setIsActive(false);
  }, []);
  const showControls = useCallback(() => {
    clearTimeout(timer.current);
    setIsActive(true);
    timer.current = setTimeout(() => setIsActive(false), VISIBLE_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  return { visible: isActive || !playing, showControls, hideControls };
}

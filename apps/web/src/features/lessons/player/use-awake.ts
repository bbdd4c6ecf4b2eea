import { useCallback, useEffect, useRef, useState } from 'react';

const AWAKE_MS = 3_000;

/** Controls are awake while one moves, touches or types, and while nothing plays. */
export function useAwake(playing: boolean) {
  const [isActive, setIsActive] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hideControls = useCallback(() => {
    clearTimeout(timer.current);
    setIsActive(false);
  }, []);
  const showControls = useCallback(() => {
    clearTimeout(timer.current);
    setIsActive(true);
    timer.current = setTimeout(() => setIsActive(false), AWAKE_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  return { awake: isActive || !playing, showControls, hideControls };
}

import { useCallback, useEffect, useRef, useState } from 'react';

const AWAKE_MS = 3_000;

/** Controls are awake while one moves, touches or types, and while nothing plays. */
export function useAwake(playing: boolean) {
  const [stirred, setStirred] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const sleep = useCallback(() => {
    clearTimeout(timer.current);
    setStirred(false);
  }, []);
  const wake = useCallback(() => {
    clearTimeout(timer.current);
    setStirred(true);
    timer.current = setTimeout(() => setStirred(false), AWAKE_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  return { awake: stirred || !playing, wake, sleep };
}

import { liveState, type LiveState, type ShownLive } from '@vitrine/contract/lives';
import { useEffect, useEffectEvent, useState } from 'react';

const SECOND_MS = 1000;
/** Spreads the requests of all waiting browsers when a live begins. */
const SPREAD_MS = 3000;

interface LiveClock {
  state: LiveState;
  /** Time until the start, in ms. 0 from the start on. */
  left: number;
  /** The server's clock, in ms. */
  now: number;
}

/**
 * The state of a live by the server's clock, updated each second. Calls `onTurn` when the live
 * begins or ends, and when it must be read again because the device's clock was set back.
 */
export function useLiveClock(live: ShownLive, readAt: number, onTurn: () => void): LiveClock {
  const [localNow, setLocalNow] = useState(() => Date.now());
  const turn = useEffectEvent(onTurn);
  useEffect(() => {
    let last = Date.now();
    const timer = setInterval(() => {
      const next = Date.now();
      // Somebody has set the device's clock back: the wait would be too long.
      if (next < last) turn();
      last = next;
      setLocalNow(next);
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const server = new Date(live.now).getTime();
  // The answer may be newer than the last tick.
  const now = server + Math.max(localNow - readAt, 0);
  const state = liveState(live, now);
  const turned = state !== liveState(live, server);
  useEffect(() => {
    if (!turned) return;
    const timer = setTimeout(() => turn(), Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
  }, [turned]);
  return { state, left: Math.max(new Date(live.starts_at).getTime() - now, 0), now };
}

import { liveState, type LiveState, type ShownLive } from '@vitrine/contract/lives';
import { useEffect, useEffectEvent, useState } from 'react';

const SECOND_MS = 1000;
/** A list shows no seconds. */
const LIST_TICK_MS = 10_000;
/** Browsers call a hidden tab once a minute. After a longer gap the device slept, or its clock was set. */
const MAX_GAP_MS = 90_000;
/** Spreads the requests of all waiting browsers when a live begins. */
const SPREAD_MS = 3000;

interface ClockReading {
  /** The server's clock in an answer. */
  now: Date | string;
  /** The device's clock when the answer came, in ms. */
  readAt: number;
}

/** The server's clock now, in ms, counted from its last reading. The device's own may be wrong. */
export const serverTime = ({ now, readAt }: ClockReading, deviceNow = Date.now()) =>
  // The answer may be newer than the last tick.
  new Date(now).getTime() + Math.max(deviceNow - readAt, 0);

/**
 * The server's clock, in ms, updated every `tickMs`. Calls `onJump` when the device slept or its clock
 * was set: then the clock must be read again.
 */
function useServerTime(reading: ClockReading, tickMs: number, onJump: () => void) {
  const [deviceNow, setDeviceNow] = useState(() => Date.now());
  const jump = useEffectEvent(onJump);
  useEffect(() => {
    let last = Date.now();
    const timer = setInterval(() => {
      const next = Date.now();
      if (next < last || next - last > MAX_GAP_MS) jump();
      last = next;
      setDeviceNow(next);
    }, tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return serverTime(reading, deviceNow);
}

interface LivesQuery {
  data: { now: Date | string }[] | undefined;
  dataUpdatedAt: number;
  refetch: () => Promise<unknown>;
}

/** The clock of the server that listed the lives. Without lives it tells nothing. */
export const listReading = ({ data, dataUpdatedAt }: Omit<LivesQuery, 'refetch'>) => ({
  now: data?.[0]?.now ?? '',
  readAt: dataUpdatedAt,
});

/** The same, in ms, for a list that stays open while lives begin and end. */
export const useListTime = (query: LivesQuery) =>
  useServerTime(listReading(query), LIST_TICK_MS, () => void query.refetch());

interface LiveClock {
  state: LiveState;
  /** Time until the start, in ms. 0 from the start on. */
  left: number;
  /** The server's clock, in ms. */
  now: number;
}

/**
 * The state of a live by the server's clock, updated each second. Calls `onTurn` when the live
 * begins or ends, and when it must be read again because the device slept or its clock was set.
 */
export function useLiveClock(live: ShownLive, readAt: number, onTurn: () => void): LiveClock {
  const now = useServerTime({ now: live.now, readAt }, SECOND_MS, onTurn);
  const turn = useEffectEvent(onTurn);
  const state = liveState(live, now);
  const turned = state !== liveState(live, new Date(live.now).getTime());
  useEffect(() => {
    if (!turned) return;
    const timer = setTimeout(() => turn(), Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
  }, [turned]);
  return { state, left: Math.max(new Date(live.starts_at).getTime() - now, 0), now };
}

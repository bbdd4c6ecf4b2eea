import { quizzes, type Attempt } from '@vitrine/contract/quizzes';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../../platform/api.ts';
import { ANSWER_RETRY_MS } from './saved-answers.ts';

/** From this many seconds on, the clock warns in words and colour. */
const SHORT_SECONDS = 120;
const TICK_MS = 500;
/** A larger difference between the device's two clocks is no rounding. */
const MAX_DRIFT_MS = 2_000;

/**
 * Seconds since the start and until the deadline, by the server's clock. Between two readings of it,
 * the page counts by `performance.now()`, because somebody may set the device's clock. That count may
 * stand still while the device sleeps. Both show as a drift between the device's two clocks: then the
 * page asks the server again.
 */
export function useClock({ id, started_at, deadline, now }: Attempt) {
  const [reading, setReading] = useState(() => readingOf(now));
  const [at, setAt] = useState(reading.server);
  const askedAt = useRef(-Infinity);

  const tick = useEffectEvent(() => {
    const passed = performance.now() - reading.counter;
    setAt(reading.server + passed);
    const drift = Date.now() - reading.device - passed;
    if (Math.abs(drift) > MAX_DRIFT_MS && performance.now() - askedAt.current > ANSWER_RETRY_MS)
      void askServer();
  });
  async function askServer() {
    askedAt.current = performance.now();
    try {
      const { data } = await call(quizzes.attempt, { params: { id } });
      setReading(readingOf(data.now));
    } catch {
      // Without an answer, the next ticks ask again.
    }
  }
  useEffect(() => {
    const timer = setInterval(() => tick(), TICK_MS);
    return () => clearInterval(timer);
  }, []);

  const start = Date.parse(String(started_at));
  const end = deadline ? Date.parse(String(deadline)) : null;
  const left = end === null ? null : (end - at) / 1000;
  return {
    spent: (at - start) / 1000,
    left,
    isShort: left !== null && left <= SHORT_SECONDS,
    total: end === null ? null : (end - start) / 1000,
    endsAt: end === null ? null : new Date(end - reading.server + reading.device),
  };
}

/** The server's time, with the device's time and counter at that moment, in ms. */
const readingOf = (now: Attempt['now']) => ({
  server: Date.parse(String(now)),
  device: Date.now(),
  counter: performance.now(),
});

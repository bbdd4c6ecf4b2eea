import type { Attempt } from '@vitrine/contract/quizzes';
import { useEffect, useState } from 'react';

/** From this many seconds on, the clock warns in words and colour. */
const SHORT_SECONDS = 120;

/**
 * Seconds since the start and until the deadline, by the server's clock. The difference between the
 * two clocks is taken once, so a phone that runs fast or slow does not matter.
 */
export function useClock({ started_at, deadline, now }: Attempt) {
  const [offset] = useState(() => Date.parse(String(now)) - Date.now());
  const [at, setAt] = useState(() => Date.parse(String(now)));
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now() + offset), 500);
    return () => clearInterval(timer);
  }, [offset]);
  const start = Date.parse(String(started_at));
  const end = deadline ? Date.parse(String(deadline)) : null;
  const left = end === null ? null : (end - at) / 1000;
  return {
    spent: (at - start) / 1000,
    left,
    isShort: left !== null && left <= SHORT_SECONDS,
    total: end === null ? null : (end - start) / 1000,
    endsAt: end === null ? null : new Date(end - offset),
  };
}

import { useSyncExternalStore } from 'react';

const CHECK_MS = 60_000;

/** Today in the reader's time zone, as a text that is equal on the same day. It follows midnight. */
export const useToday = () => useSyncExternalStore(watch, today, today);

/** The day of a moment, as `useToday` gives it. */
export const dayOf = (at: Date) => at.toDateString();

const today = () => dayOf(new Date());

function watch(changed: () => void) {
  const timer = setInterval(changed, CHECK_MS);
  // The timers of a sleeping device are late.
  document.addEventListener('visibilitychange', changed);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', changed);
  };
}

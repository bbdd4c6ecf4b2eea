import { useEffect, useRef } from 'react';

/** The browser may report no release outside of the window. */
const MAX_PRESS_MS = 1000;

/**
 * Waits for the end of a press. A field that loses the focus to a press shows its error only after
 * the release. The error moves the elements below, so the press would miss its target.
 *
 * const released = usePointerRelease(); await released();
 */
export function usePointerRelease(): () => Promise<void> {
  const press = useRef(Promise.resolve());
  useEffect(() => {
    const hold = () => {
      press.current = new Promise((resolve) => {
        const ends = new AbortController();
        const end = () => {
          ends.abort();
          resolve();
        };
        const options = { capture: true, signal: ends.signal };
        // The click belongs to the press, and comes after its release.
        addEventListener('click', end, options);
        addEventListener('pointerup', () => setTimeout(end), options);
        addEventListener('pointercancel', end, options);
        setTimeout(end, MAX_PRESS_MS);
      });
    };
    addEventListener('pointerdown', hold, true);
    return () => removeEventListener('pointerdown', hold, true);
  }, []);
  return () => press.current;
}

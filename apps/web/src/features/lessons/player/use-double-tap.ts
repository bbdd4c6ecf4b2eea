import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { LONG_STEP_SECONDS, seekBy } from './seek.ts';

/** Longer than this apart, two taps are two single ones. */
const DOUBLE_TAP_MS = 300;
/** Later taps of a row add up, while their sum shows. */
const SUM_VISIBLE_MS = 700;

/**
 * A finger's double tap on the left third of the image goes ten seconds back, on the right third
 * forward, as on every player of a phone. Each further tap adds ten. `tap` tells whether it took the
 * tap. `moved` is the sum to show, in seconds.
 */
export function useDoubleTap(video: RefObject<HTMLVideoElement | null>) {
  const last = useRef({ at: -Infinity, side: 0 });
  const [moved, setMoved] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function tap({ currentTarget, clientX, timeStamp }: PointerEvent): boolean {
    const { left, width } = currentTarget.getBoundingClientRect();
    const side = Math.floor((3 * (clientX - left)) / width) - 1;
    const { at, side: lastSide } = last.current;
    last.current = { at: timeStamp, side };
    const isRow = side === lastSide && timeStamp - at < (moved ? SUM_VISIBLE_MS : DOUBLE_TAP_MS);
    if (!side || !isRow || !video.current) return false;
    const step = side * LONG_STEP_SECONDS;
    seekBy(video.current, step);
    setMoved(Math.sign(moved) === side ? moved + step : step);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setMoved(0), SUM_VISIBLE_MS);
    return true;
  }
  return { tap, moved };
}

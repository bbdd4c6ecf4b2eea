import { useEffect, useEffectEvent, useRef } from 'react';
import { positions, usePageKey } from './page-scroll.tsx';

const STORED = 'scroll';

/** Time for the data of a page to come. Later, the viewer may be reading. */
const MAX_FILL_MS = 5_000;

/**
 * Keeps the scroll positions of this tab over a reload, and over Back from another site. The browser
 * itself scrolls the server's page, which is shorter. A page to which Back leads may be shorter at
 * first, too.
 */
export function useStoredScroll() {
  const page = usePageKey();
  const store = useEffectEvent(() => {
    positions.set(page, scrollY);
    try {
      sessionStorage.setItem(STORED, JSON.stringify([...positions]));
    } catch {
      // full or forbidden
    }
  });
  useEffect(() => {
    const leave = () => store();
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, []);
  const isFirst = useRef(true);
  useEffect(() => {
    const isOpened = isFirst.current && !isReturn();
    if (isFirst.current)
      for (const [one, position] of readStored())
        if (!positions.has(one)) positions.set(one, position);
    isFirst.current = false;
    return isOpened ? undefined : scrollWhenFilled(positions.get(page) ?? 0);
  }, [page]);
}

/** Whether the browser has loaded this page again, by a reload, Back or Forward. */
function isReturn() {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (
    visit && visit.type !== 'navigate' && withoutHash(visit.name) === withoutHash(location.href)
  );
}

const withoutHash = (address: string) => address.split('#')[0];

/**
 * Scrolls to a position while the page grows. Stops when it is there, when the viewer acts, when a
 * linked part takes the focus, and after `MAX_FILL_MS`. Returns a function that stops it.
 */
function scrollWhenFilled(top: number) {
  const observer = new ResizeObserver(() => {
    if (scrollY < top) scrollTo({ top, behavior: 'instant' });
    if (scrollY >= top - 1) stop();
  });
  const timer = setTimeout(() => stop(), MAX_FILL_MS);
  function stop() {
    clearTimeout(timer);
    observer.disconnect();
  }
  for (const act of ['wheel', 'pointerdown', 'keydown', 'focusin'])
    addEventListener(act, stop, { once: true });
  observer.observe(document.body);
  return stop;
}

function readStored() {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

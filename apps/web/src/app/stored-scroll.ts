import { useEffect, useEffectEvent } from 'react';
import { positions, usePageKey } from './page-scroll.tsx';

const STORED = 'scroll';

/**
 * Keeps the scroll positions of this tab over a full load: a reload, or Back from another site, leads
 * to the place that the viewer left. The browser itself scrolls the server's page, which is shorter.
 */
export function useStoredScroll() {
  const page = usePageKey();
  const restore = useEffectEvent(() => {
    for (const [one, position] of readStored())
      if (!positions.has(one)) positions.set(one, position);
    return isReturn() ? scrollWhenFilled(positions.get(page) ?? 0) : undefined;
  });
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
    const stop = restore();
    return () => {
      removeEventListener('pagehide', leave);
      stop?.();
    };
  }, []);
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
 * Scrolls to a position for which the page may be too short until its data has come. Stops when it is
 * there, and when the viewer acts. Returns a function that stops it.
 */
function scrollWhenFilled(top: number) {
  const observer = new ResizeObserver(() => {
    if (scrollY < top) scrollTo({ top, behavior: 'instant' });
    if (scrollY >= top - 1) stop();
  });
  const stop = () => observer.disconnect();
  for (const act of ['wheel', 'pointerdown', 'keydown'])
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

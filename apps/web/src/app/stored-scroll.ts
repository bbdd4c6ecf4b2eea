import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { leadsBack, useHistory } from '../platform/history.tsx';
import { focusFollowedLink, keepFollowedLink } from './followed-links.ts';
import { positions, usePageKey } from './page-scroll.tsx';

const STORED = 'scroll';

/** Time for the data of a page to come. Later, the viewer may be reading. */
const MAX_FILL_MS = 5_000;

/**
 * Keeps the scroll positions of this tab over a reload, and over Back from another site. The browser
 * itself scrolls the server's page, which is shorter. A page to which Back leads may be shorter at
 * first, too, and the part to which a link leads may come late. Back gives the focus to the link that
 * led away.
 */
export function useStoredScroll() {
  const page = usePageKey();
  const { hash } = useLocation();
  const history = useHistory();
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
  const leavePage = useEffectEvent(() => keepFollowedLink(page));
  useEffect(() => history.listen(() => leavePage()), [history]);
  const follow = useEffectEvent(() => {
    if (leadsBack(history)) return returnWhenFilled(page);
    return hash ? showWhenFilled(hash.slice(1)) : undefined;
  });
  const isFirst = useRef(true);
  useEffect(() => {
    const isOpened = isFirst.current && !isReturn();
    if (isFirst.current)
      for (const [one, position] of readStored())
        if (!positions.has(one)) positions.set(one, position);
    isFirst.current = false;
    return isOpened ? undefined : follow();
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
 * Scrolls to where the viewer left the page while it grows, and gives the focus to the link that led
 * away. Stops when a linked part takes the focus.
 */
const returnWhenFilled = (page: string) =>
  whileFilling(() => {
    const top = positions.get(page) ?? 0;
    if (scrollY < top) scrollTo({ top, behavior: 'instant' });
    return scrollY >= top - 1 && focusFollowedLink(page);
  }, [...acts, 'focusin']);

/** Shows a part of the page while the page grows. Keyboards and screen readers go on from there. */
const showWhenFilled = (id: string) =>
  whileFilling(() => {
    const part = document.getElementById(id);
    if (!part) return false;
    part.scrollIntoView();
    part.focus({ preventScroll: true });
    return part.getBoundingClientRect().top < 1;
  }, acts);

const acts = ['wheel', 'pointerdown', 'keydown'];

/**
 * Calls `scroll` each time that the page grows. Stops when it returns true, with an event of `ends`,
 * and after `MAX_FILL_MS`. Returns a function that stops it.
 */
function whileFilling(scroll: () => boolean, ends: readonly string[]) {
  const observer = new ResizeObserver(() => {
    if (scroll()) stop();
  });
  const timer = setTimeout(() => stop(), MAX_FILL_MS);
  function stop() {
    clearTimeout(timer);
    observer.disconnect();
  }
  for (const end of ends) addEventListener(end, stop, { once: true });
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

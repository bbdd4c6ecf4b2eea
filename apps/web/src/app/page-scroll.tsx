import { useLayoutEffect, useRef } from 'react';
import { ScrollRestoration, useLocation } from 'react-router';
import { isPreview } from '../platform/preview.ts';

/**
 * A new page starts at its top; a page in the history restores its position. On the first load the
 * router would reset the scroll position. This keeps it.
 */
export const PageScroll = () =>
  isPreview() ? (
    <TopOfOtherPages />
  ) : (
    <>
      <ScrollRestoration getKey={(location) => location.pathname} />
      <KeepsFirst />
    </>
  );

// Tracked from the start, because React empties the page before it fills it. By then the position is
// lost.
let savedScrollY = scrollY;
const follow = () => {
  savedScrollY = scrollY;
};
addEventListener('scroll', follow, { passive: true });

/** Rendered after the router's component, so that its effect runs later. */
function KeepsFirst() {
  useLayoutEffect(() => {
    removeEventListener('scroll', follow);
    if (savedScrollY) scrollTo({ top: savedScrollY, behavior: 'instant' });
    savedScrollY = 0;
  }, []);
  return null;
}

/**
 * The preview iframe opens at the parent's position (preview/site-frame.tsx), so only other pages
 * start at the top.
 */
function TopOfOtherPages() {
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  useLayoutEffect(() => {
    if (shownPath.current !== pathname) scrollTo({ top: 0, behavior: 'instant' });
    shownPath.current = pathname;
  }, [pathname]);
  return null;
}

import { useLayoutEffect, useRef } from 'react';
import { ScrollRestoration, useLocation } from 'react-router';
import { isPreview } from '../platform/preview.ts';

/**
 * A page begins at its top, and one that was left where it was left. How far somebody has read
 * before its code came stays, where the router would begin anew.
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

// Followed from the start on: React empties the page before it fills it, and then nothing is read.
let read = scrollY;
const follow = () => {
  read = scrollY;
};
addEventListener('scroll', follow, { passive: true });

/** After the router's own, whose effects come before. */
function KeepsFirst() {
  useLayoutEffect(() => {
    removeEventListener('scroll', follow);
    if (read) scrollTo({ top: read, behavior: 'instant' });
    read = 0;
  }, []);
  return null;
}

/** The frame of the edit tool opens where its owner stands (preview/site-frame.tsx). */
function TopOfOtherPages() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current !== pathname) scrollTo({ top: 0, behavior: 'instant' });
    shown.current = pathname;
  }, [pathname]);
  return null;
}

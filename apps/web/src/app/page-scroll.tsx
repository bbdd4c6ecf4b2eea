import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { leadsBack, useHistory } from '../platform/history.tsx';
import { isPreview } from '../platform/preview.ts';

/** Scroll positions of this tab in pixels, by page. */
export const positions = new Map<string, number>();

// Tracked from the start, because React empties the page before it fills it. By then the position is
// lost.
let firstPosition = scrollY;
const follow = () => {
  firstPosition = scrollY;
};
addEventListener('scroll', follow, { passive: true });

/**
 * A page starts at its top. Back, and a link to the page behind, lead to where the viewer left it in
 * this tab. The first page keeps the position that it has already.
 */
export function PageScroll() {
  const { hash } = useLocation();
  const history = useHistory();
  const shownPage = useRef<string>(null);
  const page = usePageKey();

  useLayoutEffect(() => {
    const isFirst = shownPage.current === null;
    const isOther = shownPage.current !== page;
    shownPage.current = page;
    removeEventListener('scroll', follow);
    // The preview iframe opens at the position of the page behind the drawer (preview/site-frame.tsx).
    if (isFirst && isPreview()) return;
    const position =
      isOther && ((isFirst && firstPosition) || (leadsBack(history) && positions.get(page)) || 0);
    const target = hash && document.getElementById(hash.slice(1));
    if (position) scrollTo({ top: position, behavior: 'instant' });
    else if (target) target.scrollIntoView();
    else if (isOther && !isFirst) scrollTo({ top: 0, behavior: 'instant' });
  }, [page, hash, history]);

  useEffect(() => {
    if (isPreview()) return; // it always starts where the page behind the drawer is
    const takeOver = () => {
      window.history.scrollRestoration = 'manual';
    };
    // After a reload the browser scrolls the server's page, before React replaces it.
    const handBack = () => {
      window.history.scrollRestoration = 'auto';
    };
    takeOver();
    addEventListener('pageshow', takeOver);
    addEventListener('pagehide', handBack);
    const stopListening = history.listen(() => {
      if (shownPage.current !== null) positions.set(shownPage.current, scrollY);
    });
    return () => {
      stopListening();
      removeEventListener('pageshow', takeOver);
      removeEventListener('pagehide', handBack);
    };
  }, [history]);

  return null;
}

/** Tells pages apart. A live has the path of the list, and names itself in the query. */
export function usePageKey(): string {
  const { pathname, search } = useLocation();
  return pathname + (new URLSearchParams(search).get('watch') ?? '');
}

/** Tells pages apart that have a title of their own. A channel is a part of its community's page. */
export const useTitledPage = () => usePageKey() + (useSearchParams()[0].get('canal') ?? '');

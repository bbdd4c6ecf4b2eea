import { useEffect, useRef, useState } from 'react';
import { useTitledPage } from './page-scroll.tsx';
import { useStoredScroll } from './stored-scroll.ts';

/** A title that has not changed for this long is the page's own. */
const SETTLED_MS = 500;

interface PageArrivalProps {
  /** The browser has told this page. The viewer may have left it before this code came. */
  loadedPage: string;
}

/**
 * Tells screen readers the title of each page that opens without a load, as a browser tells that of a
 * loaded one. The link that led to the page is mostly gone with the page before: then the page takes
 * the focus, so that Tab and the reading begin at its top. A page that loads again leads to the place
 * where it was left.
 */
export default function PageArrival({ loadedPage }: PageArrivalProps) {
  const page = useTitledPage();
  const shownPage = useRef(loadedPage);
  const [told, setTold] = useState({ page, title: '' });
  useEffect(() => {
    if (page === shownPage.current) return;
    shownPage.current = page;
    if ((document.activeElement ?? document.body) === document.body)
      document.getElementById('conteudo')?.focus({ preventScroll: true });
    return watchTitle((title) => setTold({ page, title }));
  }, [page]);
  // Behind the effect above: the focus would stop it.
  useStoredScroll();
  return (
    <output className="sr-only">
      {/* A new key makes a new element, which is told even if its text is that of the page before. */}
      <span key={told.page}>{told.title}</span>
    </output>
  );
}

/** Calls back with each settled title. The page's subject follows once it has loaded. */
function watchTitle(onSettled: (title: string) => void) {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => onSettled(document.title), SETTLED_MS);
  };
  const changes = new MutationObserver(wait);
  changes.observe(document.head, { subtree: true, childList: true, characterData: true });
  wait();
  return () => {
    clearTimeout(timer);
    changes.disconnect();
  };
}

import { pageAt } from '@vitrine/contract/pages';
import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { useSetting } from '../../platform/site-context.ts';
import { useTranslation } from '../../ui/translation.ts';

/** Used in the shell: sets the document title to the page, then the school (like page-html.ts). */
export function useDefaultTitle() {
  const { t } = useTranslation();
  const name = useSetting('name');
  const { pathname } = useLocation();
  const page = pageAt(pathname);
  const title = page && page.name !== 'homepage' ? `${t(page.page.title)} · ${name}` : name;
  // A layout effect runs before the page's own effects, which may set a better title.
  useLayoutEffect(() => void (document.title = title), [pathname, title]);
}

/** Sets the document title to the page's subject, once it is known. */
export function usePageTitle(title: string | undefined) {
  const name = useSetting('name');
  useEffect(() => {
    if (title) document.title = `${title} · ${name}`;
  });
}

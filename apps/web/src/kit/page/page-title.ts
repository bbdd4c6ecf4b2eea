import { pageAt } from '@vitrine/contract/pages';
import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { useSite } from '../../platform/site-context.ts';
import { useTranslation } from '../../ui/translation.ts';

/** In the shell: the browser's tab and history name the page, then the school (as page-html.ts does). */
export function usePageName() {
  const { t } = useTranslation();
  const { name } = useSite().settings;
  const { pathname } = useLocation();
  const found = pageAt(pathname);
  const title = found && found.name !== 'homepage' ? `${t(found.page.title)} · ${name}` : name;
  // Before the page's own effects, which may know better.
  useLayoutEffect(() => void (document.title = title), [pathname, title]);
}

/** A page that shows one thing is named after it, once it is known. */
export function usePageTitle(title: string | undefined) {
  const { name } = useSite().settings;
  useEffect(() => {
    if (title) document.title = `${title} · ${name}`;
  });
}

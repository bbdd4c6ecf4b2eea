import { useEffect } from 'react';
import { useBoot } from '../../platform/site-context.ts';

/** Names the page in the browser's tab and history; the school's name comes after it. */
export function usePageTitle(title: string | undefined) {
  const { name } = useBoot().site.settings;
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name;
    return () => void (document.title = name);
  }, [title, name]);
}

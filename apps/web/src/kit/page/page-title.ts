import { useEffect } from 'react';
import { boot } from '../../platform/boot.ts';

/** Names the page in the browser's tab and history; the school's name comes after it. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    const { name } = boot().site.settings;
    document.title = title ? `${title} · ${name}` : name;
    return () => void (document.title = name);
  }, [title]);
}

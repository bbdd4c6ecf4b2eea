import { pages } from '@vitrine/contract/pages';
import { useLocation } from 'react-router';

/**
 * The address of the sign-in form for a visitor of an open showcase. It leads back to the current
 * page; from home it leads to the school's chosen page.
 */
export function useSignInHref() {
  const { pathname, search } = useLocation();
  if (pathname === pages.homepage.path) return pages.signIn.path;
  return `${pages.signIn.path}?next=${encodeURIComponent(pathname + search)}`;
}

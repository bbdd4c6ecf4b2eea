import { useEffect, useRef } from 'react';
import { useLocation, type Location } from 'react-router';

/**
 * A drawer panel stays mounted under its sub-panels: `?editar=footer` under `?editar=footer/termos`.
 * The form's place is the URL where typing began.
 */
export function useStaysAt(typed: boolean) {
  const { pathname, search } = useLocation();
  const startUrl = useRef('');
  useEffect(() => {
    if (!typed) startUrl.current = '';
    else if (search.startsWith('?editar=')) startUrl.current ||= pathname + search;
  }, [typed, pathname, search]);
  return ({ pathname: to, search: nextSearch }: Location) =>
    startUrl.current !== '' && `${to}${nextSearch}/`.startsWith(`${startUrl.current}/`);
}

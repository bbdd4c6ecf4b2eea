import { idIn } from '@vitrine/contract/pages';
import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useHistory } from '../../platform/history.tsx';

/**
 * The current place in the edit drawer, kept in the URL: `?editar=header/novo`. A reload keeps it, a
 * link can share it, and the browser's Back goes up one panel.
 */
export function useEditPlace() {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const history = useHistory();
  const param = search.get('editar');
  const path = useMemo(() => (param ?? '').split('/').filter(Boolean), [param]);

  const goTo = useCallback(
    (next: string[] | null, method: 'push' | 'replace' = 'push', page = location.pathname) => {
      // Another page does not know this page's parameters.
      const to = new URLSearchParams(page === location.pathname ? location.search : '');
      if (next === null) to.delete('editar');
      else to.set('editar', next.join('/'));
      void navigate(
        { pathname: page, search: to.toString().replaceAll('%2F', '/') },
        {
          replace: method === 'replace',
          // A replaced entry must not count as reached from the drawer: Back from it would leave the
          // drawer.
          state: { inDrawer: next !== null && method === 'push' },
        },
      );
    },
    [location, navigate],
  );

  return {
    open: param !== null,
    /** `[]` at the root, `['header']` in a section, further names in its sub-panels. */
    path,
    goTo,
    /** With `page`, the page behind the drawer becomes the one that the panel edits. */
    enter(name: string, page?: string) {
      // The second press of a double one comes from the panel below. The address has changed by then,
      // while React still renders the place before.
      const place = new URLSearchParams(window.location.search).get('editar') ?? path.join('/');
      if (!`/${place}`.endsWith(`/${name}`)) goTo([...path, ...name.split('/')], 'push', page);
    },
    /**
     * Goes up one panel. It uses the browser's history if the viewer came from there, so that Back
     * stays consistent.
     */
    up() {
      // The second press of a double one: React still renders the place that the first one left.
      if (history.location.key !== location.key) return;
      if ((location.state as { inDrawer?: boolean } | null)?.inDrawer && path.length)
        void navigate(-1);
      else goTo(path.slice(0, -1), 'replace');
    },
    close: () => goTo(null),
  };
}

/**
 * The id in the place of a panel: `useIdInPlace(2)` is 5 in `comunidade/canais/5`. Null where there is
 * none. A panel that slides out keeps its id.
 */
export function useIdInPlace(index: number): number | null {
  const name = useEditPlace().path[index];
  const [lastName, setLastName] = useState(name);
  if (name !== undefined && name !== lastName) setLastName(name);
  return idIn(name ?? lastName ?? null);
}

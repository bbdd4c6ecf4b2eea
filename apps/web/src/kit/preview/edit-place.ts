import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * Where somebody stands in the edit drawer, kept in the address so that a reload stays there, a
 * link can be sent, and the browser's Back is the panel's back button: `?editar=header/novo`.
 */
export function useEditPlace() {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const given = search.get('editar');
  const path = useMemo(() => (given ?? '').split('/').filter(Boolean), [given]);

  const goTo = useCallback(
    (next: string[] | null, how: 'push' | 'replace' = 'push') => {
      const to = new URLSearchParams(location.search);
      if (next === null) to.delete('editar');
      else to.set('editar', next.join('/'));
      void navigate(
        { pathname: location.pathname, search: to.toString().replaceAll('%2F', '/') },
        {
          replace: how === 'replace',
          preventScrollReset: true,
          // Before a replaced place stands whatever stood before it: one does not go back to that.
          state: { inDrawer: next !== null && how === 'push' },
        },
      );
    },
    [location, navigate],
  );

  return {
    open: given !== null,
    /** `[]` at the root, `['header']` in a section, further names in what it opens. */
    path,
    goTo,
    enter: (name: string) => goTo([...path, name]),
    /** One panel up: by the browser's history where we came that way, so that Back stays Back. */
    up() {
      if ((location.state as { inDrawer?: boolean } | null)?.inDrawer && path.length)
        void navigate(-1);
      else goTo(path.slice(0, -1), 'replace');
    },
    close: () => goTo(null),
  };
}

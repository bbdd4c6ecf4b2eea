import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Whether a dialog of the page is open; a link with `?name` opens it, on the page itself too. The
 * name leaves the address at once, so that a reload does not open it again.
 */
export function useAskedFor(name: string) {
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState(false);
  const asked = search.has(name);
  useEffect(() => {
    if (!asked) return;
    setOpen(true);
    setSearch(
      (old) => {
        const rest = new URLSearchParams(old);
        rest.delete(name);
        return rest;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [asked, name, setSearch]);
  return [open, setOpen] as const;
}

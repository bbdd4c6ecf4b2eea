import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Opens a dialog of the page from a link with `?name`, also from a link on the same page. The hook
 * removes the parameter at once, so that a reload does not reopen the dialog.
 */
export function useDialogParam(name: string) {
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState(false);
  const isRequested = search.has(name);
  useEffect(() => {
    if (!isRequested) return;
    setOpen(true);
    setSearch(
      (previous) => {
        const params = new URLSearchParams(previous);
        params.delete(name);
        return params;
      },
      { replace: true },
    );
  }, [isRequested, name, setSearch]);
  return [open, setOpen] as const;
}

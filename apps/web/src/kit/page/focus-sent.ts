import { useEffect, useState } from 'react';

/**
 * A sent comment takes the focus once it is in the list, because its form's button goes. So a screen
 * reader hears that it is there. Whoever went on to something else keeps the focus. `ids` are those of
 * the list.
 *
 * ```tsx
 * const focusSent = useSentFocus(items.map(({ id }) => id));
 * <Composer onSent={({ id }) => focusSent(id)} />
 * ```
 */
export function useSentFocus(ids: number[]) {
  const [sent, setSent] = useState<number | null>(null);
  const isThere = sent !== null && ids.includes(sent);
  useEffect(() => {
    if (!isThere) return;
    const focused = document.activeElement;
    if (focused === document.body || focused?.closest('form'))
      document.getElementById(`comentario-${sent}`)?.focus();
  }, [isThere, sent]);
  return setSent;
}

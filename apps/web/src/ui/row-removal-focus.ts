import { useRef } from 'react';

/**
 * Moves the focus after a dialog removed a row of a page's list. The button that opened the dialog
 * goes with its row. The menu of the next row takes the focus, else that of the row before. Without
 * a row the first control of the page takes it.
 *
 * ```tsx
 * const leaving = useRowRemovalFocus();
 * <ul ref={leaving.list}>…</ul>
 * <ConfirmDialog finalFocus={leaving.finalFocus} onConfirm={() => leaving.during(index, () => remove())} />
 * ```
 */
export function useRowRemovalFocus() {
  const list = useRef<HTMLUListElement>(null);
  const target = useRef<HTMLElement | null>(null);
  return {
    list,
    finalFocus() {
      const focused = target.current ?? true;
      target.current = null;
      return focused;
    },
    /** Runs the removal of the row at `index`. If it fails, the button keeps the focus. */
    async during(index: number, removal: () => Promise<unknown>) {
      const rows = list.current?.children;
      const neighbor = rows?.[index + 1] ?? rows?.[index - 1];
      await removal();
      // The menu of a row is its last button.
      const menu = [...(neighbor?.querySelectorAll('button') ?? [])].at(-1);
      target.current = menu ?? document.querySelector('main'); // the dialog focuses its first control
    },
  };
}

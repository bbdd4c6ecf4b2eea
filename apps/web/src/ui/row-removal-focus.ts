import { useRef } from 'react';

/**
 * For a page's list whose rows a dialog removes: the menu of the next row takes the focus, else that
 * of the row before. The button that opened the dialog goes with its row.
 *
 * ```tsx
 * const leaving = useRowRemovalFocus();
 * <ul ref={leaving.list}>…</ul>
 * <ConfirmDialog finalFocus={leaving.finalFocus} onConfirm={() => leaving.during(index, () => remove())} />
 * ```
 */
export function useRowRemovalFocus() {
  const list = useRef<HTMLUListElement>(null);
  const neighbor = useRef<Element | null>(null);
  return {
    list,
    finalFocus() {
      const row = neighbor.current;
      neighbor.current = null;
      // The menu of a row is its last button.
      return [...(row?.querySelectorAll('button') ?? [])].at(-1) ?? true;
    },
    /** Runs the removal of the row at `index`. If it fails, the button keeps the focus. */
    async during(index: number, removal: () => Promise<unknown>) {
      const rows = list.current?.children;
      const next = rows?.[index + 1] ?? rows?.[index - 1] ?? null;
      await removal();
      neighbor.current = next;
    },
  };
}

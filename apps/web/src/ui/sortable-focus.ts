import { useEffect, useRef, type RefObject } from 'react';
import type { SortableId } from './sortable-drag.ts';

/** Time until React and dnd-kit have placed the rows, in ms. */
const REFOCUS_DELAY_MS = 60;

/**
 * React may move the row's element, which then loses its focus. Restores it after the next change
 * of the order, unless the viewer has moved on.
 */
export function useRefocus(list: RefObject<HTMLUListElement | null>, ids: readonly SortableId[]) {
  const moved = useRef<SortableId | null>(null);
  const order = ids.join('\n');
  useEffect(() => {
    const id = moved.current;
    if (id === null) return;
    moved.current = null;
    const timer = setTimeout(() => {
      const row = [...(list.current?.children ?? [])].find(
        (element) => element instanceof HTMLElement && element.dataset.rowId === String(id),
      );
      const focusIsLost = document.activeElement?.contains(list.current) ?? true;
      if (focusIsLost) handleOf(row)?.focus();
      // 'Mover para o fim' may lead out of sight, and the focus with it.
      row?.scrollIntoView({ block: 'nearest' });
    }, REFOCUS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [order, list]);
  return (id: SortableId) => {
    moved.current = id;
  };
}

/**
 * A removed row takes its focused button, or its menu, with it. So does one that moved beyond the
 * rendered rows. The handle of the next row takes the focus, else that of the row before. A dialog
 * that asked gives the focus back itself.
 */
export function useFocusAfterRowRemoval(
  list: RefObject<HTMLUListElement | null>,
  ids: readonly SortableId[],
) {
  const focusedRow = useRef<SortableId | null>(null);
  const idsBefore = useRef(ids);
  const order = ids.join('\n');
  useEffect(() => {
    const at = focusedRow.current === null ? -1 : idsBefore.current.indexOf(focusedRow.current);
    const isRemoved = at >= 0 && !ids.includes(focusedRow.current!);
    idsBefore.current = ids;
    if (!isRemoved) return;
    focusedRow.current = null;
    const timer = setTimeout(() => {
      const focusIsLost = document.activeElement?.contains(list.current) ?? true;
      if (focusIsLost) handleOf(list.current?.children[Math.min(at, ids.length - 1)])?.focus();
    }, REFOCUS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [order, list]); // oxlint-disable-line react/exhaustive-deps -- `order` stands for `ids`
  return focusedRow;
}

const handleOf = (row: Element | null | undefined) =>
  row?.querySelector<HTMLElement>('[data-sortable-handle]');

import { useEffect, useRef } from 'react';

/**
 * Moves the focus to a list after a removed row took the focused button with it.
 *
 * ```tsx
 * const list = useListFocus<HTMLUListElement>(devices.length);
 * <ul ref={list} tabIndex={-1}>…</ul>
 * ```
 */
export function useListFocus<List extends HTMLElement = HTMLDivElement>(rows: number) {
  const list = useRef<List>(null);
  const before = useRef(rows);
  useEffect(() => {
    if (rows < before.current && document.activeElement === document.body) list.current?.focus();
    before.current = rows;
  }, [rows]);
  return list;
}

import { useEffect, useRef } from 'react';

/**
 * For a list whose rows go with the button that has the focus: the list takes it.
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

import { useEffect, useRef } from 'react';
import './scroll-row.css';

/**
 * Scrolls a positioned `.scroll-row` so that its current item and the item's neighbours are visible,
 * and whatever the keyboard reaches in it. The browser leaves a focused item that is cut as it is.
 *
 * ```tsx
 * const row = useOpenInView<HTMLElement>(pathname);
 * <nav ref={row} className="scroll-row">…
 * ```
 */
export function useOpenInView<Row extends HTMLElement>(open: string) {
  const row = useRef<Row>(null);
  useEffect(() => {
    const { current } = row;
    const currentItem = current?.querySelector<HTMLElement>(
      '[aria-selected="true"], [aria-current]',
    );
    if (currentItem)
      current!.scrollLeft =
        currentItem.offsetLeft + (currentItem.offsetWidth - current!.clientWidth) / 2;
  }, [open]);
  useEffect(() => {
    const { current } = row;
    const show = (event: FocusEvent) => showWhole(current!, event.target as HTMLElement);
    current?.addEventListener('focusin', show);
    return () => current?.removeEventListener('focusin', show);
  }, []);
  return row;
}

/** Never moves an item that is pressed: the pointer would miss it. */
function showWhole(row: HTMLElement, item: HTMLElement) {
  const { left, right } = item.getBoundingClientRect();
  const edges = row.getBoundingClientRect();
  if (item.matches(':focus-visible') && (left < edges.left || right > edges.right))
    item.scrollIntoView({ block: 'nearest', inline: 'center' });
}

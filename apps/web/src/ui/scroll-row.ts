import { useEffect, useRef } from 'react';
import './scroll-row.css';

/**
 * Scrolls a positioned `.scroll-row` so that its current item and the item's neighbours are visible.
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
  return row;
}

import { startTransition, useCallback, useEffect, useState } from 'react';

/** Rows that render without the viewer scrolling there. A thousand would freeze the page. */
const IDLE_ROWS = 40;

/** Settles once the rows that asked before have had their turn. */
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Whether the row at `place` renders its cards. A row that comes into view does so at once. The others
 * take turns when the browser is idle: together, they would block a slow phone. `mark` is for an
 * element of a row that waits.
 */
export function useTurn(place: number) {
  const [hasTurn, setTurn] = useState(false);
  const take = useCallback(() => startTransition(() => setTurn(true)), []);
  const isFar = place >= IDLE_ROWS;
  const waits = !hasTurn && !isFar;

  useEffect(() => {
    if (!waits) return;
    let isOver = false; // a row that has come into view, or has gone, keeps no other waiting
    lastTurn = lastTurn.then(async () => {
      if (isOver) return;
      await whenIdle();
      take();
    });
    return () => {
      isOver = true;
    };
  }, [waits, take]);

  const mark = useCallback(
    (element: HTMLElement) => {
      const observer = new IntersectionObserver(([entry]) => entry!.isIntersecting && take(), {
        rootMargin: isFar ? '1000px' : '0px',
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [isFar, take],
  );
  return { hasTurn, mark };
}

// Safari does not tell when it is idle.
const whenIdle = () =>
  new Promise<unknown>((idle) => void (window.requestIdleCallback ?? setTimeout)(idle));

import { useEffect, useRef } from 'react';

/**
 * For dialogs that remove a post or a comment: its neighbour takes the focus, because the button that
 * opened the dialog goes with it. `finalFocus` is null, which means the opener, until then.
 *
 * ```tsx
 * const leaving = useNeighborFocus(`[data-post="${id}"]`, '[data-post]');
 * <ConfirmDialog finalFocus={leaving.finalFocus} onConfirm={() => leaving.during(() => remove())} />
 * ```
 */
export function useNeighborFocus(own: string, all: string) {
  const finalFocus = useRef<HTMLElement>(null);
  return {
    finalFocus,
    /** Runs the removal. If it fails, the thing and its button stay. */
    async during(removal: () => Promise<unknown>) {
      finalFocus.current = neighborOf(own, all);
      try {
        await removal();
      } catch (trouble) {
        finalFocus.current = null;
        throw trouble;
      }
    },
  };
}

/**
 * For a change that moves a post within the feed: its neighbour takes the focus if the post leaves
 * the screen with it. The change itself shows its failure.
 *
 * ```tsx
 * onSelect: () => void keepFocusOnScreen(own, all, () => unpin.mutateAsync(params))
 * ```
 */
export async function keepFocusOnScreen(own: string, all: string, move: () => Promise<unknown>) {
  const neighbor = neighborOf(own, all);
  const isMoved = await move().then(
    () => true,
    () => false,
  );
  if (!isMoved) return;
  await nextFrame(); // the feed has been read again, and is rendered now
  const moved = document.querySelector<HTMLElement>(own);
  const focused = document.activeElement;
  const hasLostFocus = focused === document.body || moved?.contains(focused);
  if (hasLostFocus && !isOnScreen(focused)) neighbor?.focus();
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function isOnScreen(element: Element | null) {
  if (!element || element === document.body) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

function neighborOf(own: string, all: string) {
  const things = [...document.querySelectorAll<HTMLElement>(all)];
  const at = things.findIndex((thing) => thing.matches(own));
  return (
    things[at + 1] ??
    things[at - 1] ??
    document.querySelector<HTMLElement>('#comentarios, .community-feed')
  );
}

/** For a list whose rows go with the button that has the focus: the list takes it. */
export function useListFocus(rows: number) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(rows);
  useEffect(() => {
    if (rows < before.current && document.activeElement === document.body) list.current?.focus();
    before.current = rows;
  }, [rows]);
  return list;
}

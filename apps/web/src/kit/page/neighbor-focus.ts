import { useRef } from 'react';

/**
 * For dialogs that remove a post, a comment or a row: its neighbour takes the focus, because the button that
 * opened the dialog goes with it. Until then, `finalFocus` means the opener.
 *
 * It focuses by itself. Base UI would give the focus to the first link within an element that Tab
 * skips, as an article is: to the neighbour's author.
 *
 * ```tsx
 * const leaving = useNeighborFocus(`[data-post="${id}"]`, '[data-post]');
 * <ConfirmDialog finalFocus={leaving.finalFocus} onConfirm={() => leaving.during(() => remove())} />
 * ```
 */
export function useNeighborFocus(own: string, all: string) {
  const neighbor = useRef<HTMLElement>(null);
  return {
    finalFocus() {
      const { current } = neighbor;
      if (!current) return true;
      // The page is inert until the dialog is gone.
      queueMicrotask(() => focusInView(current));
      return false;
    },
    /** Runs the removal. If it fails, the thing and its button stay. */
    async during(removal: () => Promise<unknown>) {
      neighbor.current = neighborOf(own, all);
      try {
        await removal();
      } catch (error) {
        neighbor.current = null;
        throw error;
      }
    },
  };
}

/** Focuses an element, and scrolls only if nothing of it is on the screen. */
function focusInView(element: HTMLElement) {
  element.focus({ preventScroll: true });
  const { top, bottom } = element.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) element.scrollIntoView({ block: 'nearest' });
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

/** The next thing, else the one before, else the section of comments or the channel's name. */
function neighborOf(own: string, all: string) {
  const things = [...document.querySelectorAll<HTMLElement>(all)];
  const at = things.findIndex((thing) => thing.matches(own));
  return (
    things[at + 1] ??
    things[at - 1] ??
    document.querySelector<HTMLElement>('#comentarios, .community-feed h2')
  );
}

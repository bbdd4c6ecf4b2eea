import { useEffect } from 'react';

/** Less is a bar of the browser, not a keyboard. */
export const MIN_KEYBOARD_PX = 120;

/**
 * While `active`, sets two properties on the root element. `--keyboard` is the height in px that a
 * phone's keyboard covers. `--visible-top` is how far the browser moved the page for it. Browsers
 * move no fixed layer, so the class `above-keyboard` places one between the two.
 */
export function useKeyboardInset(active: boolean) {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!active || !viewport) return;
    watchers += 1;
    if (watchers === 1) watch(viewport);
    return () => {
      watchers -= 1;
      if (watchers === 0) unwatch(viewport);
    };
  }, [active]);
}

/** The open layers. They share one pair of variables. */
let watchers = 0;

function watch(viewport: VisualViewport) {
  viewport.addEventListener('resize', updateInset);
  viewport.addEventListener('scroll', updateInset);
  updateInset();
}

function unwatch(viewport: VisualViewport) {
  viewport.removeEventListener('resize', updateInset);
  viewport.removeEventListener('scroll', updateInset);
  setInset(null);
}

function updateInset() {
  const { height, offsetTop, scale } = window.visualViewport!;
  const covered = window.innerHeight - height - offsetTop;
  // A person who zooms sees less of the page, too, and needs no layer in that part.
  const isKeyboard = scale <= 1.01 && window.innerHeight - height >= MIN_KEYBOARD_PX;
  setInset(isKeyboard ? { keyboard: covered, top: offsetTop } : null);
}

function setInset(inset: { keyboard: number; top: number } | null) {
  const { style } = document.documentElement;
  if (!inset) {
    style.removeProperty('--keyboard');
    style.removeProperty('--visible-top');
    return;
  }
  style.setProperty('--keyboard', `${Math.max(0, inset.keyboard)}px`);
  style.setProperty('--visible-top', `${inset.top}px`);
  // The layer is lower now: what has the focus may have left its visible part.
  const focused = document.activeElement;
  if (focused?.closest('.above-keyboard')) focused.scrollIntoView({ block: 'nearest' });
}

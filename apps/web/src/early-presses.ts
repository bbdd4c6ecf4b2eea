// What the server painted has buttons already, but not yet what they do. A press of one of them is
// kept, and made again on the same button of the page that takes its place.

/** A press that had no effect for so long would surprise who made it. */
const FORGOTTEN_AFTER_MS = 10_000;

interface Press {
  name: string;
  /** Among the buttons of that name. */
  place: number;
  at: number;
}

/** Keeps the presses of buttons in `root` until the page's own stand there. */
export function keepEarlyPresses(root: HTMLElement) {
  const firstFold = root.firstElementChild;
  let kept: Press[] = [];

  const press = ({ target }: Event) => {
    const button = (target as Element).closest('button');
    if (!button) return;
    const name = nameOf(button);
    const place = named(root, name).indexOf(button);
    // Who presses again has seen nothing happen, and means the same.
    kept = kept.filter((other) => other.name !== name || other.place !== place);
    kept.push({ name, place, at: performance.now() });
  };
  const changed = new MutationObserver(() => {
    if (firstFold?.isConnected) return;
    root.removeEventListener('click', press);
    kept = kept.filter(({ at }) => performance.now() - at < FORGOTTEN_AFTER_MS);
    // A part of the page may come a little later than the page.
    kept = kept.filter(({ name, place }) => {
      const button = named(root, name)[place];
      button?.focus();
      button?.click();
      return !button;
    });
    if (kept.length === 0) changed.disconnect();
  });
  root.addEventListener('click', press);
  changed.observe(root, { childList: true, subtree: true });
}

const nameOf = (button: HTMLButtonElement) => button.ariaLabel ?? button.textContent;

const named = (root: HTMLElement, name: string) =>
  [...root.querySelectorAll('button')].filter((button) => nameOf(button) === name);

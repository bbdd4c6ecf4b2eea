// The server-rendered page has buttons without behaviour. This stores their clicks and repeats each
// on the same button of the React page.

/** A click whose effect comes later than this would surprise the viewer. */
const FORGOTTEN_AFTER_MS = 10_000;

interface Press {
  name: string;
  /** The index among the buttons with that name. */
  place: number;
  at: number;
}

/** Stores clicks of buttons in `root` until React has rendered the page. */
export function replayEarlyClicks(root: HTMLElement) {
  const firstFold = root.firstElementChild;
  let queued: Press[] = [];

  const press = ({ target }: Event) => {
    const button = (target as Element).closest('button');
    if (!button) return;
    const name = nameOf(button);
    const place = named(root, name).indexOf(button);
    // A second click on the same button replaces the first, because nothing had happened yet.
    queued = queued.filter((other) => other.name !== name || other.place !== place);
    queued.push({ name, place, at: performance.now() });
  };
  const changed = new MutationObserver(() => {
    if (firstFold?.isConnected) return;
    root.removeEventListener('click', press);
    queued = queued.filter(({ at }) => performance.now() - at < FORGOTTEN_AFTER_MS);
    // Some parts of the page render later than others.
    queued = queued.filter(({ name, place }) => {
      const button = named(root, name)[place];
      button?.focus();
      button?.click();
      return !button;
    });
    if (queued.length === 0) changed.disconnect();
  });
  root.addEventListener('click', press);
  changed.observe(root, { childList: true, subtree: true });
}

const nameOf = (button: HTMLButtonElement) => button.ariaLabel ?? button.textContent;

const named = (root: HTMLElement, name: string) =>
  [...root.querySelectorAll('button')].filter((button) => nameOf(button) === name);

// The server-rendered page has buttons without behaviour, and React replaces its elements. This
// repeats the clicks that either would lose, each on the same control of the React page.

/** A click whose effect comes later than this would surprise the viewer. */
const FORGOTTEN_AFTER_MS = 10_000;

interface Control {
  selector: 'a' | 'button';
  name: string;
  /** The index among the controls with that name. */
  place: number;
}

/** Repeats clicks in `root` that React's first render would lose. */
export function replayEarlyClicks(root: HTMLElement) {
  repeatSplitClicks(root);

  const firstFold = root.firstElementChild;
  let queued: { control: Control; at: number }[] = [];

  const press = ({ target }: Event) => {
    const control = controlAt(root, target, 'button');
    if (!control) return;
    // A second click on the same button replaces the first, because nothing had happened yet.
    queued = queued.filter((other) => !isSame(other.control, control));
    queued.push({ control, at: performance.now() });
  };
  const changed = new MutationObserver(() => {
    if (firstFold?.isConnected) return;
    root.removeEventListener('click', press);
    queued = queued.filter(({ at }) => performance.now() - at < FORGOTTEN_AFTER_MS);
    // Some parts of the page render later than others.
    queued = queued.filter(({ control }) => {
      const button = find(root, control);
      button?.focus();
      button?.click();
      return !button;
    });
    if (queued.length === 0) changed.disconnect();
  });
  root.addEventListener('click', press);
  changed.observe(root, { childList: true, subtree: true });
}

/**
 * Clicks a control that React replaced between a mouse button's press and its release: the browser
 * sends no click then. A touch clicks what is below it at its end.
 */
function repeatSplitClicks(root: HTMLElement) {
  const firstFold = root.firstElementChild;
  const listening = new AbortController();
  const options = { signal: listening.signal };
  let held: Control | null = null;

  const press = ({ target, pointerType, button, ctrlKey, metaKey, shiftKey }: PointerEvent) => {
    if (!firstFold?.isConnected) return listening.abort();
    const isPlain = button === 0 && !ctrlKey && !metaKey && !shiftKey;
    held =
      isPlain && pointerType !== 'touch'
        ? (controlAt(root, target, 'a') ?? controlAt(root, target, 'button'))
        : null;
  };
  const release = ({ type, target }: PointerEvent) => {
    const replacement = held && !firstFold?.isConnected && find(root, held);
    held = null;
    if (type === 'pointerup' && replacement && replacement.contains(target as Element))
      replacement.click();
  };
  root.addEventListener('pointerdown', press, options);
  document.addEventListener('pointerup', release, options);
  document.addEventListener('pointercancel', release, options);
}

function controlAt(root: HTMLElement, target: EventTarget | null, selector: Control['selector']) {
  const element = (target as Element).closest<HTMLElement>(selector);
  if (!element) return null;
  const name = nameOf(element);
  return { selector, name, place: named(root, { selector, name }).indexOf(element) };
}

const find = (root: HTMLElement, control: Control) => named(root, control)[control.place];

const named = (root: HTMLElement, { selector, name }: Omit<Control, 'place'>) =>
  [...root.querySelectorAll<HTMLElement>(selector)].filter((element) => nameOf(element) === name);

const nameOf = (element: HTMLElement) => element.ariaLabel ?? element.textContent;

const isSame = (one: Control, other: Control) =>
  one.name === other.name && one.place === other.place;

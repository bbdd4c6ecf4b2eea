// Runs before a snippet, in its own frame. The page hands over a port once, when the document has
// been read; through it come the page's facts, and go the height and a corner. All there is for a
// snippet: `vitrine.ready` (a promise of the facts), `vitrine.height(px)`, `vitrine.corner(side, size)`.
(() => {
  const page = window.parent;
  const waiting = [];
  let port = null;
  let told;
  const ready = new Promise((resolve) => {
    told = resolve;
  });
  const ask = (wish) => (port ? port.postMessage(wish) : waiting.push(wish));

  // As high as what is in it, unless the snippet has said how high it wants to be. What floats over
  // a page, as chats do, gives it no height: alone, it gets the corner that it floats in.
  let said = false;
  let side;
  const measure = () => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    const corner = height > 0 ? null : cornerOf([...document.body.children].flatMap(withInner));
    ask(corner ?? { height });
  };
  const resized = new ResizeObserver(measure);
  const changed = new MutationObserver(measure);
  const withInner = (element) => [element, ...element.children];

  function cornerOf(elements) {
    const boxes = elements
      .filter((element) => getComputedStyle(element).position === 'fixed')
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && height > 0);
    if (!boxes.length) return null;
    const { clientWidth: wide, clientHeight: high } = document.documentElement;
    // Said while the frame is as wide as the page: in its corner it touches both sides.
    side ??= boxes.every((box) => box.left < wide - box.right) ? 'left' : 'right';
    const width = Math.max(...boxes.map((box) => (side === 'left' ? box.right : wide - box.left)));
    const height = Math.max(...boxes.map((box) => high - box.top));
    return { corner: side, width: Math.ceil(width), height: Math.ceil(height) };
  }

  const stopFollowing = () => {
    said = true;
    resized.disconnect();
    changed.disconnect();
  };

  window.vitrine = Object.freeze({
    ready,
    height(px) {
      stopFollowing();
      ask({ height: px });
    },
    corner(side, { width, height }) {
      stopFollowing();
      ask({ corner: side, width, height });
    },
  });

  window.addEventListener('message', function hear({ source, data, ports }) {
    if (source !== page || !ports[0] || typeof data?.vitrine !== 'object') return;
    window.removeEventListener('message', hear);
    port = ports[0];
    for (const wish of waiting) port.postMessage(wish);
    told(Object.freeze(data.vitrine));
  });
  document.addEventListener('DOMContentLoaded', () => {
    if (!said) {
      resized.observe(document.documentElement);
      changed.observe(document.body, { childList: true, subtree: true, attributes: true });
    }
    page.postMessage('vitrine:hello', '*');
  });

  // Without an origin, or where a browser keeps nothing for frames, merely asking for cookies or
  // storage throws, which most measuring scripts do not expect: here they find both, empty, for as
  // long as the page lasts.
  const throws = (ask) => {
    try {
      return ask() === undefined;
    } catch {
      return true;
    }
  };
  if (throws(() => document.cookie)) {
    const jar = new Map();
    Object.defineProperty(document, 'cookie', {
      get: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      set(text) {
        const [, name, value] = /^([^=;]+)=([^;]*)/.exec(String(text).trimStart()) ?? [];
        if (name) jar.set(name, value);
      },
    });
  }
  for (const name of ['localStorage', 'sessionStorage']) {
    if (!throws(() => window[name])) continue;
    const kept = new Map();
    const value = {
      getItem: (key) => kept.get(String(key)) ?? null,
      setItem: (key, text) => void kept.set(String(key), String(text)),
      removeItem: (key) => void kept.delete(String(key)),
      clear: () => kept.clear(),
      key: (at) => [...kept.keys()][at] ?? null,
      get length() {
        return kept.size;
      },
    };
    Object.defineProperty(window, name, { value });
  }
})();

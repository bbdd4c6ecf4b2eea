// Runs before a snippet, in its own frame. The page sends a port once, after the document was read.
// The port brings the page's facts, and takes the height or a corner. The snippet gets only
// `vitrine.ready` (a promise of the facts), `vitrine.height(px)` and `vitrine.corner(side, size)`.
(() => {
  const page = window.parent;
  const queued = [];
  let port = null;
  let resolveReady;
  const ready = new Promise((resolve) => {
    resolveReady = resolve;
  });
  const post = (message) => (port ? port.postMessage(message) : queued.push(message));

  // The frame is as high as its content, unless the snippet sets a height. Content that floats over
  // a page, as a chat does, adds no height. If all of it floats, it gets the corner where it floats.
  let isSizeSet = false;
  let side;
  const measure = () => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    const corner = height > 0 ? null : cornerOf([...document.body.children].flatMap(withInner));
    post(corner ?? { height });
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
    // Decided while the frame is as wide as the page. In its corner the content touches both sides.
    side ??= boxes.every((box) => box.left < wide - box.right) ? 'left' : 'right';
    const width = Math.max(...boxes.map((box) => (side === 'left' ? box.right : wide - box.left)));
    const height = Math.max(...boxes.map((box) => high - box.top));
    return { corner: side, width: Math.ceil(width), height: Math.ceil(height) };
  }

  const stopFollowing = () => {
    isSizeSet = true;
    resized.disconnect();
    changed.disconnect();
  };

  window.vitrine = Object.freeze({
    ready,
    height(px) {
      stopFollowing();
      post({ height: px });
    },
    corner(side, { width, height }) {
      stopFollowing();
      post({ corner: side, width, height });
    },
  });

  window.addEventListener('message', function receivePort({ source, data, ports }) {
    if (source !== page || !ports[0] || typeof data?.vitrine !== 'object') return;
    window.removeEventListener('message', receivePort);
    port = ports[0];
    for (const message of queued) port.postMessage(message);
    resolveReady(Object.freeze(data.vitrine));
  });
  document.addEventListener('DOMContentLoaded', () => {
    if (!isSizeSet) {
      resized.observe(document.documentElement);
      changed.observe(document.body, { childList: true, subtree: true, attributes: true });
    }
    page.postMessage('vitrine:hello', '*');
  });

  // Reading cookies or storage throws in a frame without an origin, and where a browser stores
  // nothing for frames. Most measuring scripts do not expect that. Here they find both, empty, until
  // the page ends.
  const throws = (read) => {
    try {
      return read() === undefined;
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
    const stored = new Map();
    const value = {
      getItem: (key) => stored.get(String(key)) ?? null,
      setItem: (key, text) => void stored.set(String(key), String(text)),
      removeItem: (key) => void stored.delete(String(key)),
      clear: () => stored.clear(),
      key: (at) => [...stored.keys()][at] ?? null,
      get length() {
        return stored.size;
      },
    };
    Object.defineProperty(window, name, { value });
  }
})();

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

  // As high as what is in it, unless the snippet has said how high it wants to be.
  let said = false;
  const follow = new ResizeObserver(() =>
    ask({ height: Math.ceil(document.documentElement.getBoundingClientRect().height) }),
  );

  const stopFollowing = () => {
    said = true;
    follow.disconnect();
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
    if (!said) follow.observe(document.documentElement);
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
        const [, name, value] = /^\s*([^=;]+)=([^;]*)/.exec(text) ?? [];
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

import { vi } from 'vitest';

const keyOf = (request: RequestInfo) => {
  const { pathname, search } = new URL(
    typeof request === 'string' ? request : request.url,
    'http://school',
  );
  return pathname + search;
};

type RequestInfo = string | { url: string };

/**
 * Replaces the browser's Cache Storage by maps from URL to response, by cache name. `refuse` makes
 * every later write fail with this error.
 */
export function fakeCaches() {
  const stored = new Map<string, Map<string, Response>>();
  let refusal: Error | null = null;
  const cacheOf = (entries: Map<string, Response>) => ({
    keys: async () => [...entries.keys()].map((path) => ({ url: `http://school${path}` })),
    match: async (request: RequestInfo) => entries.get(keyOf(request))?.clone(),
    async put(request: RequestInfo, response: Response) {
      if (refusal) throw refusal;
      entries.set(keyOf(request), response);
    },
    delete: async (request: RequestInfo) => entries.delete(keyOf(request)),
  });
  vi.stubGlobal('caches', {
    has: async (name: string) => stored.has(name),
    keys: async () => [...stored.keys()],
    async match(request: RequestInfo, { cacheName }: { cacheName?: string } = {}) {
      const searched = [...stored].filter(([name]) => !cacheName || name === cacheName);
      return searched
        .map(([, entries]) => entries.get(keyOf(request)))
        .find(Boolean)
        ?.clone();
    },
    async open(name: string) {
      if (!stored.has(name)) stored.set(name, new Map());
      return cacheOf(stored.get(name)!);
    },
    delete: async (name: string) => stored.delete(name),
  });
  return {
    /** The URLs that a cache holds. */
    urlsIn: (name: string) => [...(stored.get(name)?.keys() ?? [])],
    refuse(error: Error) {
      refusal = error;
    },
  };
}

/** A browser that blocks the storage of sites, as some private windows do, or whose disk fails. */
export function blockCaches() {
  const refused = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
  vi.stubGlobal('caches', { has: refused, open: refused, keys: refused, match: refused });
}

/** Lets the page see a service worker, which downloads need. */
export const haveServiceWorker = () => vi.stubGlobal('navigator', workerNavigator());

const workerNavigator = () =>
  new Proxy(navigator, {
    has: (target, name) => name === 'serviceWorker' || name in target,
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

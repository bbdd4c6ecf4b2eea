import { LRUCache } from 'lru-cache';

interface KeptOptions<Kept> {
  maxBytes: number;
  bytes: (kept: Kept) => number;
}

/**
 * Caches data of schools in bounded memory. Each entry has the version that the database counted
 * when the entry was requested (`showcase_versions`). An entry with another version is read anew.
 * So no server shows an outdated entry, and none needs a notification.
 */
export function versionedCache<Kept>({ maxBytes, bytes }: KeptOptions<Kept>) {
  const cache = new LRUCache<string, { version: number; read: Promise<Kept> }>({
    maxSize: maxBytes,
    sizeCalculation: () => 1, // until it has been read
  });
  return (key: string, version: number, read: () => Promise<Kept>): Promise<Kept> => {
    const known = cache.get(key);
    if (known?.version === version) return known.read;
    const entry = { version, read: read() };
    cache.set(key, entry);
    entry.read.then(
      (kept) =>
        cache.peek(key) === entry && cache.set(key, entry, { size: key.length + bytes(kept) }),
      () => cache.peek(key) === entry && cache.delete(key), // an error is not cached
    );
    return entry.read;
  };
}

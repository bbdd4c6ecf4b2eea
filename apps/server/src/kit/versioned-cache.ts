import { LRUCache } from 'lru-cache';

interface CacheOptions<Value> {
  maxBytes: number;
  bytes: (value: Value) => number;
}

/**
 * Caches data of schools in bounded memory. Each entry has the version that the database counted
 * when the entry was requested (`showcase_versions`). An entry with another version is read anew.
 * So no server shows an outdated entry, and none needs a notification.
 */
export function versionedCache<Value>({ maxBytes, bytes }: CacheOptions<Value>) {
  const cache = new LRUCache<string, { version: number; read: Promise<Value> }>({
    maxSize: maxBytes,
    sizeCalculation: () => 1, // until it has been read
  });
  return (key: string, version: number, read: () => Promise<Value>): Promise<Value> => {
    const cached = cache.get(key);
    if (cached?.version === version) return cached.read;
    const entry = { version, read: read() };
    cache.set(key, entry);
    entry.read.then(
      (value) =>
        cache.peek(key) === entry && cache.set(key, entry, { size: key.length + bytes(value) }),
      () => cache.peek(key) === entry && cache.delete(key), // an error is not cached
    );
    return entry.read;
  };
}

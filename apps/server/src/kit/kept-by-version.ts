import { LRUCache } from 'lru-cache';

interface KeptOptions<Kept> {
  maxBytes: number;
  bytes: (kept: Kept) => number;
}

/**
 * Keeps what was read of schools, in bounded memory. Each entry carries the version that the
 * database counted when it was asked for (`showcase_versions`). With another version it is read
 * anew, so no server shows an outdated one and no server must be notified.
 */
export function keptByVersion<Kept>({ maxBytes, bytes }: KeptOptions<Kept>) {
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
      () => cache.peek(key) === entry && cache.delete(key), // a failure is not kept
    );
    return entry.read;
  };
}

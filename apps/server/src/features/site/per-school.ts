import { LRUCache } from 'lru-cache';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { School, Schools } from '../../platform/schools.ts';
import { backgroundCompression } from './background-compression.ts';

/** The bounds of a cache, and how its results are compressed. */
export interface PerSchoolOptions<Result extends object> {
  maxBytes: number;
  bytes: (result: Result) => number;
  /** Compresses the result after it was answered, in a thread. */
  compress?: (result: Result) => Promise<void>;
}

/**
 * Caches results per school until the school changes, in bounded memory. A missing result is made
 * in its own turn of the event loop, so that other requests are answered in between. Concurrent
 * requests for the same result share one run.
 */
export function perSchool<Result extends object>(
  schools: Schools,
  { maxBytes, bytes, compress }: PerSchoolOptions<Result>,
) {
  const keysBySchool = new Map<number, Set<string>>();
  const cache = new LRUCache<string, Result>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => bytes(value) + key.length,
    dispose(_made, key, reason) {
      if (reason === 'set') return;
      const tenantId = Number.parseInt(key);
      const keys = keysBySchool.get(tenantId);
      if (keys?.delete(key) && keys.size === 0) keysBySchool.delete(tenantId);
    },
  });
  const pendingResults = new Map<string, Promise<Result>>();
  const inBackground = backgroundCompression();
  schools.onChange((tenantId) => {
    if (tenantId === null) return cache.clear();
    for (const key of keysBySchool.get(tenantId) ?? []) cache.delete(key);
    keysBySchool.delete(tenantId);
  });

  async function makeAndCache(tenantId: number, key: string, make: () => Result | Promise<Result>) {
    try {
      await nextTurn();
      const result = await make();
      cache.set(key, result);
      keysBySchool.set(tenantId, (keysBySchool.get(tenantId) ?? new Set()).add(key));
      const isCurrent = () => cache.peek(key) === result;
      if (compress) inBackground(tenantId, isCurrent, () => compress(result));
      return result;
    } finally {
      pendingResults.delete(key);
    }
  }

  return (
    school: School,
    name: string,
    make: () => Result | Promise<Result>,
  ): Result | Promise<Result> => {
    const key = `${school.tenant.id} ${readNumberOf(school)} ${name}`;
    const cached = cache.get(key) ?? pendingResults.get(key);
    if (cached !== undefined) return cached;
    const pending = makeAndCache(school.tenant.id, key, make);
    pendingResults.set(key, pending);
    return pending;
  };
}

/**
 * Numbers each read of a school. A request that began before a change may cache its page after the
 * change. The number keeps later requests from finding that page.
 */
const readNumbers = new WeakMap<School, number>();
let lastReadNumber = 0;
function readNumberOf(school: School) {
  const number = readNumbers.get(school);
  if (number !== undefined) return number;
  readNumbers.set(school, (lastReadNumber += 1));
  return lastReadNumber;
}

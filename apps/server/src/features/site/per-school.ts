import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Language } from '@vitrine/contract/languages';
import { LRUCache } from 'lru-cache';
import type { School, Schools } from '../../platform/schools.ts';
import { backgroundCompression } from './background-compression.ts';

export interface PageContext {
  school: School;
  language: Language;
  /** Origin of the school: `schoolOrigin`. Each one has cached pages of its own. */
  base: string;
}

interface PerSchoolOptions<Made extends object> {
  maxBytes: number;
  bytes: (made: Made) => number;
  /** Compresses the result after it was answered, in a thread. */
  compress?: (made: Made) => Promise<void>;
}

/**
 * Caches results per school until the school changes, in bounded memory. A missing result is made
 * in its own turn of the event loop, so that other requests are answered in between. Concurrent
 * requests for the same result share one run.
 */
export function perSchool<Made extends object>(
  schools: Schools,
  { maxBytes, bytes, compress }: PerSchoolOptions<Made>,
) {
  const keysOf = new Map<number, Set<string>>();
  const cache = new LRUCache<string, Made>({
    maxSize: maxBytes,
    sizeCalculation: (made, key) => bytes(made) + key.length,
    dispose(_made, key, reason) {
      if (reason === 'set') return;
      const tenantId = Number.parseInt(key);
      const keys = keysOf.get(tenantId);
      if (keys?.delete(key) && keys.size === 0) keysOf.delete(tenantId);
    },
  });
  const making = new Map<string, Promise<Made>>();
  const inBackground = backgroundCompression();
  schools.onChange((tenantId) => {
    if (tenantId === null) return cache.clear();
    for (const key of keysOf.get(tenantId) ?? []) cache.delete(key);
    keysOf.delete(tenantId);
  });

  async function makeAndKeep(tenantId: number, key: string, make: () => Made | Promise<Made>) {
    try {
      await nextTurn();
      const made = await make();
      cache.set(key, made);
      keysOf.set(tenantId, (keysOf.get(tenantId) ?? new Set()).add(key));
      const isCurrent = () => cache.peek(key) === made;
      if (compress) inBackground(tenantId, isCurrent, () => compress(made));
      return made;
    } finally {
      making.delete(key);
    }
  }

  return (
    { school, language, base }: PageContext,
    name: string,
    make: () => Made | Promise<Made>,
  ): Made | Promise<Made> => {
    const key = `${school.tenant.id} ${readingOf(school)} ${language} ${base} ${name}`;
    const known = cache.get(key) ?? making.get(key);
    if (known !== undefined) return known;
    const made = makeAndKeep(school.tenant.id, key, make);
    making.set(key, made);
    return made;
  };
}

/**
 * Numbers each read of a school. A request that began before a change may cache its page after it.
 * The number keeps later requests from finding that page.
 */
const readings = new WeakMap<School, number>();
let lastReading = 0;
function readingOf(school: School) {
  const known = readings.get(school);
  if (known !== undefined) return known;
  readings.set(school, (lastReading += 1));
  return lastReading;
}

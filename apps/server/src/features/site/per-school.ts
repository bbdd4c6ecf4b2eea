import type { Language } from '@vitrine/contract/languages';
import { LRUCache } from 'lru-cache';
import type { School, Schools } from '../../platform/schools.ts';
import { backgroundCompression } from './background-compression.ts';

export interface PageContext {
  school: School;
  language: Language;
  /** Scheme and host, as the reader knows the school. */
  base: string;
}

interface PerSchoolOptions<Made extends object> {
  maxBytes: number;
  bytes: (made: Made) => number;
  /** Makes it smaller behind the answers, and in a thread. */
  compress?: (made: Made) => Promise<void>;
}

/** Keeps what is made of a school until the school changes, in bounded memory. */
export function perSchool<Made extends object>(
  schools: Schools,
  { maxBytes, bytes, compress }: PerSchoolOptions<Made>,
) {
  const cache = new LRUCache<string, Made>({
    maxSize: maxBytes,
    sizeCalculation: (made, key) => bytes(made) + key.length,
  });
  const inBackground = backgroundCompression();
  schools.onChange((tenantId) => {
    if (tenantId === null) return cache.clear();
    for (const key of cache.keys()) if (key.startsWith(`${tenantId} `)) cache.delete(key);
  });

  return ({ school, language, base }: PageContext, name: string, make: () => Made): Made => {
    const key = `${school.tenant.id} ${language} ${base} ${name}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const made = make();
    cache.set(key, made);
    const isCurrent = () => cache.peek(key) === made;
    if (compress) inBackground(school.tenant.id, isCurrent, () => compress(made));
    return made;
  };
}

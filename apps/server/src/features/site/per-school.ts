import type { Language } from '@vitrine/contract/languages';
import type { School, Schools } from '../../platform/schools.ts';

export interface PageContext {
  school: School;
  language: Language;
  /** Scheme and host, as the reader knows the school. */
  base: string;
}

const MAX_CACHED_PAGES = 2_000;

/** Keeps what is the same for everybody in a school, until the school changes. */
export function perSchool<Made>(schools: Schools) {
  const made = new Map<string, Made>();
  schools.onChange((tenantId) => {
    if (tenantId === null) return made.clear();
    for (const key of made.keys()) if (key.startsWith(`${tenantId} `)) made.delete(key);
  });

  return ({ school, language, base }: PageContext, name: string, make: () => Made): Made => {
    const key = `${school.tenant.id} ${language} ${base} ${name}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    if (made.size > MAX_CACHED_PAGES) made.clear();
    const one = make();
    made.set(key, one);
    return one;
  };
}

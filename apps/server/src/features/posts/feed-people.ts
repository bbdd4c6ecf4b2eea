import { LRUCache } from 'lru-cache';

// Caches how people look in feeds, by the version of the school's people (`people_versions`,
// docs/decisions/0090). The cache decides no access. An answer uses a person only after the reader's
// own statement has named the version.

/** A person as JSON, the same for every reader. Null for one who has left. */
export type Person = { json: string; staff: boolean } | null;

interface CachedPerson {
  version: number;
  person: Person;
}

interface SchoolPeople {
  version: number;
  /** A school without levels is read by a statement that reads none. */
  hasLevels: boolean;
}

const MAX_BYTES = 16 * 2 ** 20;
const MAX_SCHOOLS = 10_000;
/** Estimated bytes of an entry besides its text. */
const ENTRY_BYTES = 200;

const people = new LRUCache<string, CachedPerson>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ person }) => ENTRY_BYTES + 2 * (person?.json.length ?? 0),
});
const schools = new LRUCache<number, SchoolPeople>({ max: MAX_SCHOOLS });

/** The version of a school's people as it was read last. */
export const schoolPeople = (tenantId: number) => schools.get(tenantId);

/** Caches the version of the people of a school, and whether it has levels. */
export function cacheSchoolPeople(tenantId: number, read: SchoolPeople) {
  // An answer that was overtaken brings an older version.
  if ((schools.get(tenantId)?.version ?? 0) <= read.version) schools.set(tenantId, read);
}

/** Caches how a person looked at a version. Null for one who has left. */
export const cachePerson = (tenantId: number, id: number, version: number, person: Person) =>
  people.set(`${tenantId}.${id}`, { version, person });

/** Undefined where nobody has read the person at that version. */
export function cachedPerson(tenantId: number, id: number, version: number): Person | undefined {
  const cached = people.get(`${tenantId}.${id}`);
  return cached?.version === version ? cached.person : undefined;
}

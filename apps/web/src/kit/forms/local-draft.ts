import { useEffect, useRef, useState } from 'react';
import { useBoot } from '../../platform/site-context.ts';
import { isEqual } from '../state/is-equal.ts';
import { fieldsOf, pick } from './draft-fields.ts';

/** The changed fields alone: the others may be newer when the draft is restored. */
export interface StoredDraft<T> {
  typed: Partial<T>;
  /** The saved values of these fields when the viewer changed them. */
  before: Partial<T>;
}

interface LocalDraftValues<T> {
  values: T;
  /** The saved values. */
  base: T;
  dirty: boolean;
  secrets: readonly (keyof T)[];
}

/** Keeps a local copy of the changed fields until they are saved or discarded. */
export function useLocalDraft<T extends object>(
  name: string,
  { values, base, dirty, secrets }: LocalDraftValues<T>,
) {
  const { site, session } = useBoot();
  const key = `draft:${site.tenant.id}:${session?.user.id}:${name}`;
  const [storedDraft, setStoredDraft] = useState<StoredDraft<T> | null>(() => readStored<T>(key));
  const wasDirty = useRef(false);
  useEffect(() => {
    // The admin undid the changes by hand, so there is nothing to restore. A draft of an earlier
    // visit stays on offer.
    if (!dirty && wasDirty.current) remove(key);
    wasDirty.current = dirty;
    if (!dirty) return;
    const changed = fieldsOf(values).filter(
      (field) => !secrets.includes(field) && !isEqual(values[field], base[field]),
    );
    write(key, { typed: pick(values, changed), before: pick(base, changed) });
  }, [key, values, base, dirty, secrets]);
  return {
    found: storedDraft,
    drop() {
      remove(key);
      setStoredDraft(null);
    },
  };
}

/** Whether somebody has saved another value of a field since the draft began. */
export const isOvertaken = <T extends object>({ typed, before }: StoredDraft<T>, saved: T) =>
  fieldsOf(before).some(
    (field) => ![before, typed].some((one) => isEqual(one[field], saved[field])),
  );

// Private windows may forbid storage. Then no draft is stored, and nothing fails.
function readStored<T>(key: string): StoredDraft<T> | null {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDraft<T> | null;
    return stored?.typed && stored.before ? stored : null;
  } catch {
    return null;
  }
}

function write(key: string, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // full or forbidden
  }
}

function remove(key: string) {
  try {
    localStorage.removeItem(key);
  } catch {
    // forbidden
  }
}

import { useEffect, useRef, useState } from 'react';
import { tenantId } from '../../platform/boot.ts';
import { readDraft, writeDraft } from '../../platform/draft-store.ts';
import { viewer } from '../../platform/session.ts';
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

/**
 * Keeps a local copy of the changed fields until they are saved or discarded. Each tab has its own, so
 * a save in one takes nothing from another.
 */
export function useLocalDraft<T extends object>(
  name: string,
  { values, base, dirty, secrets }: LocalDraftValues<T>,
) {
  const key = `draft.${name}`;
  const [storedDraft, setStoredDraft] = useState<StoredDraft<T> | null>(() => {
    adoptFormer(name, key);
    return readStored<T>(key);
  });
  const wasDirty = useRef(false);
  useEffect(() => {
    // The admin undid the changes by hand, so there is nothing to restore. A draft of an earlier
    // visit stays on offer.
    if (!dirty && wasDirty.current) writeDraft(key, null);
    wasDirty.current = dirty;
    if (!dirty) return;
    const changed = fieldsOf(values).filter(
      (field) => !secrets.includes(field) && !isEqual(values[field], base[field]),
    );
    writeDraft(key, { typed: pick(values, changed), before: pick(base, changed) });
  }, [key, values, base, dirty, secrets]);
  return {
    found: storedDraft,
    drop() {
      writeDraft(key, null);
      setStoredDraft(null);
    },
  };
}

/** Whether somebody has saved another value of a field since the draft began. */
export const isOvertaken = <T extends object>({ typed, before }: StoredDraft<T>, saved: T) =>
  fieldsOf(before).some(
    (field) => ![before, typed].some((one) => isEqual(one[field], saved[field])),
  );

/** Moves a draft that an earlier version of the site stored to the key of today. */
function adoptFormer(name: string, key: string) {
  const former = `draft:${tenantId()}:${viewer()?.id}:${name}`;
  try {
    const text = localStorage.getItem(former);
    if (text === null) return;
    localStorage.removeItem(former);
    if (!readDraft(key)) writeDraft(key, JSON.parse(text));
  } catch {
    // forbidden or unreadable
  }
}

function readStored<T>(key: string): StoredDraft<T> | null {
  const stored = readDraft<StoredDraft<T>>(key);
  return stored?.typed && stored.before ? stored : null;
}

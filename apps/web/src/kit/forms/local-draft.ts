import { useEffect, useRef, useState } from 'react';
import { useBoot } from '../../platform/site-context.ts';

/** Keeps a local copy of the typed values until they are saved or discarded. */
export function useLocalDraft<T extends object>(
  name: string,
  values: T,
  dirty: boolean,
  secrets: readonly (keyof T)[],
) {
  const { site, session } = useBoot();
  const key = `draft:${site.tenant.id}:${session?.user.id}:${name}`;
  const [storedDraft, setStoredDraft] = useState<T | null>(() => readStored<T>(key));
  const wasDirty = useRef(false);
  useEffect(() => {
    // The admin undid the changes by hand, so there is nothing to restore. A draft of an earlier
    // visit stays on offer.
    if (!dirty && wasDirty.current) remove(key);
    wasDirty.current = dirty;
    if (!dirty) return;
    const fields = Object.entries(values).filter(([field]) => !secrets.includes(field as keyof T));
    write(key, Object.fromEntries(fields));
  }, [key, values, dirty, secrets]);
  return {
    found: storedDraft,
    drop() {
      remove(key);
      setStoredDraft(null);
    },
  };
}

// Private windows may forbid storage. Then no draft is stored, and nothing fails.
function readStored<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key);
    return text ? (JSON.parse(text) as T) : null;
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

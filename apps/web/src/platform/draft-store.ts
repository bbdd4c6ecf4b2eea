import { localKey, readLocal, writeLocal } from './local-store.ts';

// Two tabs may write at the same place. Each keeps its own draft over a reload, and a new tab begins
// with the one that was written last.

/** The drafts that this page shows, as JSON, by their keys. */
const shown = new Map<string, string>();

/** The draft of this tab, else the one that any tab wrote last. Null if there is none. */
export function readDraft<T>(name: string): T | null {
  const draft = readTab<T>(name) ?? readLocal<T>(name);
  if (draft !== null) shown.set(localKey(name), JSON.stringify(draft));
  return draft;
}

/** Stores the draft of this tab; null removes it. What another tab has written since stays. */
export function writeDraft(name: string, draft: unknown) {
  const key = localKey(name);
  writeTab(key, draft);
  const isOfThisTab = JSON.stringify(readLocal(name)) === shown.get(key);
  if (draft === null) shown.delete(key);
  else shown.set(key, JSON.stringify(draft));
  if (draft !== null || isOfThisTab) writeLocal(name, draft);
}

function readTab<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(localKey(name)) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

function writeTab(key: string, draft: unknown) {
  try {
    if (draft === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // full or forbidden
  }
}

import { tenantId } from './boot.ts';
import { asStudent } from './preview.ts';
import { reader } from './session.ts';

/** Where lesson progress waits for the line. */
export const keptProgress = 'progress';

/** Names what this device keeps for this person at this school. */
const keptKey = (name: string) =>
  `${name}:${tenantId()}:${asStudent() ? 'view' : (reader()?.id ?? 0)}`;

// Private windows may refuse to keep anything: then it lasts as long as the page, and nothing breaks.
const memory = new Map<string, string>();

/** What was kept under this name; null where there is nothing that can be read. */
export function readKept<T>(name: string): T | null {
  const key = keptKey(name);
  try {
    const text = localStorage.getItem(key) ?? memory.get(key);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

/** Keeps a value; null lets go of it. */
export function keep(name: string, value: unknown) {
  const key = keptKey(name);
  const text = value === null ? null : JSON.stringify(value);
  if (text === null) memory.delete(key);
  else memory.set(key, text);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // full or forbidden
  }
}

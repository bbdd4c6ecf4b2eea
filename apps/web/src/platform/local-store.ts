import { tenantId } from './boot.ts';
import { asStudent } from './preview.ts';
import { viewer } from './session.ts';

/** Where lesson progress waits for the line. */
export const LESSON_PROGRESS = 'progress';
/** Where comments wait for it. */
export const WAITING_COMMENTS = 'comments';

/** Names what this device keeps for this person at this school. */
const localKey = (name: string) =>
  `${name}:${tenantId()}:${asStudent() ? 'view' : (viewer()?.id ?? 0)}`;

// Private windows may refuse to keep anything: then it lasts as long as the page, and nothing breaks.
const memory = new Map<string, string>();

/** What was kept under this name; null where there is nothing that can be read. */
export function readLocal<T>(name: string): T | null {
  const key = localKey(name);
  try {
    const text = localStorage.getItem(key) ?? memory.get(key);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

/** Keeps a value; null lets go of it. */
export function writeLocal(name: string, value: unknown) {
  const key = localKey(name);
  const text = value === null ? null : JSON.stringify(value);
  if (text === null) memory.delete(key);
  else memory.set(key, text);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    memory.delete(key); // another tab may remove the value: a copy here would bring it back
  } catch {
    // full or forbidden
  }
}

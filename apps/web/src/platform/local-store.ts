import { tenantId } from './boot.ts';
import { asStudent } from './preview.ts';
import { viewer } from './session.ts';

/** The key of lesson progress that waits for a connection. */
export const LESSON_PROGRESS = 'progress';
/** The key of comments that wait for a connection. */
export const WAITING_COMMENTS = 'comments';

/** The storage key of this person at this school. */
export const localKey = (name: string) =>
  `${name}:${tenantId()}:${asStudent() ? 'view' : (viewer()?.id ?? 0)}`;

// Values that the storage refused, because it is full or forbidden. They last as long as the page.
const memory = new Map<string, string>();

/** The stored value; null if it is missing or unreadable. */
export function readLocal<T>(name: string): T | null {
  const key = localKey(name);
  try {
    const text = memory.get(key) ?? localStorage.getItem(key);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

/** Stores a value; null removes it. */
export function writeLocal(name: string, value: unknown) {
  const key = localKey(name);
  const text = value === null ? null : JSON.stringify(value);
  if (text === null) memory.delete(key);
  else memory.set(key, text);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    memory.delete(key); // another tab may remove the value: a copy here would restore it
  } catch {
    // full or forbidden
  }
}

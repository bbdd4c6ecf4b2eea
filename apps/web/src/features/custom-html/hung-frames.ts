import type { CustomHtml } from '@vitrine/contract/custom-html';
import { DAY_MS } from '@vitrine/contract/durations';
import { writeLocal, readLocal } from '../../platform/local-store.ts';

// Not every browser runs a frame in its own process (docs/decisions/0012). An endless snippet then
// freezes the page, which cannot report it. So the page stores a note when a frame starts, and renews
// it while the frame runs. It deletes the note once the frame has run for a while, or the page is
// left. An old note means that the page died. This device then leaves the snippet out until it
// changes, for a day at most.

const name = 'frames';
const HEARTBEAT_MS = 2_000;
/** Older than this a note is not being renewed any more. */
const DEAD_AFTER_MS = 5_000;

type Notes = Record<string, number>;
const notes = () => readLocal<Notes>(name) ?? {};

/** Names a snippet as it is now: a changed one runs again. */
export const frameKey = ({ id, version }: Pick<CustomHtml, 'id' | 'version'>) => `${id}.${version}`;

/** True where a page died while this frame was starting. */
export function hasHung(key: string): boolean {
  const age = Date.now() - (notes()[key] ?? 0);
  return age > DEAD_AFTER_MS && age < DAY_MS;
}

/**
 * Notes the start of a frame. Call the returned function when the frame runs well or is removed.
 */
export function noteStart(key: string) {
  const note = () => writeLocal(name, { ...recent(), [key]: Date.now() });
  note();
  const renewing = setInterval(note, HEARTBEAT_MS);
  const strike = () => {
    clearInterval(renewing);
    removeEventListener('pagehide', strike);
    document.removeEventListener('visibilitychange', strike);
    const { [key]: _, ...others } = notes();
    writeLocal(name, Object.keys(others).length ? others : null);
  };
  addEventListener('pagehide', strike);
  document.addEventListener('visibilitychange', strike);
  return strike;
}

const recent = (): Notes =>
  Object.fromEntries(
    Object.entries(notes()).filter(([, notedAt]) => Date.now() - notedAt < DAY_MS),
  );

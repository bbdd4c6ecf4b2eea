import { writeLocal, readLocal } from '../../platform/local-store.ts';

// Not every browser gives a frame a process of its own (docs/decisions/0012). Where a snippet that
// never ends takes the page with it, nobody is left to say so: the page therefore notes each frame
// when it starts, renews the note while it lives, and strikes it out once the frame has run for a
// while or the page is left. A note that has grown old is of a page that died: its snippet stays out
// on this device until it is changed, or a day is over.

const name = 'frames';
const HEARTBEAT_MS = 2_000;
/** Older than this a note is not being renewed any more. */
const DEAD_AFTER_MS = 5_000;
const DAY_MS = 86_400_000;

type Notes = Record<string, number>;
const notes = () => readLocal<Notes>(name) ?? {};

/** Whether a page died while this frame was starting. */
export function hasHung(key: string): boolean {
  const age = Date.now() - (notes()[key] ?? 0);
  return age > DEAD_AFTER_MS && age < DAY_MS;
}

/** Notes that a frame starts; call what it returns when it runs well, or is gone. */
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
  Object.fromEntries(Object.entries(notes()).filter(([, at]) => Date.now() - at < DAY_MS));

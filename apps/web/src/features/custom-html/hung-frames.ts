import { keep, readKept } from '../../platform/kept.ts';

// Not every browser gives a frame a process of its own (decision 12). Where a snippet that never ends
// takes the page with it, nobody is left to say so: the page notes each frame before it starts, and
// strikes it out when the frame answers or the page is left alive. A note that is found later is of a
// page that died, and its snippet stays out on this device until it is changed, or a day is over.

const name = 'frames';
const day = 86_400_000;
/** Younger ones are of another tab that is just starting it. */
const starting = 5_000;

type Notes = Record<string, number>;
const notes = () => readKept<Notes>(name) ?? {};

/** Whether a page died of this frame. */
export function hasHung(key: string): boolean {
  const age = Date.now() - (notes()[key] ?? 0);
  return age > starting && age < day;
}

/** Notes that a frame starts; call what it returns when it has answered or is gone. */
export function noteStart(key: string) {
  keep(name, { ...recent(), [key]: Date.now() });
  const strike = () => {
    removeEventListener('pagehide', strike);
    document.removeEventListener('visibilitychange', strike);
    const { [key]: _, ...others } = notes();
    keep(name, Object.keys(others).length ? others : null);
  };
  addEventListener('pagehide', strike);
  document.addEventListener('visibilitychange', strike);
  return strike;
}

const recent = (): Notes =>
  Object.fromEntries(Object.entries(notes()).filter(([, at]) => Date.now() - at < day));

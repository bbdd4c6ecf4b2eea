import { useState } from 'react';
import { readLocal, writeLocal } from '../../platform/local-store.ts';

/** A text that survives a reload. `forget` restores the initial one, which is not stored. */
export function useStoredText(name: string, initial = '') {
  const [text, setText] = useState(() => readLocal<string>(name) ?? initial);
  function write(next: string) {
    setText(next);
    writeLocal(name, next === initial ? null : next);
  }
  return { text, write, forget: () => write(initial) };
}

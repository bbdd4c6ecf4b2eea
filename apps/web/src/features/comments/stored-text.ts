import { useState } from 'react';
import { readDraft, writeDraft } from '../../platform/draft-store.ts';

interface StoredText {
  text: string;
  /** When the edited text was edited last, as its writer knew it. */
  base?: string | null;
}

/**
 * A text that survives a reload. `forget` restores the initial one, which is not stored. `outdated`:
 * the edited text, edited last at `current`, is not the one that the writer began with.
 */
export function useStoredText(name: string, initial = '', current: string | null = null) {
  const [{ text, base }, setStored] = useState<StoredText>(
    () => readStored(name) ?? { text: initial, base: current },
  );
  function write(next: string) {
    const stored = { text: next, base };
    setStored(stored);
    writeDraft(name, next === initial ? null : stored);
  }
  return {
    text,
    write,
    forget: () => write(initial),
    // A save whose answer was lost has stored this text.
    outdated: base !== undefined && base !== current && text !== initial,
  };
}

/** Also reads texts of the former format, which had no base. */
function readStored(name: string): StoredText | null {
  const stored = readDraft<StoredText | string>(name);
  return typeof stored === 'string' ? { text: stored } : stored;
}

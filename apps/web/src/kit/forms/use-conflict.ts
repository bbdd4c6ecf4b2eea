import { useState } from 'react';
import type { Conflict } from './draft-save.ts';

interface ConflictAnswers<T> {
  /** The viewer takes what the other person has saved. */
  onReload: (current: T) => void;
  /** The viewer saves on top of it. The save closes the question. */
  onOverwrite: (conflict: Conflict<T>) => void;
}

/** The conflict of a save with the answers to it, for `DraftConflict`. `setConflict` shows one. */
export function useConflict<T>({ onReload, onOverwrite }: ConflictAnswers<T>) {
  const [conflict, setConflict] = useState<Conflict<T> | null>(null);
  const close = () => setConflict(null);
  return {
    setConflict,
    conflict: conflict && {
      ...conflict,
      reload() {
        close();
        onReload(conflict.current);
      },
      overwrite: () => onOverwrite(conflict),
      close,
    },
  };
}

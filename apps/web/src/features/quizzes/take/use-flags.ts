import { useState } from 'react';

const keyOf = (attemptId: number) => `flags:${attemptId}`;

/** The questions that the member has marked to look at again. A reload of this tab keeps them. */
export function useFlags(attemptId: number) {
  const [flags, setFlags] = useState<ReadonlySet<number>>(() => restoreFlags(attemptId));
  function toggleFlag(questionId: number) {
    const next = new Set(flags);
    if (!next.delete(questionId)) next.add(questionId);
    setFlags(next);
    storeFlags(attemptId, next);
  }
  return { flags, toggleFlag };
}

function storeFlags(attemptId: number, flags: ReadonlySet<number>) {
  try {
    sessionStorage.setItem(keyOf(attemptId), JSON.stringify([...flags]));
  } catch {
    // Private windows may refuse to store anything.
  }
}

function restoreFlags(attemptId: number) {
  try {
    return new Set(JSON.parse(sessionStorage.getItem(keyOf(attemptId)) ?? '[]') as number[]);
  } catch {
    return new Set<number>();
  }
}

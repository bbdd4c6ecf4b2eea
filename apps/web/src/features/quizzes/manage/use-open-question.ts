import { useState } from 'react';

/** The element id of a question's row, which takes the focus. */
export const rowId = (key: string) => `question-row-${key}`;

/** The question that the builder shows. Phones show the list or the question. */
export function useOpenQuestion() {
  const [key, setKey] = useState<string | null>(null);
  const [onPhone, setOnPhone] = useState<'list' | 'question'>('list');
  return {
    key,
    onPhone,
    show(next: string) {
      setKey(next);
      setOnPhone('question');
    },
    /** Opens a question, and leads to its text. */
    write(next: string) {
      setKey(next);
      setOnPhone('question');
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('[data-open-question] textarea')?.focus(),
      );
    },
    showList: () => setOnPhone('list'),
    /** Opens a question and leads to its row, where its fault stands. */
    lead(next: string) {
      setKey(next);
      setOnPhone('list');
      requestAnimationFrame(() => document.getElementById(rowId(next))?.focus());
    },
  };
}

/** The question that is open, and the ways to open another. */
export type OpenQuestion = ReturnType<typeof useOpenQuestion>;

import type { Attempt } from '@vitrine/contract/quizzes';
import { useEffect, useRef, useState } from 'react';

/**
 * The question that the page shows: at first, the first one without an answer. The focus follows to
 * its heading.
 */
export function useCurrentQuestion(attempt: Attempt) {
  const { questions } = attempt;
  const [at, setAt] = useState(() => firstBlank(attempt));
  const heading = useRef<HTMLHeadingElement>(null);

  // The start button has left the page, so the focus moves to the heading.
  useEffect(() => heading.current?.focus(), []);

  function goTo(next: number) {
    if (next < 0 || next >= questions.length) return;
    setAt(next);
    requestAnimationFrame(() => heading.current?.focus());
  }

  return {
    at,
    question: questions[at]!,
    isLast: at === questions.length - 1,
    heading,
    goTo,
  };
}

const firstBlank = ({ questions, answers }: Attempt) => {
  const done = new Set(answers.map(({ question_id }) => question_id));
  const index = questions.findIndex(({ id }) => !done.has(id));
  return Math.max(index, 0);
};

import { quizzes, type AskedQuestion, type Attempt } from '@vitrine/contract/quizzes';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../../platform/api.ts';

type Answers = Record<number, number[]>;

/** `waiting`: the line is down, and the answers go out when it is back. */
export type KeptState = { kind: 'saved'; at: Date } | { kind: 'saving' } | { kind: 'waiting' };

/** After a call that got no answer, in ms. */
const RETRY_MS = 3_000;

/**
 * The answers of an attempt, each kept by the server as it is given. One call at a time goes out,
 * and the last choice of a question wins. `onOver` hears that the attempt has ended elsewhere.
 */
export function useKeptAnswers(attempt: Attempt, onOver: () => void) {
  const [answers, setAnswers] = useState<Answers>(() =>
    Object.fromEntries(attempt.answers.map((one) => [one.question_id, one.option_ids])),
  );
  const [state, setState] = useState<KeptState | null>(null);
  const unsent = useRef(new Map<number, number[]>());
  const running = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const send = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    clearTimeout(timer.current);
    try {
      for (;;) {
        const [next] = unsent.current;
        if (!next) break;
        const [question_id, option_ids] = next;
        setState({ kind: 'saving' });
        const { data } = await call(quizzes.answer, {
          params: { id: attempt.id },
          body: { question_id, option_ids },
        });
        if (unsent.current.get(question_id) === option_ids) unsent.current.delete(question_id);
        setState({ kind: 'saved', at: new Date(data.saved_at) });
      }
    } catch (trouble) {
      if (trouble instanceof ApiError && trouble.status === 409) onOver();
      else {
        setState({ kind: 'waiting' });
        timer.current = setTimeout(() => void send(), RETRY_MS);
      }
    } finally {
      running.current = false;
    }
  }, [attempt.id, onOver]);

  useEffect(() => {
    const again = () => void send();
    addEventListener('online', again);
    return () => {
      removeEventListener('online', again);
      clearTimeout(timer.current);
    };
  }, [send]);

  /** Chooses an option, or takes it back where several may be chosen. */
  function choose({ id, kind }: AskedQuestion, option: number) {
    const before = answers[id] ?? [];
    const next =
      kind !== 'multiple'
        ? [option]
        : before.includes(option)
          ? before.filter((one) => one !== option)
          : [...before, option];
    setAnswers({ ...answers, [id]: next });
    unsent.current.set(id, next);
    void send();
  }

  return {
    answers,
    choose,
    state,
    /** For the hand-in: all of them, so that none that waits for the line is lost. */
    all: () =>
      Object.entries(answers).map(([question, option_ids]) => ({
        question_id: Number(question),
        option_ids,
      })),
  };
}

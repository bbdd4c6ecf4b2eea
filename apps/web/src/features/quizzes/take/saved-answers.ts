import { quizzes, type AskedQuestion, type Attempt } from '@vitrine/contract/quizzes';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, call, isConnectionLost } from '../../../platform/api.ts';
import { toast } from '../../../ui/toast.ts';
import { toggleOption } from './toggle-option.ts';
import { storeUnsent, restoreUnsent, type Unsent } from './unsent-answers.ts';

type Answers = Record<number, number[]>;

/** `waiting`: the connection or the school is away. The answers are sent when it is back. */
export type AnswerSaveState =
  | { kind: 'saved'; at: Date }
  | { kind: 'saving' }
  | { kind: 'waiting'; for: 'connection' | 'school' };

/** Time until a call that got no answer is sent again. */
export const ANSWER_RETRY_MS = 3_000;

/** No answer waits longer, whatever a proxy says: the time of an attempt may be running. */
const MAX_RETRY_MS = 30_000;

/** As `ANSWER_RETRY_MS`, or longer where a busy server asks for it: a whole class may be waiting. */
export function retryDelay(error: unknown) {
  const askedMs = error instanceof ApiError ? error.retryAfterMs : 0;
  return Math.min(Math.max(ANSWER_RETRY_MS, askedMs), MAX_RETRY_MS);
}

const byQuestion = (answers: Attempt['answers']): Answers =>
  Object.fromEntries(answers.map((one) => [one.question_id, one.option_ids]));

/** The attempt was handed in elsewhere, its time is over, or its quiz was removed. */
const OVER = new Set(['finished', 'deadline_passed', 'not_found']);

/** Whether the attempt has ended. Any other refusal, such as a busy server's 409, passes. */
export const isAttemptOver = (error: unknown) => error instanceof ApiError && OVER.has(error.code);

const isLate = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'deadline_passed';

/**
 * The answers of an attempt. The server stores each one when it is given. One request runs at a
 * time, and the last choice of a question wins, in any tab. `onOver` is called when the attempt has
 * ended elsewhere.
 */
export function useSavedAnswers(attempt: Attempt, onOver: () => void) {
  const [restored] = useState(() => restoreUnsent(attempt));
  const [answers, setAnswers] = useState<Answers>(() => ({
    ...byQuestion(attempt.answers),
    ...Object.fromEntries([...restored].map(([question, { given }]) => [question, given])),
  }));
  const end = useEnd(attempt.id, onOver);
  const { state, unsent, unsentIds, enqueue } = useSendQueue(attempt.id, restored, end);
  const choices = useRef(0);

  // Another tab may have answered.
  useOnReturn(async () => {
    if (unsent.current.size) return;
    const before = choices.current;
    try {
      const { data } = await call(quizzes.attempt, { params: { id: attempt.id } });
      if (data.finished_at) onOver();
      else if (choices.current === before) setAnswers(byQuestion(data.answers));
    } catch (error) {
      if (isAttemptOver(error)) onOver();
    }
  });

  /** Chooses an option, or takes it back where several may be chosen. */
  function choose({ id, kind }: AskedQuestion, option: number) {
    const before = answers[id] ?? [];
    const next = toggleOption(kind, before, option);
    setAnswers({ ...answers, [id]: next });
    choices.current += 1;
    enqueue(id, next, before);
  }

  return {
    answers,
    choose,
    state,
    /** The server has stored the answer to this question. */
    isStored: (question: number) => Boolean(answers[question]?.length) && !unsentIds.has(question),
    /**
     * The unsent answers for the hand-in. Stored answers are not sent again, because another tab
     * may have changed them later.
     */
    unsent: () =>
      [...unsent.current].map(([question_id, { given }]) => ({ question_id, option_ids: given })),
    end,
    /** The attempt was handed in. */
    forget: () => storeUnsent(attempt.id, new Map()),
  };
}

/** The answers of an attempt, and what the server has of them. */
export type SavedAnswers = ReturnType<typeof useSavedAnswers>;

/** Ends the attempt. An answer after its time does not count, and the viewer learns it once. */
function useEnd(attemptId: number, onOver: () => void) {
  const isLateShown = useRef(false);
  return useCallback(
    (error: unknown) => {
      storeUnsent(attemptId, new Map());
      if (isLate(error) && !isLateShown.current) {
        isLateShown.current = true;
        toast.info(error.message, { duration: 5_000 });
      }
      onOver();
    },
    [attemptId, onOver],
  );
}

/**
 * Sends the answers one after another, and again after a lost connection. `onOver` is called when
 * the attempt takes no more answers.
 */
function useSendQueue(
  attemptId: number,
  restored: Map<number, Unsent>,
  onOver: (error: unknown) => void,
) {
  const [state, setState] = useState<AnswerSaveState | null>(null);
  const unsent = useRef<Map<number, Unsent>>(restored);
  // The same questions as state, for the page.
  const [unsentIds, setUnsentIds] = useState<ReadonlySet<number>>(() => new Set(restored.keys()));
  const running = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLeft = useRef(false);

  const store = useCallback(() => {
    storeUnsent(attemptId, unsent.current);
    setUnsentIds(new Set(unsent.current.keys()));
  }, [attemptId]);

  const send = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    clearTimeout(timer.current);
    try {
      for (;;) {
        const [next] = unsent.current;
        if (!next) break;
        const [question_id, waiting] = next;
        setState({ kind: 'saving' });
        const { data } = await call(quizzes.answer, {
          params: { id: attemptId },
          body: { question_id, option_ids: waiting.given },
        });
        if (unsent.current.get(question_id) === waiting) unsent.current.delete(question_id);
        store();
        setState({ kind: 'saved', at: new Date(data.saved_at) });
      }
    } catch (error) {
      if (isAttemptOver(error)) onOver(error);
      else {
        setState({ kind: 'waiting', for: isConnectionLost(error) ? 'connection' : 'school' });
        // The next visit restores the answers. This one would overwrite what is chosen there.
        if (isLeft.current) return;
        timer.current = setTimeout(() => void send(), retryDelay(error));
      }
    } finally {
      running.current = false;
    }
  }, [attemptId, store, onOver]);

  useEffect(() => {
    const again = () => void send();
    isLeft.current = false;
    addEventListener('online', again);
    if (unsent.current.size) again();
    return () => {
      isLeft.current = true;
      removeEventListener('online', again);
      clearTimeout(timer.current);
    };
  }, [send]);

  /** Sends an answer in its turn. `before` is the answer that it replaces. */
  function enqueue(questionId: number, given: number[], before: number[]) {
    const { over = [] } = unsent.current.get(questionId) ?? {};
    unsent.current.set(questionId, { given, over: [...over, before] });
    store();
    void send();
  }

  return { state, unsent, unsentIds, enqueue };
}

/** Calls back when the viewer returns to this tab. */
function useOnReturn(onReturn: () => Promise<void>) {
  const refetch = useEffectEvent(onReturn);
  useEffect(() => {
    const onLook = () => {
      if (document.visibilityState === 'visible') void refetch();
    };
    // Windows beside each other are all visible: there the focus tells.
    addEventListener('focus', onLook);
    document.addEventListener('visibilitychange', onLook);
    return () => {
      removeEventListener('focus', onLook);
      document.removeEventListener('visibilitychange', onLook);
    };
  }, []);
}

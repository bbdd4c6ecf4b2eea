import { messages, type Quiz } from '@vitrine/contract/quizzes';
import { useEffect, useEffectEvent, useState } from 'react';
import { toastFailure } from '../../../kit/queries/failure.ts';
import { toast } from '../../../ui/toast.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { usePublishQuiz } from '../quizzes.queries.ts';
import { faultOf } from './builder-state.ts';
import type { QuizBuilder } from './use-builder.ts';

/**
 * Publishes the quiz after its last words are saved. At a question with a fault it leads there and
 * says why.
 */
export function usePublish(
  { id, type }: Quiz,
  { quiz: { questions }, state, retry }: QuizBuilder,
  showQuestion: (key: string) => void,
) {
  const { t } = useTranslation();
  const change = usePublishQuiz();
  const [waiting, setWaiting] = useState(false);

  /** Says what is missing, and leads there. */
  function mayPublish() {
    if (!questions.length) {
      toast.error(t(messages.noQuestions));
      return false;
    }
    const at = questions.findIndex((question) => faultOf(question, type));
    if (at < 0) return true;
    const faulty = questions[at]!;
    showQuestion(faulty.key);
    toast.error(t(messages.notReady, { number: at + 1 }), {
      description: t(faultOf(faulty, type)!),
    });
    return false;
  }

  function start() {
    if (!mayPublish()) return;
    retry();
    setWaiting(true);
  }

  async function send(published: 0 | 1) {
    try {
      await change.mutateAsync({ params: { id }, body: { published } });
      toast.success(t(messages.updated));
    } catch (error) {
      toastFailure(t, messages.updateFailed, error);
    }
  }

  const sendSaved = useEffectEvent(() => {
    setWaiting(false);
    if (state.kind === 'saved') void send(1);
  });
  useEffect(() => {
    if (waiting && state.kind !== 'saving') sendSaved();
  }, [waiting, state.kind]);

  return {
    mayPublish,
    start,
    takeBack: () => void send(0),
    busy: waiting || change.isPending,
  };
}

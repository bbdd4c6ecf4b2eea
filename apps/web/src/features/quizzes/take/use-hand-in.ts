import type { AnswerFor } from '@vitrine/contract/core';
import type { Attempt, quizzes } from '@vitrine/contract/quizzes';
import { useEffect, useEffectEvent } from 'react';
import { toast } from '../../../ui/toast.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { useFinish } from '../quizzes.queries.ts';
import { isAttemptOver, retryDelay, type SavedAnswers } from './saved-answers.ts';

/**
 * Hands in with the answers that the server does not have yet: by the member, or once the time is
 * up.
 */
export function useHandIn(attempt: Attempt, saved: SavedAnswers, timeIsUp: boolean) {
  const { t } = useTranslation();
  const finish = useFinish();

  const handIn = () =>
    finish
      .mutateAsync({ params: { id: attempt.id }, body: { answers: saved.unsent() } })
      .then(showCompleted, (error: Error) => {
        // The attempt was handed in before, its time is over, or the quiz was deleted.
        if (!isAttemptOver(error)) throw error;
        saved.end(error);
      });

  function showCompleted({ data: { completed = [] } }: AnswerFor<typeof quizzes.finish>) {
    saved.forget();
    if (completed.includes('course')) toast.success(t('Você concluiu o curso. Parabéns!'));
    else if (completed.length) toast.success(t('Módulo concluído'));
  }

  useHandInWhen(timeIsUp, handIn);
  return { finish, handIn };
}

/** Hands in once the time is up. */
function useHandInWhen(timeIsUp: boolean, handIn: () => Promise<void>) {
  const end = useEffectEvent(handIn);
  useEffect(() => {
    if (!timeIsUp) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    // Without a connection, the page retries until it learns the state of the attempt.
    const again = () =>
      end().catch((error: unknown) => {
        if (!gone) timer = setTimeout(() => void again(), retryDelay(error));
      });
    void again();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [timeIsUp]);
}

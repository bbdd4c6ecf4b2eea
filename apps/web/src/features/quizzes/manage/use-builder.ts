import { idIn, pages } from '@vitrine/contract/pages';
import type { Questions } from '@vitrine/contract/quizzes';
import { useState } from 'react';
import { useUndoHistory } from '../../../kit/forms/draft-history.ts';
import { useFormKeys } from '../../../kit/forms/form-keys.ts';
import { useLeaveGuard } from '../../../kit/forms/leave-guard.tsx';
import { edited, type EditedQuiz } from './builder-state.ts';
import { useQuestionSaves } from './use-question-saves.ts';

/** The questions of a quiz, saved while the author types. */
export function useBuilder(id: number, read: Questions) {
  const [quiz, setQuiz] = useState<EditedQuiz>(() => edited(read));
  const saves = useQuestionSaves(id, read, { quiz, setQuiz });
  const { undo, redo } = useUndoHistory(quiz, setQuiz);
  useFormKeys({ save: () => void saves.save(), undo, redo });
  useLeaveGuard({
    dirty: saves.dirty,
    save: saves.saveRest,
    discard: saves.discard,
    // The other tabs of the builder are the same page: what waits there is saved there.
    staysAt: ({ pathname, search }) =>
      pathname === pages.quizBuilder.path && idIn(new URLSearchParams(search).get('id')) === id,
  });
  return {
    quiz,
    /** The server's last answer, with rendered texts and images for the preview. */
    served: saves.served,
    change: setQuiz,
    /** As `change`, for another order: it rolls back where it cannot be saved. */
    reorder: saves.reorder,
    state: saves.state,
    retry: () => void saves.save(),
    conflict: saves.conflict,
    undo,
    redo,
  };
}

/** The questions that are edited, and the ways to change them. */
export type QuizBuilder = ReturnType<typeof useBuilder>;

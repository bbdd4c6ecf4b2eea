import { toast } from '../../../ui/toast.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { duplicated, fromPaste, newQuestion, type EditedQuestion } from './builder-state.ts';
import type { PastedQuestion } from './paste/pasted-question.ts';
import type { QuizBuilder } from './use-builder.ts';
import type { OpenQuestion } from './use-open-question.ts';

/** The changes of the list of questions. A new question opens. */
export function useQuestionActions(
  { quiz, change, reorder }: QuizBuilder,
  { show, write, showList }: OpenQuestion,
) {
  const { t } = useTranslation();
  const { questions } = quiz;
  const setQuestions = (next: EditedQuestion[]) => change({ ...quiz, questions: next });
  const withQuestion = (next: EditedQuestion) =>
    questions.map((one) => (one.key === next.key ? next : one));

  return {
    add() {
      const next = newQuestion('single');
      setQuestions([...questions, next]);
      write(next.key);
    },
    addPasted(pasted: PastedQuestion[]) {
      const added = pasted.map(fromPaste);
      setQuestions([...questions, ...added]);
      if (added[0]) show(added[0].key);
    },
    change: (next: EditedQuestion) => setQuestions(withQuestion(next)),
    /** As `change`, for another order of the options: it rolls back where it cannot be saved. */
    reorderOptions: (next: EditedQuestion) => reorder({ ...quiz, questions: withQuestion(next) }),
    duplicate(question: EditedQuestion) {
      const copy = duplicated(question);
      setQuestions(questions.toSpliced(questions.indexOf(question) + 1, 0, copy));
      show(copy.key);
    },
    remove(question: EditedQuestion) {
      const at = questions.findIndex(({ key }) => key === question.key);
      setQuestions(questions.filter(({ key }) => key !== question.key));
      showList();
      // What is written after the removal stays.
      toast.undo(t('Pergunta removida'), () =>
        change((now) => ({ ...now, questions: withItem(now.questions, question, at) })),
      );
    },
  };
}

const withItem = (questions: EditedQuestion[], question: EditedQuestion, at: number) =>
  questions.some(({ key }) => key === question.key)
    ? questions
    : questions.toSpliced(at, 0, question);

/** The changes of the list of questions, for its parts. */
export type QuestionActions = ReturnType<typeof useQuestionActions>;

import type { Quiz } from '@vitrine/contract/quizzes';
import { FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { QuizFields } from './quiz-fields.tsx';
import { useQuizForm } from './quiz-form.ts';

interface QuizDialogProps {
  /** The quiz to change. Null adds a new one. */
  quiz: Quiz | null;
  onClose: () => void;
}

/** New or changed quiz. Salvar is disabled while the name is blank (A section 9). */
export function QuizDialog({ quiz, onClose }: QuizDialogProps) {
  const { t } = useTranslation();
  const draft = useQuizForm(quiz);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={quiz ? t('Editar avaliação') : t('Nova avaliação')}
      besideDrawer
      draft={draft}
      invalid={!draft.values.name.trim()}
    >
      <QuizFields
        draft={draft}
        inCourse={Boolean(quiz?.lessons.length)}
        isEmpty={!quiz?.questions_count}
      />
    </FormDialog>
  );
}

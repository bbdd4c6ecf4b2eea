import type { AskedQuestion } from '@vitrine/contract/quizzes';
import { useState } from 'react';
import { useTranslation } from '../../../ui/translation.ts';
import { QuestionView } from '../take/question-view.tsx';
import '../take/quiz-taking.css';

interface QuestionPreviewProps {
  question: AskedQuestion;
  number: number;
  total: number;
  scored: boolean;
}

/** The question as a student gets it, in the school's own colours: one may try it. */
export function QuestionPreview({ question, number, total, scored }: QuestionPreviewProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number[]>([]);
  const several = question.kind === 'multiple';
  return (
    <section
      aria-label={t('Como o aluno vê')}
      className="quiz-preview quiet-scroll h-full overflow-y-auto bg-ground p-6 text-text"
    >
      <p aria-hidden="true" className="mb-6 text-13 text-text-2">
        {t('Como o aluno vê')}
      </p>
      <QuestionView
        preview
        question={question}
        number={number}
        total={total}
        scored={scored}
        chosen={chosen}
        onChoose={(option) =>
          setChosen(
            !several
              ? [option]
              : chosen.includes(option)
                ? chosen.filter((one) => one !== option)
                : [...chosen, option],
          )
        }
      />
    </section>
  );
}

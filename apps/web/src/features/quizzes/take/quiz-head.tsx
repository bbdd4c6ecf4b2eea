import type { AskedQuestion } from '@vitrine/contract/quizzes';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../ui/translation.ts';

interface QuizHeadProps {
  name: string;
  questions: readonly AskedQuestion[];
  at: number;
  answered: (question: AskedQuestion) => boolean;
  /** False for a behavioural quiz: its questions are worth no points. */
  scored: boolean;
  exit: ReactNode;
  /** The right end of the bar: the state of the save, and the clock. */
  children?: ReactNode;
}

/** The bar over a quiz that one takes. On phones it counts the questions, and a line shows them. */
export function QuizHead({ name, questions, at, answered, scored, exit, children }: QuizHeadProps) {
  const { t } = useTranslation();
  return (
    <>
      <header className="quiz-head">
        {exit}
        <p className="min-w-0 flex-[1_1_5rem] truncate text-16 font-semibold">
          <span className="@5xl:hidden">
            {t('{{at}} de {{total}}', { at: at + 1, total: questions.length })}
            {scored && (
              <span className="ml-2 text-14 font-normal text-text-2">
                {t('vale {{count}} ponto|vale {{count}} pontos', { count: questions[at]!.weight })}
              </span>
            )}
          </span>
          <span className="@max-5xl:hidden">{name}</span>
        </p>
        {children}
      </header>
      <ol className="quiz-steps" aria-hidden="true">
        {questions.map((one, index) => (
          <li
            key={one.id}
            data-answered={answered(one) || undefined}
            data-here={index === at || undefined}
          />
        ))}
      </ol>
    </>
  );
}

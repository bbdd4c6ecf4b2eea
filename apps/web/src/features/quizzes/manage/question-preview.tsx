import type { AskedQuestion } from '@vitrine/contract/quizzes';
import { ArrowRight, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { clockText } from '../quiz-facts.ts';
import { QuestionView } from '../take/question-view.tsx';
import { HeadClock } from '../take/quiz-clock.tsx';
import { QuizHead } from '../take/quiz-head.tsx';
import '../take/quiz-taking.css';
import './question-preview.css';

interface QuestionPreviewProps {
  question: AskedQuestion;
  /** The ids of the right options. */
  right: readonly number[];
  explanation: string;
  at: number;
  total: number;
  scored: boolean;
  /** The time limit; null without one. */
  seconds: number | null;
  onNext: () => void;
}

/** The question as a student gets it on a phone, in the school's own colours: one may try it. */
export function QuestionPreview(props: QuestionPreviewProps) {
  const { question, right, explanation, at, total, scored, seconds, onNext } = props;
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number[]>([]);
  const several = question.kind === 'multiple';
  const isRight =
    right.length > 0 && chosen.length === right.length && chosen.every((id) => right.includes(id));
  return (
    <section aria-label={t('Como o aluno vê')} className="question-preview">
      <p aria-hidden="true" className="text-13 font-semibold text-text">
        {t('Como o aluno vê')}
      </p>
      <div className="preview-phone">
        <QuizHead
          name=""
          questions={Array.from({ length: total }, (_, id) => ({ ...question, id }))}
          at={at}
          answered={({ id }) => id < at}
          scored={scored}
          exit={<X size={22} strokeWidth={1.75} className="mx-2 shrink-0" aria-hidden="true" />}
        >
          {seconds !== null && <HeadClock text={clockText(seconds)} isShort={false} />}
        </QuizHead>
        <div className="quiz-body quiet-scroll">
          <QuestionView
            preview
            question={question}
            number={at + 1}
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
          {scored && chosen.length > 0 && (
            <output className="mt-4 block text-14 text-text-2">
              <b className={isRight ? 'font-semibold text-ok' : 'font-semibold text-text'}>
                {isRight
                  ? t('Resposta certa.')
                  : t('Sem resposta certa.|A certa é {{letters}}.|As certas são {{letters}}.', {
                      count: right.length,
                      letters: right.map((id) => String.fromCharCode(65 + id)).join(', '),
                    })}
              </b>
              {explanation && (
                <span className="mt-2 block border-l-2 border-line-2 pl-3 whitespace-pre-line">
                  {explanation}
                </span>
              )}
            </output>
          )}
        </div>
        {at < total - 1 && (
          <footer className="quiz-foot">
            <Button
              variant="primary"
              size="lg"
              className="quiz-next"
              iconAfter={<ArrowRight size={18} strokeWidth={2} aria-hidden="true" />}
              onClick={onNext}
            >
              {t('Próxima')}
            </Button>
          </footer>
        )}
      </div>
      {scored && (
        <p className="text-13 text-text-2">{t('Toque numa resposta para ver a correção.')}</p>
      )}
    </section>
  );
}

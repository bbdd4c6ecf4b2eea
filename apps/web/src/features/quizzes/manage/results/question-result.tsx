import type { CountedAttempt, QuizResults } from '@vitrine/contract/quizzes';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../../../../ui/cx.ts';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { useTranslation } from '../../../../ui/translation.ts';
import { percentOf } from '../../quiz-facts.ts';
import { QuizImage } from '../../take/quiz-image.tsx';
import { QuizText } from '../../take/quiz-text.tsx';
import { AnswerShares, ScoredAnswers } from './answer-results.tsx';

interface QuestionResultProps {
  quizId: number;
  counted: CountedAttempt;
  question: QuizResults['questions'][number];
  index: number;
  scored: boolean;
}

/** A question with its share of right answers. Opened, it shows who chose which answer. */
export function QuestionResult(props: QuestionResultProps) {
  const { quizId, counted, question, index, scored } = props;
  const { t } = useTranslation();
  const { text, text_html, image, image_alt, right_share } = question;
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full items-center gap-4 py-2 text-left"
      >
        <span className="w-6 shrink-0 text-13 text-text-3 tabular-nums">{index + 1}</span>
        <span
          className={cx('min-w-0 flex-1', open ? 'font-semibold' : 'line-clamp-2 wrap-anywhere')}
        >
          <QuizText text={text} html={text_html} />
        </span>
        {scored && right_share !== null && (
          <>
            {/* The share beside it says the same. */}
            <span aria-hidden="true" className="w-50 shrink-0 max-lg:w-24 max-md:hidden">
              <ProgressBar height={8} label={t('Acertos')} value={right_share} />
            </span>
            <span className="w-12 text-right font-semibold tabular-nums">
              {percentOf(t, right_share)}
            </span>
          </>
        )}
        <ChevronDown
          size={16}
          strokeWidth={1.75}
          className={cx('shrink-0 text-text-3', open && 'rotate-180')}
          aria-hidden="true"
        />
      </button>
      {open && (
        <div className="mb-4 rounded-card bg-surface-2 p-4 md:ml-10 md:p-5">
          {image && (
            <QuizImage
              className="reviewed-image mt-0! mb-4"
              image={image}
              alt={image_alt}
              sizes="240px"
            />
          )}
          {scored ? (
            <ScoredAnswers quizId={quizId} counted={counted} question={question} />
          ) : (
            <AnswerShares question={question} />
          )}
        </div>
      )}
    </li>
  );
}

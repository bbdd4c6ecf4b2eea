import type { QuizResults } from '@vitrine/contract/quizzes';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../../../../ui/cx.ts';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { useTranslation } from '../../../../ui/translation.ts';
import { QuizText } from '../../take/quiz-text.tsx';
import { percentOf } from './percent-of.ts';

interface QuestionResultProps {
  question: QuizResults['questions'][number];
  index: number;
  scored: boolean;
}

export function QuestionResult({ question, index, scored }: QuestionResultProps) {
  const { t } = useTranslation();
  const { text, text_html, right_share, discrimination, options } = question;
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
        <span className={cx('min-w-0 flex-1', !open && 'truncate')}>
          <QuizText text={text} html={text_html} />
        </span>
        {scored && right_share !== null && (
          <>
            <span className="w-24 shrink-0 max-md:hidden">
              <ProgressBar label={t('Acertos')} value={right_share} />
            </span>
            <span className="w-12 text-right font-semibold tabular-nums">
              {percentOf(right_share)}
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
        <div className="mb-4 rounded-card bg-surface-2 p-4 md:ml-10">
          <ul className="grid gap-3">
            {options.map((option) => (
              <li
                key={option.id}
                className="grid grid-cols-[minmax(0,1fr)_4rem] items-center gap-x-4 gap-y-1"
              >
                <span className="flex items-center gap-2">
                  <span className={option.correct ? 'font-semibold' : ''}>
                    <QuizText text={option.text} html={option.text_html} />
                  </span>
                  {scored && option.correct && (
                    <span className="flex shrink-0 items-center gap-1 text-13 text-ok">
                      <Check size={14} strokeWidth={2.5} aria-hidden="true" />
                      {t('certa')}
                    </span>
                  )}
                </span>
                <span className="text-right tabular-nums">{percentOf(option.share ?? 0)}</span>
                <ProgressBar className="col-span-2" label={option.text} value={option.share ?? 0} />
                {scored && option.mean !== null && (
                  <span className="col-span-2 text-13 text-text-2">
                    {t('Quem marcou tirou em média {{score}}%.', {
                      score: Math.round(option.mean),
                    })}
                  </span>
                )}
              </li>
            ))}
          </ul>
          {scored && discrimination !== null && (
            <p className="mt-4 border-t border-line pt-3 text-13 text-text-2">
              {discrimination >= 0.3
                ? t('Separa bem quem sabe de quem não sabe.')
                : discrimination >= 0.1
                  ? t('Separa pouco quem sabe de quem não sabe.')
                  : t('Quem sabe erra tanto quanto quem não sabe: confira esta pergunta.')}
            </p>
          )}
        </div>
      )}
    </li>
  );
}

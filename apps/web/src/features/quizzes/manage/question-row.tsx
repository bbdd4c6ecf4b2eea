import { type Quiz, quizType } from '@vitrine/contract/quizzes';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { faultOf, type EditedQuestion } from './builder-state.ts';
import { kindIcons } from './kind-icons.ts';
import { rowId } from './use-open-question.ts';

interface QuestionRowProps {
  question: EditedQuestion;
  index: number;
  type: Quiz['type'];
  here: boolean;
  handle: ReactNode;
  menu: ReactNode;
  onOpen: () => void;
}

/** A question in the list: its number, text, fault, kind and weight. */
export function QuestionRow({
  question,
  index,
  type,
  here,
  handle,
  menu,
  onOpen,
}: QuestionRowProps) {
  const { t } = useTranslation();
  const warning = faultOf(question, type);
  const Kind = kindIcons[question.kind];
  return (
    <div
      className={cx(
        'flex items-center gap-1 rounded-card pr-1',
        here ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      {handle}
      <button
        type="button"
        id={rowId(question.key)}
        aria-current={here || undefined}
        onClick={onOpen}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-2 text-left pointer-coarse:ml-1"
      >
        <span className="w-5 shrink-0 text-right text-13 text-text-3 tabular-nums">
          {index + 1}
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2">{question.text || t('Nova pergunta')}</span>
          {warning && (
            <span className="mt-0.5 flex items-center gap-1.5 text-13 text-warn">
              <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
              {t(warning)}
            </span>
          )}
        </span>
        <Kind size={16} strokeWidth={2} className="shrink-0 text-text-3" aria-hidden="true" />
        {type === quizType.scored && (
          <span className="min-w-4 shrink-0 text-right text-13 text-text-2 tabular-nums">
            <span className="sr-only">{t('Peso')} </span>
            {question.weight}
          </span>
        )}
      </button>
      {menu}
    </div>
  );
}

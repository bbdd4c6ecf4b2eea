import type { AskedQuestion } from '@vitrine/contract/quizzes';
import { Flag } from 'lucide-react';
import { useTranslation } from '../../../ui/translation.ts';

interface JumpGridProps {
  questions: readonly AskedQuestion[];
  at: number;
  flags: ReadonlySet<number>;
  answered: (question: AskedQuestion) => boolean;
  onJump: (index: number) => void;
  /** The dialog around it says 'Perguntas' already. */
  titled?: boolean;
}

/** A grid of all questions by number. It shows the answered, the flagged and the current one. */
export function JumpGrid(props: JumpGridProps) {
  const { questions, at, flags, answered, onJump, titled = false } = props;
  const { t } = useTranslation();
  const done = questions.filter(answered).length;
  return (
    <>
      <p className="mb-4 flex items-baseline justify-between gap-4">
        {!titled && <span className="text-16 font-semibold text-text">{t('Perguntas')}</span>}
        <span className="text-14 text-text-2">
          {t('{{count}} de {{total}} respondidas', { count: done, total: questions.length })}
        </span>
      </p>
      <ol className="quiz-grid">
        {questions.map((question, index) => (
          <li key={question.id}>
            <button
              type="button"
              aria-current={index === at ? 'step' : undefined}
              aria-label={[
                t('Pergunta {{number}}', { number: index + 1 }),
                answered(question) ? t('respondida') : t('em branco'),
                flags.has(question.id) && t('para rever'),
              ]
                .filter(Boolean)
                .join(', ')}
              data-answered={answered(question) || undefined}
              onClick={() => onJump(index)}
            >
              {index + 1}
              {flags.has(question.id) && (
                <Flag size={10} fill="currentColor" className="quiz-flag" aria-hidden="true" />
              )}
            </button>
          </li>
        ))}
      </ol>
      <ul aria-hidden="true" className="quiz-legend">
        <li data-answered>{t('Respondida')}</li>
        <li>{t('Em branco')}</li>
        <li data-flag>
          <Flag size={12} fill="currentColor" />
          {t('Para rever')}
        </li>
        <li data-here>{t('Você está aqui')}</li>
      </ul>
    </>
  );
}

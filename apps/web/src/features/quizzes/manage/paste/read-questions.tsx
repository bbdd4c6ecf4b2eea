import { limits } from '@vitrine/contract/quizzes';
import { Check, Info } from 'lucide-react';
import { useTranslation } from '../../../../ui/translation.ts';
import { kindIcons } from '../kind-icons.ts';
import type { ParsedQuestions } from './parse-questions.ts';
import type { QuestionRead } from './pasted-question.ts';

interface ReadQuestionsProps {
  read: ParsedQuestions['questions'];
  /** Number of read questions that the quiz has room for. */
  added: number;
  /** Number of existing questions. */
  after: number;
  /** Number of lines that could not be read. */
  errors: number;
}

/** The questions as they were read, and how they join the quiz. */
export function ReadQuestions({ read, added, after, errors }: ReadQuestionsProps) {
  const { t } = useTranslation();
  return (
    <>
      <h3 className="text-14 font-semibold">
        {t('Nenhuma pergunta lida|{{count}} pergunta lida|{{count}} perguntas lidas', {
          count: read.length,
        })}
      </h3>
      <ul className="mt-2 divide-y divide-line">
        {read.map((one) => (
          <ReadQuestion key={one.from} {...one} />
        ))}
      </ul>
      {read.length > added && (
        <p className="mt-3 text-13 text-warn">
          {t('Uma avaliação tem no máximo {{max}} perguntas.', { max: limits.questions })}
        </p>
      )}
      {added > 0 && (
        <p className="mt-3 text-13 text-text-2">
          {after > 0
            ? t('Entram depois da pergunta {{after}}, com peso 1.', { after })
            : t('Entram com peso 1.')}{' '}
          {(errors > 0 || read.length > added) && t('O que falta fica aqui até você corrigir.')}
        </p>
      )}
    </>
  );
}

function ReadQuestion({ question, lost }: QuestionRead) {
  const { t } = useTranslation();
  const Kind = kindIcons[question.kind];
  return (
    <li className="flex gap-3 py-3">
      <Kind
        size={16}
        strokeWidth={1.75}
        className="mt-0.5 shrink-0 text-text-3"
        aria-hidden="true"
      />
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-medium">{question.text}</span>
        <span className="flex gap-1.5 text-13 text-text-2">
          <Check size={14} strokeWidth={2} className="mt-1 shrink-0 text-ok" aria-hidden="true" />
          {question.options
            .filter(({ correct }) => correct)
            .map((option) => option.text)
            .join(', ')}
        </span>
        {lost.map(({ text, values }) => (
          <span key={text} className="flex gap-1.5 text-13 text-text-2">
            <Info size={14} strokeWidth={2} className="mt-1 shrink-0" aria-hidden="true" />
            {t(text, values)}
          </span>
        ))}
      </span>
    </li>
  );
}

import { limits } from '@vitrine/contract/quizzes';
import { Check, TriangleAlert } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { NumberedText } from './numbered-text.tsx';
import { parseQuestions, type PastedQuestion } from './parse-questions.ts';
import { kindIcons } from './kind-icons.ts';

interface PasteDialogProps {
  onClose: () => void;
  onAdd: (questions: PastedQuestion[]) => void;
  /** Number of existing questions. */
  after: number;
}

/** Reads questions from plain text while the author types, and lists unreadable lines. */
export function PasteDialog({ onClose, onAdd, after }: PasteDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const read = useDeferredValue(text);
  const { questions, errors } = useMemo(() => parseQuestions(read), [read]);
  const area = useRef<HTMLTextAreaElement>(null);
  const marked = useMemo(() => new Set(errors.map(({ line }) => line)), [errors]);
  const room = limits.questions - after;
  const added = questions.slice(0, Math.max(room, 0));

  /** Selects a line, and scrolls it into sight. */
  function goTo(line: number) {
    if (!area.current) return;
    const lines = area.current.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    area.current.focus();
    area.current.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    area.current.scrollTop = (line - 3) * (area.current.scrollHeight / lines.length);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Colar perguntas')}
      description={t('Aiken, GIFT ou os dois misturados.')}
      width={960}
      height={640}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancelar')}</Button>
          <Button
            variant="primary"
            disabled={!added.length}
            onClick={() => {
              onAdd(added);
              onClose();
            }}
          >
            {t('Adicionar|Adicionar {{count}} pergunta|Adicionar {{count}} perguntas', {
              count: added.length,
            })}
          </Button>
        </>
      }
    >
      <div className="grid gap-6 md:grid-cols-2">
        <NumberedText
          ref={area}
          label={t('Texto')}
          placeholder={t(example)}
          value={text}
          onChange={setText}
          marked={marked}
        />
        <div aria-live="polite">
          {errors.length > 0 && (
            <section className="mb-6">
              <h3 className="text-14 font-semibold">
                {t('{{count}} pergunta não foi lida|{{count}} perguntas não foram lidas', {
                  count: errors.length,
                })}
              </h3>
              <ul className="mt-2 divide-y divide-line">
                {errors.map(({ line, message }) => (
                  <li key={`${line} ${message}`} className="flex gap-3 py-3">
                    <TriangleAlert
                      size={16}
                      strokeWidth={2}
                      className="mt-0.5 shrink-0 text-warn"
                      aria-hidden="true"
                    />
                    <span>
                      <button
                        type="button"
                        onClick={() => goTo(line)}
                        className="font-semibold underline underline-offset-4"
                      >
                        {t('Linha {{line}}', { line })}
                      </button>{' '}
                      {t(message)}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <h3 className="text-14 font-semibold">
            {t('Nenhuma pergunta lida|{{count}} pergunta lida|{{count}} perguntas lidas', {
              count: questions.length,
            })}
          </h3>
          <ul className="mt-2 divide-y divide-line">
            {questions.map((question, index) => {
              const Kind = kindIcons[question.kind];
              return (
                <li key={index} className="flex gap-3 py-3">
                  <Kind
                    size={16}
                    strokeWidth={1.75}
                    className="mt-0.5 shrink-0 text-text-3"
                    aria-hidden="true"
                  />
                  <span className="min-w-0">
                    <span className="block font-medium">{question.text}</span>
                    <span className="flex items-center gap-1.5 text-13 text-text-2">
                      <Check size={14} strokeWidth={2} aria-hidden="true" />
                      {question.options
                        .filter(({ correct }) => correct)
                        .map((option) => option.text)
                        .join(', ')}
                    </span>
                  </span>
                </li>
              );
            })}
          </ul>
          {questions.length > added.length && (
            <p className="mt-3 text-13 text-warn">
              {t('Uma avaliação tem no máximo {{max}} perguntas.', { max: limits.questions })}
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}

const example = `Qual é o efeito de fechar o diafragma?
A) Menos luz
B) Mais luz
ANSWER: A

A difração aumenta em f/22. {T}`;

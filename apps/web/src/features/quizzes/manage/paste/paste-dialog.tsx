import { limits } from '@vitrine/contract/quizzes';
import { Check, FileUp, Info, TriangleAlert } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, type Ref } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FileInput } from '../../../../ui/file-input.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useTranslation } from '../../../../ui/translation.ts';
import { useLatest } from '../../../../ui/use-latest.ts';
import { kindIcons } from '../kind-icons.ts';
import { NumberedText } from './numbered-text.tsx';
import { linesOf, parseQuestions, unreadText } from './parse-questions.ts';
import type { Mend, PastedQuestion, PasteError, QuestionRead } from './pasted-question.ts';
import { textOfFile } from './text-of-file.ts';

interface PasteDialogProps {
  text: string;
  onTextChange: (text: string) => void;
  onClose: () => void;
  onAdd: (questions: PastedQuestion[]) => void;
  /** Number of existing questions. */
  after: number;
}

/**
 * Reads questions from plain text while the author types. Read questions are added,
 * and the rest of the text stays.
 */
export function PasteDialog({ text, onTextChange, onClose, onAdd, after }: PasteDialogProps) {
  const { t } = useTranslation();
  const deferred = useDeferredValue(text);
  const parsed = useMemo(() => parseQuestions(deferred), [deferred]);
  const { questions, errors, ignored } = parsed;
  const area = useRef<HTMLTextAreaElement>(null);
  const room = Math.max(limits.questions - after, 0);
  const added = questions.slice(0, room);

  function add() {
    const rest = unreadText(deferred, { questions: added, ignored });
    onAdd(added.map(({ question }) => question));
    onTextChange(rest);
    if (!rest) return onClose();
    toast.success(
      t(
        '{{count}} pergunta adicionada. O resto fica aqui.|{{count}} perguntas adicionadas. O resto fica aqui.',
        {
          count: added.length,
        },
      ),
    );
    area.current?.focus();
  }

  /** Selects a line, and scrolls it into sight. */
  function goTo(line: number) {
    if (!area.current) return;
    const lines = area.current.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    area.current.focus();
    area.current.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    area.current.scrollTop = (line - 3) * (area.current.scrollHeight / lines.length);
  }

  function mend(one: Mend) {
    if (deferred !== text) return;
    onTextChange(
      linesOf(text)
        .toSpliced(one.line - 1, 1, one.text)
        .join('\n'),
    );
    area.current?.focus();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Colar perguntas')}
      description={t('Aiken, GIFT ou os dois misturados.')}
      width={1120}
      height={788}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancelar')}</Button>
          <Button variant="primary" disabled={!added.length || deferred !== text} onClick={add}>
            {t('Adicionar|Adicionar {{count}} pergunta|Adicionar {{count}} perguntas', {
              count: added.length,
            })}
          </Button>
        </>
      }
    >
      <div className="grid gap-6 md:h-full md:grid-cols-2 md:grid-rows-[minmax(0,1fr)]">
        <div className="md:min-h-0">
          <PasteField ref={area} text={text} onTextChange={onTextChange} errors={errors} />
        </div>
        <div aria-live="polite" className="quiet-scroll md:overflow-y-auto md:pr-2">
          <Errors errors={errors} onGoTo={goTo} onMend={mend} />
          <IgnoredLines ignored={ignored} onGoTo={goTo} />
          <ReadQuestions
            read={questions}
            added={added.length}
            after={after}
            errors={errors.length}
          />
        </div>
      </div>
    </Dialog>
  );
}

interface PasteFieldProps extends Pick<PasteDialogProps, 'text' | 'onTextChange'> {
  ref: Ref<HTMLTextAreaElement>;
  errors: PasteError[];
}

/** The text, typed, pasted or read from a file. */
function PasteField({ ref, text, onTextChange, errors }: PasteFieldProps) {
  const { t } = useTranslation();
  const file = useRef<HTMLInputElement>(null);
  /** The text of the file that was opened last. Nobody typed it, so another file replaces it. */
  const opened = useRef('');
  const show = useLatest((read: string) => {
    const typed = text === opened.current ? '' : text.trimEnd();
    opened.current = typed ? '' : read;
    onTextChange(typed ? `${typed}\n\n${read}` : read);
  });
  return (
    <>
      <NumberedText
        ref={ref}
        label={t('Texto')}
        action={
          <Button
            variant="ghost"
            size="sm"
            icon={<FileUp size={16} strokeWidth={2} aria-hidden="true" />}
            onClick={() => file.current?.click()}
          >
            {t('Abrir arquivo .txt')}
          </Button>
        }
        placeholder={t(example)}
        value={text}
        onChange={onTextChange}
        marks={errors}
      />
      <FileInput
        ref={file}
        accept=".txt,.gift,text/plain"
        onFiles={async ([chosen]) => {
          if (chosen) show(await textOfFile(chosen));
        }}
      />
    </>
  );
}

type Parsed = ReturnType<typeof parseQuestions>;

interface IgnoredLinesProps {
  ignored: Parsed['ignored'];
  onGoTo: (line: number) => void;
}

function IgnoredLines({ ignored, onGoTo }: IgnoredLinesProps) {
  const { t } = useTranslation();
  if (!ignored.length) return null;
  return (
    <section className="mb-6">
      <h3 className="text-14 font-semibold">
        {t('{{count}} linha fica de fora|{{count}} linhas ficam de fora', {
          count: ignored.length,
        })}
      </h3>
      <ul className="mt-2 text-13 text-text-2">
        {ignored.map(({ line, reason }) => (
          <li key={line} className="py-1">
            <LineButton line={line} onGoTo={onGoTo} /> {t(reason.text)}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ReadQuestionsProps {
  read: Parsed['questions'];
  /** Number of read questions that the quiz has room for. */
  added: number;
  /** Number of existing questions. */
  after: number;
  /** Number of lines that could not be read. */
  errors: number;
}

function ReadQuestions({ read, added, after, errors }: ReadQuestionsProps) {
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

interface ErrorsProps {
  errors: PasteError[];
  onGoTo: (line: number) => void;
  onMend: (mend: Mend) => void;
}

function Errors({ errors, onGoTo, onMend }: ErrorsProps) {
  const { t } = useTranslation();
  if (!errors.length) return null;
  return (
    <section className="mb-6">
      <h3 className="text-14 font-semibold">
        {t('{{count}} linha não foi lida|{{count}} linhas não foram lidas', {
          count: errors.length,
        })}
      </h3>
      <ul className="mt-2 divide-y divide-line">
        {errors.map(({ line, reason, detail, mends = [] }) => (
          <li key={line} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
            <span className="flex min-w-40 flex-1 gap-3">
              <TriangleAlert
                size={16}
                strokeWidth={2}
                className="mt-0.5 shrink-0 text-warn"
                aria-hidden="true"
              />
              <span className="min-w-0">
                <LineButton line={line} onGoTo={onGoTo} /> {t(reason.text, reason.values)}
                {detail && (
                  <span className="block text-13 wrap-anywhere text-text-2">
                    {t(detail.text, detail.values)}
                  </span>
                )}
              </span>
            </span>
            {mends.length > 0 && (
              <span className="flex flex-wrap gap-2">
                {mends.map((mend) => {
                  const label = t(mend.label.text, mend.label.values);
                  return (
                    <Button
                      key={label}
                      size="sm"
                      aria-label={t('Linha {{line}}: {{mend}}', { line, mend: label })}
                      onClick={() => onMend(mend)}
                    >
                      {label}
                    </Button>
                  );
                })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function LineButton({ line, onGoTo }: { line: number; onGoTo: (line: number) => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      onClick={() => onGoTo(line)}
      className="font-semibold underline underline-offset-4"
    >
      {t('Linha {{line}}', { line })}
    </button>
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

const example = `Qual é o efeito de fechar o diafragma?
A) Menos luz
B) Mais luz
ANSWER: A

A difração aumenta em f/22. {T}`;

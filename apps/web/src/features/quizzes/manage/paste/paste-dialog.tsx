import { limits } from '@vitrine/contract/quizzes';
import { FileUp } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, type Ref } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FileInput } from '../../../../ui/file-input.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useTranslation } from '../../../../ui/translation.ts';
import { useLatest } from '../../../../ui/use-latest.ts';
import { IgnoredLines, UnreadLines } from './line-reports.tsx';
import { NumberedText } from './numbered-text.tsx';
import { linesOf, parseQuestions, unreadText } from './parse-questions.ts';
import type { Mend, PastedQuestion, PasteError } from './pasted-question.ts';
import { ReadQuestions } from './read-questions.tsx';
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
      <div className="grid gap-6 md:min-h-0 md:flex-1 md:grid-cols-2 md:grid-rows-[minmax(0,1fr)]">
        <div className="md:min-h-0">
          <PasteField ref={area} text={text} onTextChange={onTextChange} errors={errors} />
        </div>
        <div aria-live="polite" className="quiet-scroll md:overflow-y-auto md:pr-2">
          <UnreadLines errors={errors} onGoTo={goTo} onMend={mend} />
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
          if (!chosen) return;
          const read = await textOfFile(chosen);
          if (read === null)
            toast.error(t('Este arquivo não é de texto. Salve como .txt e abra de novo.'));
          else show(read);
        }}
      />
    </>
  );
}

const example = `Qual é o efeito de fechar o diafragma?
A) Menos luz
B) Mais luz
ANSWER: A

A difração aumenta em f/22. {T}`;

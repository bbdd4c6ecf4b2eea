import { questionFault } from '@vitrine/contract/quiz-faults';
import { timeLimitSeconds, type Quiz } from '@vitrine/contract/quizzes';
import { ArrowLeft, CircleDot, ClipboardPaste, Copy, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { removeItem } from '../../../ui/menu-items.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { useTranslation } from '../../../ui/translation.ts';
import {
  askedQuestion,
  duplicated,
  fromPaste,
  mostReachable,
  newQuestion,
  rightOf,
  type EditedQuestion,
  type EditedQuiz,
} from './builder-state.ts';
import { kindIcons } from './kind-icons.ts';
import { PasteDialog } from './paste/paste-dialog.tsx';
import { ProfilesEditor } from './profiles-editor.tsx';
import { QuestionEditor } from './question-editor.tsx';
import { QuestionPreview, type PreviewDevice } from './question-preview.tsx';
import type { useBuilder } from './use-builder.ts';
import { rowId, type OpenQuestion } from './use-open-question.ts';

interface QuestionsTabProps {
  builder: ReturnType<typeof useBuilder>;
  quiz: Quiz;
  open: OpenQuestion;
  /** The preview's element. Null where the window is too narrow. */
  previewPlace: HTMLElement | null;
}

/** The preview stands over the page, outside the tool's scope. */
const previewSpace = { phone: 'pr-100', desktop: 'pr-[min(36rem,40vw)]' };

/** The list of questions and the open one. Phones show one of both. */
export function QuestionsTab({
  builder,
  quiz: savedQuiz,
  open: { key: open, onPhone, show, showList },
  previewPlace,
}: QuestionsTabProps) {
  const { t } = useTranslation();
  const { quiz, change, reorder } = builder;
  const { questions } = quiz;
  const { name, type, stopwatch, time_limit } = savedQuiz;
  const [device, setDevice] = useState<PreviewDevice>('phone');
  const [pasting, setPasting] = useState(false);
  // Stays while the builder is open: what could not be read waits for its mend.
  const [pastedText, setPastedText] = useState('');
  const chosen = questions.find(({ key }) => key === open) ?? questions[0];

  const setQuestions = (next: EditedQuestion[]) => change({ ...quiz, questions: next });

  function add() {
    const next = newQuestion('single');
    setQuestions([...questions, next]);
    show(next.key);
  }

  function duplicate(question: EditedQuestion) {
    const copy = duplicated(question);
    setQuestions(questions.toSpliced(questions.indexOf(question) + 1, 0, copy));
    show(copy.key);
  }

  function remove(question: EditedQuestion) {
    const before: EditedQuiz = quiz;
    setQuestions(questions.filter(({ key }) => key !== question.key));
    showList();
    toast.undo(t('Pergunta removida'), () => change(before));
  }

  return (
    <div className={cx('flex h-full', chosen && previewPlace && previewSpace[device])}>
      <QuestionList
        builder={builder}
        quiz={savedQuiz}
        chosen={chosen}
        className={cx(onPhone === 'question' && 'max-md:hidden')}
        onOpen={show}
        onAdd={add}
        onDuplicate={duplicate}
        onRemove={remove}
        onPaste={() => setPasting(true)}
      />
      <section
        aria-label={t('Pergunta')}
        className={cx(
          'quiet-scroll h-full min-w-0 flex-1 overflow-y-auto',
          onPhone === 'list' && 'max-md:hidden',
        )}
      >
        <Button
          variant="ghost"
          className="m-2 md:hidden"
          icon={<ArrowLeft size={16} strokeWidth={2} aria-hidden="true" />}
          onClick={showList}
        >
          {t('Perguntas')}
        </Button>
        {chosen ? (
          <QuestionEditor
            key={chosen.key}
            question={chosen}
            number={questions.indexOf(chosen) + 1}
            type={type}
            profiles={quiz.profiles}
            onChange={(next) => setQuestions(withQuestion(questions, next))}
            onReorder={(next) => reorder({ ...quiz, questions: withQuestion(questions, next) })}
          />
        ) : (
          <EmptyState
            className="pt-24"
            icon={<CircleDot />}
            title={t('Escreva a primeira pergunta')}
            text={t('Uma a uma, ou cole várias de uma vez, em Aiken ou GIFT.')}
            action={
              <Button variant="primary" onClick={add}>
                {t('Nova pergunta')}
              </Button>
            }
          />
        )}
      </section>
      {chosen &&
        previewPlace &&
        createPortal(
          <QuestionPreview
            key={`${chosen.key} ${chosen.kind}`}
            question={askedQuestion(chosen, builder.served)}
            right={rightOf(chosen)}
            explanation={chosen.explanation}
            name={name}
            at={questions.indexOf(chosen)}
            total={questions.length}
            scored={type === 'comun'}
            seconds={stopwatch && time_limit ? timeLimitSeconds(time_limit) : null}
            device={device}
            setDevice={setDevice}
            onShow={(index) => {
              const next = questions[index];
              if (next) show(next.key);
            }}
          />,
          previewPlace,
        )}
      {pasting && (
        <PasteDialog
          text={pastedText}
          onTextChange={setPastedText}
          onClose={() => setPasting(false)}
          after={questions.length}
          onAdd={(pasted) => {
            const added = pasted.map(fromPaste);
            setQuestions([...questions, ...added]);
            if (added[0]) show(added[0].key);
          }}
        />
      )}
    </div>
  );
}

interface QuestionListProps {
  builder: ReturnType<typeof useBuilder>;
  quiz: Quiz;
  chosen: EditedQuestion | undefined;
  className: string;
  onOpen: (key: string) => void;
  onAdd: () => void;
  onDuplicate: (question: EditedQuestion) => void;
  onRemove: (question: EditedQuestion) => void;
  onPaste: () => void;
}

/** The questions in their order, with the profiles of a behavioural quiz. */
function QuestionList({
  builder,
  quiz,
  chosen,
  className,
  onOpen,
  onAdd,
  onDuplicate,
  onRemove,
  onPaste,
}: QuestionListProps) {
  const { t } = useTranslation();
  const { quiz: edited, reorder } = builder;
  const { questions } = edited;
  return (
    <section
      aria-label={t('Perguntas')}
      className={cx('flex h-full w-full min-w-0 flex-col border-r border-line md:w-80', className)}
    >
      <div className="quiet-scroll min-h-0 flex-1 overflow-y-auto p-3">
        <QuizFacts quiz={quiz} edited={edited} />
        <SortableList
          items={questions}
          getId={({ key }) => key}
          getLabel={({ text }) => text || t('Nova pergunta')}
          label={t('Perguntas')}
          onReorder={(keys) =>
            reorder({
              ...edited,
              questions: keys.map((key) => questions.find((one) => one.key === key)!),
            })
          }
          renderRow={(question, { handle, moveMenuItems, index }) => (
            <QuestionRow
              question={question}
              handle={handle}
              index={index}
              type={quiz.type}
              here={question === chosen}
              onOpen={() => onOpen(question.key)}
              menu={
                <Menu
                  label={t('Opções da pergunta {{number}}', { number: index + 1 })}
                  items={[
                    {
                      id: 'duplicate',
                      label: t('Duplicar'),
                      icon: <Copy />,
                      onSelect: () => onDuplicate(question),
                    },
                    'separator',
                    ...moveMenuItems,
                    'separator',
                    removeItem(t('Remover'), () => onRemove(question)),
                  ]}
                />
              }
            />
          )}
        />
        {quiz.type === 'comportamental' && <ProfilesEditor builder={builder} />}
      </div>
      <div className="flex flex-wrap gap-2 border-t border-line p-3">
        <Button
          className="flex-1"
          icon={<Plus size={16} strokeWidth={2} aria-hidden="true" />}
          onClick={onAdd}
        >
          {t('Nova pergunta')}
        </Button>
        <Button
          icon={<ClipboardPaste size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={onPaste}
        >
          {t('Colar')}
        </Button>
      </div>
    </section>
  );
}

/** Number and points of the questions, and what their change does not do. */
function QuizFacts({
  quiz: { type, goal, has_attempts },
  edited,
}: {
  quiz: Quiz;
  edited: EditedQuiz;
}) {
  const { t } = useTranslation();
  const { questions } = edited;
  const reachable = type === 'comun' ? mostReachable(edited) : null;
  const points = questions.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <>
      <p className="flex justify-between px-2 py-2 text-13 text-text-2">
        <b className="font-semibold text-text">
          {t('Nenhuma pergunta|{{count}} pergunta|{{count}} perguntas', {
            count: questions.length,
          })}
        </b>
        {type === 'comun' && points > 0 && t('{{count}} ponto|{{count}} pontos', { count: points })}
      </p>
      {reachable !== null && reachable < goal && (
        <p className="flex gap-1.5 px-2 pb-3 text-13 text-warn">
          <TriangleAlert size={14} strokeWidth={2} className="mt-0.5 shrink-0" aria-hidden="true" />
          {t('Ninguém chega à nota mínima de {{goal}}%: o máximo é {{most}}%.', {
            goal,
            most: reachable,
          })}
        </p>
      )}
      {has_attempts && (
        <p className="px-2 pb-3 text-13 text-text-2">
          {t(
            'Alunos já começaram. Quem começou termina com as perguntas de antes, e os resultados ficam.',
          )}
        </p>
      )}
    </>
  );
}

const withQuestion = (questions: EditedQuestion[], next: EditedQuestion) =>
  questions.map((one) => (one.key === next.key ? next : one));

interface QuestionRowProps {
  question: EditedQuestion;
  index: number;
  type: Quiz['type'];
  here: boolean;
  handle: React.ReactNode;
  menu: React.ReactNode;
  onOpen: () => void;
}

function QuestionRow({ question, index, type, here, handle, menu, onOpen }: QuestionRowProps) {
  const { t } = useTranslation();
  const warning = questionFault(question, type);
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
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-2 text-left"
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
        <Kind size={16} strokeWidth={1.75} className="shrink-0 text-text-3" aria-hidden="true" />
        {type === 'comun' && (
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

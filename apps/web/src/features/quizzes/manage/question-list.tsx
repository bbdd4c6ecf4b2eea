import { limits, type Quiz, quizType } from '@vitrine/contract/quizzes';
import { ClipboardPaste, Copy, Plus, TriangleAlert } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { removeItem } from '../../../ui/menu-items.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { reachablePercent, type EditedQuestion, type EditedQuiz } from './builder-state.ts';
import { ProfilesEditor } from './profiles-editor.tsx';
import { QuestionRow } from './question-row.tsx';
import type { QuizBuilder } from './use-builder.ts';

interface QuestionListProps {
  builder: QuizBuilder;
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
export function QuestionList({
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
  const isFull = questions.length >= limits.questions;
  const fullNote = t('Uma avaliação tem no máximo {{max}} perguntas.', { max: limits.questions });
  return (
    <section
      aria-label={t('Perguntas')}
      className={cx('flex h-full w-full min-w-0 flex-col border-r border-line md:w-80', className)}
    >
      <div className="quiet-scroll min-h-0 flex-1 overflow-y-auto p-3">
        <QuizFacts quiz={quiz} edited={edited} />
        <SortableList
          items={questions}
          reach={chosen?.key}
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
                      ...(isFull && { disabled: true, note: fullNote }),
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
        {quiz.type === quizType.behavioural && <ProfilesEditor builder={builder} />}
      </div>
      <div className="flex flex-wrap gap-2 border-t border-line p-3">
        {isFull && <p className="w-full text-13 text-text-2">{fullNote}</p>}
        <Button
          className="flex-1"
          disabled={isFull}
          icon={<Plus size={16} strokeWidth={2} aria-hidden="true" />}
          onClick={onAdd}
        >
          {t('Nova pergunta')}
        </Button>
        <Button
          icon={<ClipboardPaste size={16} strokeWidth={2} aria-hidden="true" />}
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
  const reachable = type === quizType.scored ? reachablePercent(edited) : null;
  const points = questions.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <>
      <p className="flex justify-between px-2 py-2 text-13 text-text-2">
        <b className="font-semibold text-text">
          {t('Nenhuma pergunta|{{count}} pergunta|{{count}} perguntas', {
            count: questions.length,
          })}
        </b>
        {type === quizType.scored &&
          points > 0 &&
          t('{{count}} ponto|{{count}} pontos', { count: points })}
      </p>
      {questions.length === 0 && (
        <p className="px-2 text-14 text-text-2 md:hidden">
          {t('Uma a uma, ou cole várias de uma vez, em Aiken ou GIFT.')}
        </p>
      )}
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

import { timeLimitSeconds, type Quiz, quizType } from '@vitrine/contract/quizzes';
import { ArrowLeft, CircleDot } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { askedQuestion, rightOf, type EditedQuestion } from './builder-state.ts';
import { PasteDialog } from './paste/paste-dialog.tsx';
import { QuestionEditor } from './question-editor.tsx';
import { QuestionList } from './question-list.tsx';
import { QuestionPreview, type PreviewDevice } from './question-preview.tsx';
import type { QuizBuilder } from './use-builder.ts';
import type { OpenQuestion } from './use-open-question.ts';
import { useQuestionActions, type QuestionActions } from './use-question-actions.ts';

interface QuestionsTabProps {
  builder: QuizBuilder;
  quiz: Quiz;
  open: OpenQuestion;
  /** The preview's element. Null where the window is too narrow. */
  previewPlace: HTMLElement | null;
  /** The pasted text that could not be read yet. */
  pastedText: string;
  onPastedText: (text: string) => void;
}

/** The preview stands over the page, outside the tool's scope. */
const previewSpace = { phone: 'pr-100', desktop: 'pr-[min(36rem,40vw)]' };

/** The list of questions and the open one. Phones show one of both. */
export function QuestionsTab(props: QuestionsTabProps) {
  const { builder, quiz, open, previewPlace, pastedText, onPastedText } = props;
  const { questions } = builder.quiz;
  const actions = useQuestionActions(builder, open);
  const [device, setDevice] = useState<PreviewDevice>('phone');
  const [pasting, setPasting] = useState(false);
  const chosen = questions.find(({ key }) => key === open.key) ?? questions[0];

  return (
    <div className={cx('flex h-full', chosen && previewPlace && previewSpace[device])}>
      <QuestionList
        builder={builder}
        quiz={quiz}
        chosen={chosen}
        className={cx(open.onPhone === 'question' && 'max-md:hidden')}
        onOpen={open.show}
        onAdd={actions.add}
        onDuplicate={actions.duplicate}
        onRemove={actions.remove}
        onPaste={() => setPasting(true)}
      />
      <OpenQuestionPane
        builder={builder}
        type={quiz.type}
        chosen={chosen}
        actions={actions}
        className={cx(open.onPhone === 'list' && 'max-md:hidden')}
        onBack={open.showList}
      />
      {chosen &&
        previewPlace &&
        createPortal(
          <QuestionPreview
            key={`${chosen.key} ${chosen.kind}`}
            question={askedQuestion(chosen, builder.served)}
            right={rightOf(chosen)}
            explanation={chosen.explanation}
            name={quiz.name}
            at={questions.indexOf(chosen)}
            total={questions.length}
            scored={quiz.type === quizType.scored}
            seconds={quiz.stopwatch && quiz.time_limit ? timeLimitSeconds(quiz.time_limit) : null}
            device={device}
            setDevice={setDevice}
            onShow={(index) => {
              const next = questions[index];
              if (next) open.show(next.key);
            }}
          />,
          previewPlace,
        )}
      {pasting && (
        <PasteDialog
          text={pastedText}
          onTextChange={onPastedText}
          onClose={() => setPasting(false)}
          after={questions.length}
          onAdd={actions.addPasted}
        />
      )}
    </div>
  );
}

interface OpenQuestionPaneProps {
  builder: QuizBuilder;
  type: Quiz['type'];
  chosen: EditedQuestion | undefined;
  actions: QuestionActions;
  className: string;
  /** Phones go back to the list. */
  onBack: () => void;
}

/** The editor of the open question. A quiz without questions leads to the first one. */
function OpenQuestionPane({
  builder,
  type,
  chosen,
  actions,
  className,
  onBack,
}: OpenQuestionPaneProps) {
  const { t } = useTranslation();
  const { questions, profiles } = builder.quiz;
  const uploads = useUploads();
  return (
    <section
      aria-label={t('Pergunta')}
      className={cx('quiet-scroll h-full min-w-0 flex-1 overflow-y-auto', className)}
    >
      <Button
        variant="ghost"
        className="m-2 md:hidden"
        icon={<ArrowLeft size={16} strokeWidth={2} aria-hidden="true" />}
        onClick={onBack}
      >
        {t('Perguntas')}
      </Button>
      {chosen ? (
        questions.map((question, index) => {
          const isOpen = question === chosen;
          return (
            (isOpen || uploads.has(question.key)) && (
              <div key={question.key} hidden={!isOpen} data-open-question={isOpen ? '' : undefined}>
                <QuestionEditor
                  question={question}
                  number={index + 1}
                  type={type}
                  profiles={profiles}
                  onChange={(next) => {
                    if (next.image !== question.image) uploads.remove(question.key);
                    actions.change(next);
                  }}
                  onReorder={actions.reorderOptions}
                  onUpload={() => uploads.add(question.key)}
                />
              </div>
            )
          );
        })
      ) : (
        <EmptyState
          className="pt-24"
          icon={<CircleDot />}
          title={t('Escreva a primeira pergunta')}
          text={t('Uma a uma, ou cole várias de uma vez, em Aiken ou GIFT.')}
          action={
            <Button variant="primary" onClick={actions.add}>
              {t('Nova pergunta')}
            </Button>
          }
        />
      )}
    </section>
  );
}

/**
 * The questions whose image is being uploaded, or failed to be. Their editors stay, hidden: an upload
 * ends with its field.
 */
function useUploads() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (key: string) => keys.has(key),
    add: (key: string) => setKeys((now) => (now.has(key) ? now : new Set([...now, key]))),
    remove: (key: string) => setKeys((now) => new Set([...now].filter((one) => one !== key))),
  };
}

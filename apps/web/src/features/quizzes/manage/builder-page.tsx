import { hrefOf, idIn } from '@vitrine/contract/pages';
import type { Questions, Quiz } from '@vitrine/contract/quizzes';
import { Check, Eye } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { DraftBar, DraftConflict } from '../../../kit/forms/draft-bar.tsx';
import { RestoreDraft } from '../../../kit/forms/restore-draft.tsx';
import { UndoButtons } from '../../../kit/forms/undo-buttons.tsx';
import { useCoverSite } from '../../../kit/page/cover-site.ts';
import { NotFound } from '../../../kit/page/not-found.tsx';
import { usePageTitle } from '../../../kit/page/page-title.ts';
import { hasStatus } from '../../../platform/api.ts';
import { clockTime } from '../../../platform/clock-time.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { EditChrome } from '../../../ui/edit-chrome.tsx';
import { useMediaQuery } from '../../../ui/media-query.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { quizFacts } from '../quiz-facts.ts';
import { useQuestions, useQuiz } from '../quizzes.queries.ts';
import { BackToQuizzes, NotLoaded } from './builder-not-loaded.tsx';
import { QuestionsTab } from './questions-tab.tsx';
import { QuizFields } from './quiz-fields.tsx';
import { useQuizForm } from './quiz-form.ts';
import { ResultsActions } from './results/results-actions.tsx';
import { ResultsTab } from './results/results-tab.tsx';
import { useBuilder, type QuizBuilder } from './use-builder.ts';
import { useOpenQuestion } from './use-open-question.ts';
import { usePublish } from './use-publish.ts';
import type { QuestionSaveState } from './use-question-saves.ts';

/** `/quiz?id=&type=`: the questions, the settings and the results of one quiz (A section 1). */
export default function BuilderPage() {
  const { t } = useTranslation();
  const id = idIn(useSearchParams()[0].get('id'));
  return id === null ? (
    <NotFound title={t('Esta avaliação não existe')} />
  ) : (
    <QuizToBuild id={id} />
  );
}

function QuizToBuild({ id }: { id: number }) {
  const { t } = useTranslation();
  const quiz = useQuiz(id);
  const questions = useQuestions(id);
  const shown = quiz.data?.[2].data;
  const [previewPlace, setPreviewPlace] = useState<HTMLElement | null>(null);
  const wide = useMediaQuery(besidePreview);
  usePageTitle(shown?.name);

  const missing = [quiz, questions].some(({ error }) => hasStatus(error, 400, 404));
  if (missing) return <NotFound title={t('Esta avaliação não existe')} />;
  return (
    <div className="fixed inset-0 z-drawer-scrim flex print:static">
      <EditChrome className="flex min-w-0 flex-1 flex-col bg-ground font-sans text-14 text-text">
        {shown && questions.data ? (
          <Builder
            key={id}
            quiz={shown}
            questions={questions.data.data}
            previewPlace={wide ? previewPlace : null}
          />
        ) : (
          <NotLoaded failed={[quiz, questions].find(({ isError }) => isError)} />
        )}
      </EditChrome>
      {/* Outside the tool's scope: it has the school's own colours. */}
      <div
        ref={setPreviewPlace}
        className="absolute top-18 right-0 bottom-0 border-l border-line empty:hidden in-[:has(>*>.save-failure)]:top-30"
      />
    </div>
  );
}

/** List, question and preview beside each other. */
const besidePreview = '(width >= 80rem)';

type Tab = 'perguntas' | 'ajustes' | 'resultados';

interface BuilderProps {
  quiz: Quiz;
  questions: Questions;
  /** The preview's element. Null where the window is too narrow. */
  previewPlace: HTMLElement | null;
}

function Builder({ quiz, questions, previewPlace }: BuilderProps) {
  useCoverSite();
  const [address, setAddress] = useSearchParams();
  const builder = useBuilder(quiz.id, questions);
  // Stays while the builder is open: what could not be read waits for its mend.
  const [pastedText, setPastedText] = useState('');
  const requestedTab = address.get('aba');
  const tab: Tab =
    requestedTab === 'ajustes' || requestedTab === 'resultados' ? requestedTab : 'perguntas';
  const open = useOpenQuestion();
  const publish = usePublish(quiz, builder, showQuestion);

  function setTab(aba: Tab) {
    address.set('aba', aba);
    setAddress(address, { replace: true });
  }

  function showQuestion(key: string) {
    setTab('perguntas');
    open.lead(key);
  }

  return (
    <>
      <BuilderHead quiz={quiz} builder={builder} publish={publish} tab={tab} onTab={setTab} />
      <SaveFailure state={builder.state} onRetry={builder.retry} />
      <DraftConflict conflict={builder.conflict} />
      <div className="min-h-0 flex-1">
        {tab === 'perguntas' && (
          <QuestionsTab
            builder={builder}
            quiz={quiz}
            open={open}
            previewPlace={previewPlace}
            pastedText={pastedText}
            onPastedText={setPastedText}
          />
        )}
        {tab === 'ajustes' && <Settings quiz={quiz} mayPublish={publish.mayPublish} />}
        {tab === 'resultados' && <ResultsTab quiz={quiz} />}
      </div>
    </>
  );
}

interface BuilderHeadProps extends Pick<BuilderProps, 'quiz'> {
  builder: QuizBuilder;
  publish: ReturnType<typeof usePublish>;
  tab: Tab;
  onTab: (tab: Tab) => void;
}

function BuilderHead({ quiz, builder, publish, tab, onTab }: BuilderHeadProps) {
  const { t, i18n } = useTranslation();
  return (
    <header className="flex flex-wrap items-center gap-x-4 border-b border-line bg-surface-1 px-3 max-lg:pt-2 max-md:gap-x-2 lg:grid lg:h-18 lg:grid-cols-[minmax(0,1fr)_auto_minmax(max-content,1fr)] lg:gap-x-8 lg:px-6">
      <div className="flex min-w-24 flex-1 items-center gap-x-2 max-sm:basis-[calc(100%-12rem)] md:min-w-40">
        <BackToQuizzes />
        <div className="min-w-0 flex-1">
          <h1 className="flex items-center gap-2 text-16 font-semibold">
            <span className="wrap-anywhere max-md:line-clamp-2 max-md:leading-tight md:truncate">
              {quiz.name}
            </span>
            {!quiz.published && (
              <Badge className="max-md:hidden lg:max-xl:hidden">{t('Rascunho')}</Badge>
            )}
          </h1>
          {/* Beside the buttons a phone would cut them. These two tabs tell them, too. */}
          <p
            className={cx('truncate text-13 text-text-2', tab !== 'resultados' && 'max-sm:hidden')}
          >
            {quizFacts({ t, i18n }, quiz)}
          </p>
        </div>
      </div>
      <Tabs<Tab>
        flat
        // Beside undo a phone has no room for the number. The list below says it.
        className="min-w-0 max-lg:order-last max-lg:w-full max-sm:flex-1 max-sm:basis-48 max-sm:[&_[role=tab]>span]:hidden"
        label={t('Avaliação')}
        value={tab}
        onValueChange={onTab}
        tabs={[
          { value: 'perguntas', label: t('Perguntas'), count: builder.quiz.questions.length },
          { value: 'ajustes', label: t('Ajustes') },
          { value: 'resultados', label: t('Resultados') },
        ]}
      />
      {tab === 'resultados' ? (
        <div className="flex min-w-0 items-center justify-end gap-3 max-lg:order-last max-lg:w-full max-lg:justify-between max-lg:border-t max-lg:border-line max-lg:py-2">
          <ResultsActions quiz={quiz} />
        </div>
      ) : (
        <EditActions quiz={quiz} builder={builder} publish={publish} />
      )}
    </header>
  );
}

/** The state of the save, undo, the quiz as a student takes it, and its publication. */
function EditActions({ quiz, builder, publish }: Omit<BuilderHeadProps, 'tab' | 'onTab'>) {
  const { t } = useTranslation();
  const { published } = quiz;
  return (
    <div className="flex min-w-0 items-center justify-end gap-x-3 max-md:gap-x-2 max-sm:contents">
      <Saved state={builder.state} />
      {/* Beside the name a phone would leave it no room. */}
      <div className="flex items-center gap-x-3 empty:hidden max-md:gap-x-0 max-sm:order-last">
        <UndoButtons draft={builder} />
      </div>
      <Link
        to={hrefOf('quiz', { id: quiz.id })}
        className={cx(buttonClass('secondary', 'md'), 'max-xl:px-2.5!')}
      >
        <Eye size={16} strokeWidth={2} aria-hidden="true" />
        <span className="max-xl:sr-only">{t('Responder como aluno')}</span>
      </Link>
      <Button
        variant={published ? 'secondary' : 'primary'}
        busy={publish.busy}
        onClick={published ? publish.takeBack : publish.start}
      >
        {published ? t('Despublicar') : t('Publicar')}
      </Button>
    </div>
  );
}

/** Changes of the form are saved with Salvar, as everywhere in the tool. */
function Settings({ quiz, mayPublish }: { quiz: Quiz; mayPublish: () => boolean }) {
  const draft = useQuizForm(quiz);
  return (
    <form className="flex h-full flex-col" {...draft.formProps}>
      <div className="quiet-scroll min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto grid max-w-140 grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-6">
          <RestoreDraft draft={draft} />
          <QuizFields draft={draft} inCourse={quiz.lessons.length > 0} mayPublish={mayPublish} />
        </div>
      </div>
      <DraftBar draft={draft} invalid={!draft.values.name.trim()} />
    </form>
  );
}

/** Why the questions are not saved. The header has no room for the sentence. */
function SaveFailure({ state, onRetry }: { state: QuestionSaveState; onRetry: () => void }) {
  const { t } = useTranslation();
  if (state.kind !== 'failed' && state.kind !== 'blocked') return null;
  return (
    <div className="save-failure flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-error-line/45 bg-error-ground px-3 py-1.5 lg:px-6">
      <p role="alert" className="min-w-0 text-13 text-error">
        {state.kind === 'blocked' ? t('Encurte o texto marcado para salvar.') : state.message}
      </p>
      {state.kind === 'failed' && (
        <Button size="sm" onClick={onRetry}>
          {t('Tentar de novo')}
        </Button>
      )}
    </div>
  );
}

function Saved({ state }: { state: QuestionSaveState }) {
  const { t, i18n } = useTranslation();
  return (
    <output className="flex items-center gap-2 text-13 whitespace-nowrap text-text-2 empty:hidden max-md:hidden">
      {state.kind === 'saving' && t('Salvando…')}
      {state.kind === 'saved' && state.at && (
        <>
          <Check size={16} strokeWidth={2} className="text-ok" aria-hidden="true" />
          <span className="lg:max-xl:sr-only">
            {t('salvo às {{time}}', { time: clockTime(state.at, i18n.language) })}
          </span>
        </>
      )}
    </output>
  );
}

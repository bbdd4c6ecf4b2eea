import type { AnswerFor } from '@vitrine/contract/core';
import type { AskedQuestion, Attempt, quizzes } from '@vitrine/contract/quizzes';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps } from 'react';
import { useLeaveGuard } from '../../../kit/forms/leave-guard.tsx';
import { useCoverSite } from '../../../kit/page/cover-site.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { toast } from '../../../ui/toast.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { clockText } from '../quiz-facts.ts';
import { useFinish } from '../quizzes.queries.ts';
import { JumpGrid } from './jump-grid.tsx';
import { isOver, RETRY_MS, useSavedAnswers, type SaveState } from './saved-answers.ts';
import { SaveNote } from './save-note.tsx';
import { QuestionView } from './question-view.tsx';
import { AsideClock, HeadClock, SpokenClock } from './quiz-clock.tsx';
import { QuizFoot } from './quiz-foot.tsx';
import { QuizHead } from './quiz-head.tsx';
import './quiz-taking.css';
import { useClock } from './use-clock.ts';
import { useQuizKeys } from './use-quiz-keys.ts';

interface QuizTakingProps {
  attempt: Attempt;
  /** The attempt ended by its time or elsewhere, or its quiz is gone. */
  onFinished: () => void;
  onLeave: () => void;
}

/**
 * Takes a quiz, one question at a time, on the whole screen. The server stores every answer and
 * owns the clock.
 */
export function QuizTaking({ attempt, onFinished, onLeave }: QuizTakingProps) {
  const { t } = useTranslation();
  const { questions, name } = attempt;
  useCoverSite();
  const saved = useSavedAnswers(attempt, onFinished);
  const clock = useClock(attempt);
  const [at, setAt] = useState(() => firstBlank(attempt));
  const { flags, toggleFlag } = useFlags();
  const [asking, setAsking] = useState<Asking>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const question = questions[at]!;
  const answered = (one: AskedQuestion) => Boolean(saved.answers[one.id]?.length);
  const blank = questions.filter((one) => !answered(one)).length;
  const isLast = at === questions.length - 1;
  // A time that runs is shown, though the owner switched the stopwatch off meanwhile.
  const hasClock = Boolean(attempt.stopwatch) || attempt.deadline !== null;

  useConfirmLeave(saved.state, clock);
  const { finish, handIn } = useHandIn(attempt, saved);
  const timeIsUp = clock.left !== null && clock.left <= 0;
  useHandInWhen(timeIsUp, handIn);

  // The start button has left the page, so the focus moves to the heading.
  useEffect(() => heading.current?.focus(), []);

  function goTo(next: number) {
    if (next < 0 || next >= questions.length) return;
    setAt(next);
    setAsking(null);
    requestAnimationFrame(() => heading.current?.focus());
  }

  useQuizKeys({
    enabled: asking === null,
    choose: (index) => {
      const option = question.options[index];
      if (option) saved.choose(question, option.id);
    },
    go: (step) => goTo(at + step),
    enter: () => (at === questions.length - 1 ? setAsking('finish') : goTo(at + 1)),
  });

  const grid = { questions, at, flags, answered, onJump: goTo };

  return (
    <div className="quiz-taking">
      <QuizHead
        name={name}
        questions={questions}
        at={at}
        answered={answered}
        scored={attempt.type === 'comun'}
        exit={
          <IconButton label={t('Sair da avaliação')} onClick={onLeave}>
            <X size={22} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        }
      >
        <SaveNote state={saved.state} isLate={timeIsUp} className="@max-5xl:hidden" />
        {hasClock && (
          <HeadClock text={clockText(clock.left ?? clock.spent)} isShort={clock.isShort} />
        )}
      </QuizHead>

      <div className="quiz-body">
        <div className="quiz-question">
          <QuestionView
            key={question.id}
            question={question}
            number={at + 1}
            total={questions.length}
            scored={attempt.type === 'comun'}
            heading={heading}
            chosen={saved.answers[question.id] ?? []}
            stored={saved.isStored(question.id)}
            onChoose={(option) => saved.choose(question, option)}
          />
          <SaveNote quiet state={saved.state} isLate={timeIsUp} className="mt-4 @5xl:hidden" />
          {finish.isError && !isOver(finish.error) && (
            <InlineError className="mt-4">{finish.error.message}</InlineError>
          )}
        </div>
        <aside className="quiz-aside" aria-label={t('Perguntas')}>
          {hasClock && <AsideClock clock={clock} />}
          <JumpGrid {...grid} />
          <p className="mt-6 text-14 text-text-2">
            {t('No teclado: letras ou números escolhem, as setas passam.')}
          </p>
        </aside>
      </div>

      <QuizFoot
        isFirst={at === 0}
        isLast={isLast}
        flagged={flags.has(question.id)}
        blank={blank}
        busy={finish.isPending}
        onStep={(step) => goTo(at + step)}
        onGrid={() => setAsking('grid')}
        onFlag={() => toggleFlag(question.id)}
        onFinish={() => setAsking('finish')}
      />
      <SpokenClock clock={clock} />
      <TakingDialogs
        asking={asking}
        setAsking={setAsking}
        grid={grid}
        blank={blank}
        onHandIn={handIn}
      />
    </div>
  );
}

type Asking = 'finish' | 'grid' | null;

interface TakingDialogsProps {
  asking: Asking;
  setAsking: (asking: Asking) => void;
  grid: ComponentProps<typeof JumpGrid>;
  /** Number of questions without an answer. */
  blank: number;
  onHandIn: () => Promise<void>;
}

/** The grid of questions on a narrow screen, and the question before the hand-in. */
function TakingDialogs({ asking, setAsking, grid, blank, onHandIn }: TakingDialogsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Dialog
        open={asking === 'grid'}
        onClose={() => setAsking(null)}
        title={t('Perguntas')}
        actions={
          <Button variant="primary" onClick={() => setAsking('finish')}>
            {t('Entregar')}
          </Button>
        }
      >
        <JumpGrid {...grid} titled />
      </Dialog>
      <ConfirmDialog
        open={asking === 'finish'}
        onClose={() => setAsking(null)}
        title={t('Entregar a avaliação?')}
        text={t(
          'Todas as perguntas têm resposta.|Falta responder {{count}} pergunta.|Falta responder {{count}} perguntas.',
          { count: blank },
        )}
        confirmLabel={t('Entregar')}
        cancelLabel={t('Continuar respondendo')}
        onConfirm={onHandIn}
      />
    </>
  );
}

/** Asks before the page is left. An answer may not have reached the server. */
function useConfirmLeave(state: SaveState | null, clock: ReturnType<typeof useClock>) {
  const { t } = useTranslation();
  useLeaveGuard({
    dirty: state?.kind === 'waiting' || state?.kind === 'saving',
    discard: () => {},
    text: t('Uma resposta ainda não chegou à escola.'),
    renderQuestion: ({ stay, go }) => (
      <ConfirmDialog
        open
        onClose={stay}
        title={t('Sair da avaliação?')}
        text={
          clock.left === null
            ? t('Suas respostas ficam guardadas. Continue quando quiser.')
            : t('Suas respostas ficam guardadas, mas o relógio não para.')
        }
        confirmLabel={t('Sair')}
        cancelLabel={t('Continuar respondendo')}
        onConfirm={go}
      />
    ),
  });
}

/** Hands in with the answers that the server does not have yet. */
function useHandIn(attempt: Attempt, saved: ReturnType<typeof useSavedAnswers>) {
  const { t } = useTranslation();
  const finish = useFinish();

  const handIn = () =>
    finish
      .mutateAsync({ params: { id: attempt.id }, body: { answers: saved.unsent() } })
      .then(showCompleted, (error: Error) => {
        // The attempt was handed in before, its time is over, or the quiz was deleted.
        if (!isOver(error)) throw error;
        saved.end(error);
      });

  function showCompleted({ data: { completed = [] } }: AnswerFor<typeof quizzes.finish>) {
    saved.forget();
    if (completed.includes('course')) toast.success(t('Você concluiu o curso. Parabéns!'));
    else if (completed.length) toast.success(t('Módulo concluído'));
  }

  return { finish, handIn };
}

/** Hands in once the time is up. */
function useHandInWhen(timeIsUp: boolean, handIn: () => Promise<void>) {
  const end = useEffectEvent(handIn);
  useEffect(() => {
    if (!timeIsUp) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    // Without a connection, the page retries until it learns the state of the attempt.
    const again = () =>
      end().catch(() => {
        if (!gone) timer = setTimeout(() => void again(), RETRY_MS);
      });
    void again();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [timeIsUp]);
}

/** The questions that the member has marked to look at again. */
function useFlags() {
  const [flags, setFlags] = useState<ReadonlySet<number>>(new Set());
  const toggleFlag = (questionId: number) =>
    setFlags((before) => {
      const next = new Set(before);
      if (!next.delete(questionId)) next.add(questionId);
      return next;
    });
  return { flags, toggleFlag };
}

const firstBlank = ({ questions, answers }: Attempt) => {
  const done = new Set(answers.map(({ question_id }) => question_id));
  const index = questions.findIndex(({ id }) => !done.has(id));
  return Math.max(index, 0);
};

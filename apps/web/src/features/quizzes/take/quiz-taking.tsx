import { type AskedQuestion, type Attempt, quizType } from '@vitrine/contract/quizzes';
import { X } from 'lucide-react';
import { useEffect, useState, type ComponentProps } from 'react';
import { useLeaveGuard } from '../../../kit/forms/leave-guard.tsx';
import { useCoverSite } from '../../../kit/page/cover-site.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { LateConfirm } from '../../../ui/late-confirm.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { clockText } from '../quiz-facts.ts';
import { JumpGrid } from './jump-grid.tsx';
import { QuestionView } from './question-view.tsx';
import { AsideClock, HeadClock, SpokenClock } from './quiz-clock.tsx';
import { QuizFoot } from './quiz-foot.tsx';
import { QuizHead } from './quiz-head.tsx';
import { SaveNote } from './save-note.tsx';
import { isAttemptOver, useSavedAnswers, type AnswerSaveState } from './saved-answers.ts';
import { preloadDialogs, TakingDialogs, type TakingDialog } from './taking-dialogs.tsx';
import './quiz-taking.css';
import { useClock } from './use-clock.ts';
import { useCurrentQuestion } from './use-current-question.ts';
import { useFlags } from './use-flags.ts';
import { useHandIn } from './use-hand-in.ts';
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
  const { questions } = attempt;
  useCoverSite();
  const saved = useSavedAnswers(attempt, onFinished);
  const clock = useClock(attempt);
  const { at, question, isLast, heading, ...current } = useCurrentQuestion(attempt);
  const { flags, toggleFlag } = useFlags(attempt.id);
  const [dialog, setDialog] = useState<TakingDialog>(null);
  const answered = (one: AskedQuestion) => Boolean(saved.answers[one.id]?.length);
  const blank = questions.filter((one) => !answered(one)).length;
  // A time that runs is shown, though the owner switched the stopwatch off meanwhile.
  const hasClock = Boolean(attempt.stopwatch) || attempt.deadline !== null;
  const timeIsUp = clock.left !== null && clock.left <= 0;
  const { finish, handIn } = useHandIn(attempt, saved, timeIsUp);
  useConfirmLeave(saved.state, clock);
  useEffect(preloadDialogs, []);

  function goTo(next: number) {
    current.goTo(next);
    setDialog(null);
  }

  const goBy = (step: number) => goTo(at + step);

  useQuizKeys({
    enabled: dialog === null,
    choose: (index) => {
      const option = question.options[index];
      if (option) saved.choose(question, option.id);
    },
    go: goBy,
    enter: () => (isLast ? setDialog('finish') : goBy(1)),
  });

  const grid = { questions, at, flags, answered, onJump: goTo };

  return (
    <div className="quiz-taking">
      <QuizHead
        name={attempt.name}
        questions={questions}
        at={at}
        answered={answered}
        scored={attempt.type === quizType.scored}
        exit={<ExitButton onLeave={onLeave} />}
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
            scored={attempt.type === quizType.scored}
            heading={heading}
            chosen={saved.answers[question.id] ?? []}
            stored={saved.isStored(question.id)}
            onChoose={(option) => saved.choose(question, option)}
          />
          <SaveNote quiet state={saved.state} isLate={timeIsUp} className="mt-4 @5xl:hidden" />
          <HandInError error={finish.error} />
        </div>
        <QuizAside clock={hasClock ? clock : null} grid={grid} />
      </div>

      <QuizFoot
        isFirst={at === 0}
        isLast={isLast}
        flagged={flags.has(question.id)}
        blank={blank}
        busy={finish.isPending}
        onStep={goBy}
        onGrid={() => setDialog('grid')}
        onFlag={() => toggleFlag(question.id)}
        onFinish={() => setDialog('finish')}
      />
      <SpokenClock clock={clock} />
      <TakingDialogs
        dialog={dialog}
        setDialog={setDialog}
        grid={grid}
        blank={blank}
        onHandIn={handIn}
      />
    </div>
  );
}

function ExitButton({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  return (
    <IconButton label={t('Sair da avaliação')} onClick={onLeave}>
      <X size={22} strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  );
}

interface QuizAsideProps {
  /** Null if the quiz shows no time. */
  clock: ReturnType<typeof useClock> | null;
  grid: ComponentProps<typeof JumpGrid>;
}

/** The time and the grid of questions, beside the question on a wide screen. */
function QuizAside({ clock, grid }: QuizAsideProps) {
  const { t } = useTranslation();
  return (
    <aside className="quiz-aside" aria-label={t('Perguntas')}>
      {clock && <AsideClock clock={clock} />}
      <JumpGrid {...grid} />
      <p className="mt-6 text-14 text-text-2">
        {t('No teclado: letras ou números escolhem, as setas passam.')}
      </p>
    </aside>
  );
}

/** Why the hand-in failed. An attempt that has ended shows its result instead. */
function HandInError({ error }: { error: Error | null }) {
  return (
    error && !isAttemptOver(error) && <InlineError className="mt-4">{error.message}</InlineError>
  );
}

/** Asks before the page is left. An answer may not have reached the server. */
function useConfirmLeave(state: AnswerSaveState | null, clock: ReturnType<typeof useClock>) {
  const { t } = useTranslation();
  useLeaveGuard({
    dirty: state?.kind === 'waiting' || state?.kind === 'saving',
    discard: () => {},
    text: t('Uma resposta ainda não chegou à escola.'),
    renderQuestion: ({ stay, go }) => (
      <LateConfirm
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

import type { AnswerFor } from '@vitrine/contract/core';
import type { AskedQuestion, Attempt, quizzes } from '@vitrine/contract/quizzes';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
import { isOver, RETRY_MS, useKeptAnswers } from './kept-answers.ts';
import { KeptNote } from './kept-note.tsx';
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
  const finish = useFinish();
  useCoverSite();
  const kept = useKeptAnswers(attempt, onFinished);
  const clock = useClock(attempt);
  const [at, setAt] = useState(() => firstBlank(attempt));
  const [flags, setFlags] = useState<ReadonlySet<number>>(new Set());
  const [asking, setAsking] = useState<'finish' | 'grid' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const question = questions[at]!;
  const answered = (one: AskedQuestion) => Boolean(kept.answers[one.id]?.length);
  const blank = questions.filter((one) => !answered(one)).length;
  const isLast = at === questions.length - 1;
  // A time that runs is shown, though the owner switched the stopwatch off meanwhile.
  const hasClock = Boolean(attempt.stopwatch) || attempt.deadline !== null;

  useLeaveGuard({
    dirty: kept.state?.kind === 'waiting' || kept.state?.kind === 'saving',
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

  const handIn = () =>
    finish
      .mutateAsync({ params: { id: attempt.id }, body: { answers: kept.unsent() } })
      .then(tellCompleted, (error: Error) => {
        // The attempt was handed in before, its time is over, or the quiz was deleted.
        if (!isOver(error)) throw error;
        kept.end(error);
      });

  function tellCompleted({ data: { completed = [] } }: AnswerFor<typeof quizzes.finish>) {
    kept.forget();
    if (completed.includes('course')) toast.success(t('Você concluiu o curso. Parabéns!'));
    else if (completed.length) toast.success(t('Módulo concluído'));
  }

  // The start button has left the page, so the focus moves to the heading.
  useEffect(() => heading.current?.focus(), []);

  const timeIsUp = clock.left !== null && clock.left <= 0;
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

  function goTo(next: number) {
    if (next < 0 || next >= questions.length) return;
    setAt(next);
    setAsking(null);
    requestAnimationFrame(() => heading.current?.focus());
  }

  const flag = () =>
    setFlags((before) => {
      const next = new Set(before);
      if (!next.delete(question.id)) next.add(question.id);
      return next;
    });

  useQuizKeys({
    enabled: asking === null,
    choose: (index) => {
      const option = question.options[index];
      if (option) kept.choose(question, option.id);
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
        <KeptNote state={kept.state} isLate={timeIsUp} className="@max-5xl:hidden" />
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
            chosen={kept.answers[question.id] ?? []}
            stored={kept.isStored(question.id)}
            onChoose={(option) => kept.choose(question, option)}
          />
          <KeptNote quiet state={kept.state} isLate={timeIsUp} className="mt-4 @5xl:hidden" />
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
        onFlag={flag}
        onFinish={() => setAsking('finish')}
      />
      <SpokenClock clock={clock} />
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
        onConfirm={handIn}
      />
    </div>
  );
}

const firstBlank = ({ questions, answers }: Attempt) => {
  const done = new Set(answers.map(({ question_id }) => question_id));
  const index = questions.findIndex(({ id }) => !done.has(id));
  return Math.max(index, 0);
};

import type { AnswerFor } from '@vitrine/contract/core';
import type { AskedQuestion, Attempt, quizzes } from '@vitrine/contract/quizzes';
import { ArrowLeft, ArrowRight, Check, Clock, Flag, LayoutGrid, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLeaveGuard } from '../../../kit/forms/leave-guard.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { toast } from '../../../ui/toast.ts';
import { useTranslation } from '../../../ui/translation.ts';
import { clockText, durationText } from '../quiz-facts.ts';
import { useFinish } from '../quizzes.queries.ts';
import { isOver, RETRY_MS, useKeptAnswers, type KeptState } from './kept-answers.ts';
import { QuestionView } from './question-view.tsx';
import './quiz-taking.css';
import { useClock } from './use-clock.ts';

interface QuizTakingProps {
  attempt: Attempt;
  /** The attempt ended by its time or elsewhere, or its quiz is gone. */
  onFinished: () => void;
  onLeave: () => void;
}

/** One question at a time, over the whole screen. The server keeps every answer and the clock. */
export function QuizTaking({ attempt, onFinished, onLeave }: QuizTakingProps) {
  const { t, i18n } = useTranslation();
  const { questions, name } = attempt;
  const finish = useFinish();
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
    ask: ({ stay, go }) => (
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
      .then(tellCompleted, (trouble: Error) => {
        // Handed in before, here or elsewhere, or after the end of the time; or the quiz is gone.
        if (!isOver(trouble)) throw trouble;
        kept.forget();
        onFinished();
      });

  function tellCompleted({ data: { completed = [] } }: AnswerFor<typeof quizzes.finish>) {
    kept.forget();
    if (completed.includes('course')) toast.success(t('Você concluiu o curso. Parabéns!'));
    else if (completed.length) toast.success(t('Módulo concluído'));
  }

  // The button that began it is gone, and the keyboard would stand nowhere.
  useEffect(() => heading.current?.focus(), []);

  const timeIsUp = clock.left !== null && clock.left <= 0;
  const end = useEffectEvent(handIn);
  useEffect(() => {
    if (!timeIsUp) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    // Where the line is down, the page asks until it hears what became of the attempt.
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

  useKeys({
    enabled: asking === null,
    choose: (index) => {
      const option = question.options[index];
      if (option) kept.choose(question, option.id);
    },
    go: (step) => goTo(at + step),
    enter: () => (at === questions.length - 1 ? setAsking('finish') : goTo(at + 1)),
  });

  const grid = <JumpGrid {...{ questions, at, flags, answered }} onJump={goTo} />;

  return (
    <div className="quiz-taking">
      <header className="quiz-head">
        <IconButton label={t('Sair da avaliação')} onClick={onLeave}>
          <X size={22} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <p className="min-w-0 flex-1 truncate text-16 font-semibold">
          <span className="lg:hidden">
            {t('{{at}} de {{total}}', { at: at + 1, total: questions.length })}
          </span>
          <span className="max-lg:hidden">{name}</span>
        </p>
        <Kept state={kept.state} className="max-lg:hidden" />
        {hasClock && (
          <p
            className={cx(
              'flex items-center gap-2 text-18 font-semibold tabular-nums lg:hidden',
              clock.isShort && 'text-warn',
            )}
          >
            <Clock size={18} strokeWidth={1.75} aria-hidden="true" />
            {clockText(clock.left ?? clock.spent)}
          </p>
        )}
      </header>
      <ol className="quiz-steps" aria-hidden="true">
        {questions.map((one, index) => (
          <li
            key={one.id}
            data-answered={answered(one) || undefined}
            data-here={index === at || undefined}
          />
        ))}
      </ol>

      <div className="quiz-body">
        <main className="quiz-question">
          <QuestionView
            key={question.id}
            question={question}
            number={at + 1}
            total={questions.length}
            scored={attempt.type === 'comun'}
            heading={heading}
            chosen={kept.answers[question.id] ?? []}
            onChoose={(option) => kept.choose(question, option)}
          />
          <Kept state={kept.state} className="mt-4 lg:hidden" />
          {finish.isError && !isOver(finish.error) && (
            <InlineError className="mt-4">{finish.error.message}</InlineError>
          )}
        </main>
        <aside className="quiz-aside">
          {hasClock && (
            <div className="mb-8">
              <p className={cx('text-48 font-semibold tabular-nums', clock.isShort && 'text-warn')}>
                {clockText(clock.left ?? clock.spent)}
                {clock.total !== null && (
                  <span className="ml-3 text-14 font-normal tracking-normal text-text-2">
                    {t('de {{time}}', { time: durationText(t, clock.total) })}
                  </span>
                )}
              </p>
              {clock.left !== null && (
                <>
                  <ProgressBar
                    className="mt-3"
                    label={t('Tempo')}
                    value={clock.left / clock.total!}
                  />
                  {clock.isShort && (
                    <p className="mt-3 text-14 font-semibold text-warn">
                      {t('Faltam menos de dois minutos.')}
                    </p>
                  )}
                  <p className="mt-3 text-14 text-text-2">
                    {t('Termina às {{time}}.', {
                      time: new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(
                        clock.endsAt!,
                      ),
                    })}{' '}
                    {t('O relógio não para se você sair, e as respostas ficam.')}
                  </p>
                </>
              )}
            </div>
          )}
          {grid}
          <p className="mt-6 text-14 text-text-2">
            {t('No teclado: letras ou números escolhem, as setas passam.')}
          </p>
        </aside>
      </div>

      <footer className="quiz-foot">
        <Button
          size="lg"
          className="max-lg:hidden"
          icon={<ArrowLeft size={18} strokeWidth={2} aria-hidden="true" />}
          disabled={at === 0}
          onClick={() => goTo(at - 1)}
        >
          {t('Anterior')}
        </Button>
        <IconButton
          size="lg"
          variant="secondary"
          className="lg:hidden"
          label={t('Todas as perguntas')}
          onClick={() => setAsking('grid')}
        >
          <LayoutGrid size={20} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <IconButton
          size="lg"
          variant="secondary"
          label={t('Marcar para rever')}
          aria-pressed={flags.has(question.id)}
          onClick={flag}
        >
          <Flag
            size={20}
            strokeWidth={1.75}
            fill={flags.has(question.id) ? 'currentColor' : 'none'}
            aria-hidden="true"
          />
        </IconButton>
        {isLast ? (
          <Button
            variant="primary"
            size="lg"
            className="quiz-next"
            busy={finish.isPending}
            onClick={() => setAsking('finish')}
          >
            {t('Entregar')}
          </Button>
        ) : (
          <Button
            variant="primary"
            size="lg"
            className="quiz-next"
            iconAfter={<ArrowRight size={18} strokeWidth={2} aria-hidden="true" />}
            onClick={() => goTo(at + 1)}
          >
            {t('Próxima')}
          </Button>
        )}
        {!isLast && (
          <Button
            size="lg"
            className="ml-auto max-lg:hidden"
            busy={finish.isPending}
            onClick={() => setAsking('finish')}
          >
            {t('Entregar')}
          </Button>
        )}
      </footer>

      <output className="sr-only" aria-live="polite">
        {clock.left !== null && spokenTime(t, clock.left)}
      </output>
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
        {grid}
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

interface JumpGridProps {
  questions: readonly AskedQuestion[];
  at: number;
  flags: ReadonlySet<number>;
  answered: (question: AskedQuestion) => boolean;
  onJump: (index: number) => void;
}

function JumpGrid({ questions, at, flags, answered, onJump }: JumpGridProps) {
  const { t } = useTranslation();
  const done = questions.filter(answered).length;
  return (
    <>
      <p className="mb-4 flex items-baseline justify-between gap-4">
        <span className="text-16 font-semibold text-text">{t('Perguntas')}</span>
        <span className="text-14 text-text-2">
          {t('{{count}} de {{total}} respondidas', { count: done, total: questions.length })}
        </span>
      </p>
      <ol className="quiz-grid">
        {questions.map((question, index) => (
          <li key={question.id}>
            <button
              type="button"
              aria-current={index === at ? 'step' : undefined}
              aria-label={[
                t('Pergunta {{number}}', { number: index + 1 }),
                answered(question) ? t('respondida') : t('em branco'),
                flags.has(question.id) && t('para rever'),
              ]
                .filter(Boolean)
                .join(', ')}
              data-answered={answered(question) || undefined}
              onClick={() => onJump(index)}
            >
              {index + 1}
              {flags.has(question.id) && (
                <Flag size={10} fill="currentColor" className="quiz-flag" aria-hidden="true" />
              )}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

function Kept({ state, className }: { state: KeptState | null; className: string }) {
  const { t, i18n } = useTranslation();
  const text =
    state &&
    {
      saving: () => t('Guardando…'),
      waiting: () => t('Sem conexão. Guardamos a resposta assim que ela voltar.'),
      saved: ({ at }: { at?: Date }) =>
        t('Respostas guardadas às {{time}}', {
          time: new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(at),
        }),
    }[state.kind](state as { at?: Date });
  return (
    <output
      className={cx(
        'flex min-h-6 items-center gap-2 text-14',
        state?.kind === 'waiting' ? 'text-warn' : 'text-text-2',
        className,
      )}
    >
      {state?.kind === 'saved' && <Check size={16} strokeWidth={2} aria-hidden="true" />}
      {text}
    </output>
  );
}

/** Said aloud once each: five minutes, one minute and ten seconds before the end. */
function spokenTime(t: (text: string) => string, left: number) {
  if (left <= 0) return t('O tempo terminou.');
  if (left <= 10) return t('Faltam dez segundos.');
  // Taken away again: whoever reads the page later would hear a time that has passed.
  if (left > 50 && left <= 60) return t('Falta um minuto.');
  return left > 290 && left <= 300 ? t('Faltam cinco minutos.') : '';
}

interface Keys {
  enabled: boolean;
  choose: (index: number) => void;
  go: (step: number) => void;
  enter: () => void;
}

/** 1 to 9 and A to I choose, the arrows to the sides move. Enter moves on, at the last one to the end. */
function useKeys({ enabled, choose, go, enter }: Keys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!enabled || event.ctrlKey || event.metaKey || event.altKey) return;
    // A key held down turns pages, and does nothing else.
    if (event.repeat && !event.key.startsWith('Arrow')) return;
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
    const letter = /^[a-i]$/i.test(event.key) ? event.key.toLowerCase().charCodeAt(0) - 97 : -1;
    const on = event.target instanceof Element ? event.target : null;
    // A dialog that asks about leaving has the keys to itself.
    if (on?.closest('[role="dialog"], [role="alertdialog"]')) return;
    const onButton = on?.closest('button, a');
    if (digit >= 0 || letter >= 0) choose(Math.max(digit, letter));
    else if (event.key === 'Enter' && !onButton) enter();
    else if (event.key === 'ArrowRight') go(1);
    else if (event.key === 'ArrowLeft') go(-1);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

import { pages } from '@vitrine/contract/pages';
import { type MyQuiz, type ReadAttempt, quizType } from '@vitrine/contract/quizzes';
import { Check, Play, RotateCcw, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { BackLink } from '../../../kit/page/back-link.tsx';
import { andList } from '../../../platform/list-words.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { useHeldFocus } from '../../../ui/held-focus.ts';
import { InlineError } from '../../../ui/inline-error.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { durationText } from '../quiz-facts.ts';
import { ProfileResult } from './profile-result.tsx';
import { QuizBackLink, returnPath } from './quiz-back-link.tsx';
import { QuizImage } from './quiz-image.tsx';
import { QuizText } from './quiz-text.tsx';
import { ScoreRing } from './score-ring.tsx';
import { takeFocus } from './take-focus.ts';

interface QuizResultProps {
  attempt: ReadAttempt;
  /** Null where the viewer may not take the quiz. */
  quiz: MyQuiz | null;
  /** False where staff read a student's attempt. */
  own: boolean;
  /** True right after the hand-in: the title gets the focus. */
  fresh: boolean;
  /** Starts another attempt. Null where none is left. */
  again: (() => void) | null;
  busy: boolean;
  /** Why the other attempt did not begin. */
  error: Error | null;
}

/** The result: a score with the missing points, or a profile to share. */
export function QuizResult({ attempt, quiz, own, fresh, again, busy, error }: QuizResultProps) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto max-w-356 px-(--page-gutter) pt-18 md:pt-28">
      {own ? <QuizBackLink quiz={quiz} /> : <BackToResults attempt={attempt} />}
      {!attempt.finished_at && (
        <p className="mt-8 text-16 text-text-2">{t('Esta tentativa ainda está em andamento.')}</p>
      )}
      {attempt.finished_at && attempt.type === quizType.scored && (
        <Score attempt={attempt} quiz={quiz} own={own} fresh={fresh} />
      )}
      {attempt.finished_at && attempt.type === quizType.behavioural && (
        <ProfileResult attempt={attempt} own={own} titleRef={fresh ? takeFocus : null} />
      )}
      {own && (
        <div
          className={cx(
            'mt-10 flex flex-wrap gap-3',
            attempt.type === quizType.scored && 'mx-auto max-w-140',
          )}
        >
          {error && <InlineError className="w-full">{error.message}</InlineError>}
          {again && (
            <Button
              size="lg"
              busy={busy}
              icon={<RotateCcw size={18} strokeWidth={1.75} aria-hidden="true" />}
              onClick={again}
            >
              {t('Refazer')}
            </Button>
          )}
          <Link
            to={quiz?.lesson ? returnPath(quiz) : pages.homepage.path}
            className={buttonClass(hasShare(attempt) ? 'secondary' : 'primary', 'lg')}
          >
            {quiz?.lesson ? t('Voltar à aula') : t('Voltar ao início')}
          </Link>
        </div>
      )}
    </div>
  );
}

/** A profile makes the share button the primary one. */
const hasShare = ({ profile }: ReadAttempt) => Boolean(profile);

function BackToResults({ attempt }: { attempt: ReadAttempt }) {
  const { t } = useTranslation();
  return (
    <>
      <BackLink to={`${pages.quizBuilder.path}?id=${attempt.quiz_id}&aba=resultados`}>
        {t('Resultados')}
      </BackLink>
      <p className="text-18 font-semibold text-text">
        {t('Tentativa de {{name}}', { name: attempt.member.name })}
      </p>
    </>
  );
}

/** More missed questions than this are not named in the sentence. */
const MAX_NAMED = 5;

const ownWords = {
  passed: 'Você passou',
  failed: 'Ainda não foi desta vez',
  answers: 'Suas respostas',
} as const;
const studentWords = { passed: 'Passou', failed: 'Não passou', answers: 'Respostas' } as const;

type ScoreProps = Pick<QuizResultProps, 'attempt' | 'quiz' | 'own' | 'fresh'>;

function Score({ attempt, quiz, own, fresh }: ScoreProps) {
  const { t, i18n } = useTranslation();
  const words = own ? ownWords : studentWords;
  const { score = 0, goal = 0, passed, right = 0, questions, seconds = 0, review = [] } = attempt;
  const wrong = review.flatMap(({ correct }, index) => (correct ? [] : [index]));
  const [all, setAll] = useState(false);
  const shown = all ? review.map((_, index) => index) : wrong;
  // The button of a review without a wrong answer goes with its press.
  const answers = useRef<HTMLElement>(null);
  const heldFocus = useHeldFocus(answers);
  return (
    <div className="mx-auto max-w-140">
      <div className="mt-6 flex flex-col items-center text-center">
        <ScoreRing score={score} goal={goal} passed={passed === true} />
        <h1 className="site-title mt-4 text-28" tabIndex={-1} ref={fresh ? takeFocus : null}>
          {t(passed ? words.passed : words.failed)}
        </h1>
        <p className="mt-2 text-16 text-balance text-text-2">
          {t('{{right}} de {{total}} certas, em {{time}}.', {
            right,
            total: questions.length,
            time: durationText(seconds, i18n.language),
          })}
          {passed && wrong.length > 0 && wrong.length <= MAX_NAMED && (
            <span className="block">
              {t('Faltou a pergunta {{list}}.|Faltaram as perguntas {{list}}.', {
                count: wrong.length,
                list: andList(
                  wrong.map((index) => String(index + 1)),
                  i18n.language,
                ),
              })}
            </span>
          )}
          {!passed && (
            <span className="block">
              {t(
                'O mínimo é {{goal}}%. Faltou {{count}} ponto de 100.|O mínimo é {{goal}}%. Faltaram {{count}} pontos de 100.',
                { goal, count: Math.ceil(goal - score) },
              )}
            </span>
          )}
        </p>
      </div>
      {review.length > 0 && (
        <section ref={answers} tabIndex={-1} className="outline-none" {...heldFocus}>
          <ReviewGrid review={review} />
          <div className="mt-8 flex items-baseline justify-between gap-4">
            <h2 className="text-18 font-semibold">
              {t(!all && wrong.length > 0 ? 'O que faltou' : words.answers)}
            </h2>
            {wrong.length > 0 && (
              <Button variant="ghost" size="sm" onClick={() => setAll(!all)}>
                {all ? t('Ver só o que faltou') : t('Ver todas')}
              </Button>
            )}
          </div>
          {wrong.length === 0 && !all && (
            <Button variant="ghost" size="sm" className="mt-2" onClick={() => setAll(true)}>
              {t('Ver todas')}
            </Button>
          )}
          <ol className="mt-2 divide-y divide-line">
            {shown.map((index) => (
              <Reviewed key={index} attempt={attempt} index={index} own={own} quiz={quiz} />
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

/** One mark for each question: right or wrong. */
function ReviewGrid({ review }: { review: NonNullable<ReadAttempt['review']> }) {
  const { t } = useTranslation();
  return (
    <ol className="mt-8 flex flex-wrap gap-1.5" aria-label={t('Perguntas')}>
      {review.map(({ question_id, correct }, index) => (
        <li
          key={question_id}
          className={
            correct
              ? 'grid size-9 place-items-center rounded-control bg-surface-3 text-text-2'
              : 'grid size-9 place-items-center rounded-control bg-error-ground text-error'
          }
        >
          <span className="sr-only">
            {t('Pergunta {{number}}', { number: index + 1 })} {correct ? t('certa') : t('errada')}
          </span>
          {correct ? (
            <Check size={16} strokeWidth={2.5} aria-hidden="true" />
          ) : (
            <X size={16} strokeWidth={2.5} aria-hidden="true" />
          )}
        </li>
      ))}
    </ol>
  );
}

interface ReviewedProps {
  attempt: ReadAttempt;
  index: number;
  own: boolean;
  quiz: MyQuiz | null;
}

function Reviewed({ attempt, index, own, quiz }: ReviewedProps) {
  const { t } = useTranslation();
  const { chosen, right, explanation, explanation_html } = attempt.review![index]!;
  const question = attempt.questions[index]!;
  const shownOptions = question.options.filter(
    ({ id }) => chosen.includes(id) || right.includes(id),
  );
  return (
    <li className="py-6">
      <p className="text-16 font-medium whitespace-pre-line">
        <span className="mr-2 text-text-3">{index + 1}</span>
        <QuizText text={question.text} html={question.text_html} />
      </p>
      {question.image && (
        <QuizImage
          className="reviewed-image"
          image={question.image}
          alt={question.image_alt}
          sizes="240px"
        />
      )}
      <ul className="mt-4 grid gap-3">
        {shownOptions.map(({ id, text, text_html }) => {
          const isRight = right.includes(id);
          return (
            <li key={id} className="flex items-center gap-3 text-16">
              {isRight ? (
                <Check
                  size={18}
                  strokeWidth={1.75}
                  className="shrink-0 text-ok"
                  aria-hidden="true"
                />
              ) : (
                <X
                  size={18}
                  strokeWidth={1.75}
                  className="shrink-0 text-error"
                  aria-hidden="true"
                />
              )}
              <span className={isRight ? 'flex-1 font-semibold' : 'flex-1'}>
                <QuizText text={text} html={text_html} />
              </span>
              <span className={isRight ? 'text-14 text-ok' : 'text-14 text-text-2'}>
                {chosen.includes(id)
                  ? t(own ? 'sua resposta' : 'resposta do aluno')
                  : t('certa, {{count}} ponto|certa, {{count}} pontos', { count: question.weight })}
              </span>
            </li>
          );
        })}
        {chosen.length === 0 && <li className="text-14 text-text-2">{t('Ficou em branco.')}</li>}
      </ul>
      {explanation && (
        <div className="mt-4 border-l-2 border-line-2 pl-4 text-16 text-text-2">
          <p className="whitespace-pre-line">
            <QuizText text={explanation} html={explanation_html} />
          </p>
          {quiz?.lesson && (
            <Link
              to={returnPath(quiz)}
              className="mt-2 inline-flex min-h-11 items-center gap-2 font-medium text-text hover:underline"
            >
              <Play size={18} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
              {t('Rever em {{lesson}}', { lesson: quiz.lesson.title })}
            </Link>
          )}
        </div>
      )}
    </li>
  );
}

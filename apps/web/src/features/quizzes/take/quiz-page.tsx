import { idIn, pages } from '@vitrine/contract/pages';
import type { Attempt, MyQuiz, Quiz } from '@vitrine/contract/quizzes';
import { useState, type Ref } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { NotFound } from '../../../kit/page/not-found.tsx';
import { usePageTitle } from '../../../kit/page/page-title.ts';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { hasStatus } from '../../../platform/api.ts';
import { useIsAdmin, useViewer } from '../../../platform/site-context.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { quizFacts } from '../quiz-facts.ts';
import {
  useQuizAttempt,
  useMyQuizzes,
  useQuiz,
  useRefreshEnded,
  useStart,
} from '../quizzes.queries.ts';
import { DraftQuiz } from './draft-quiz.tsx';
import { QuizBackLink } from './quiz-back-link.tsx';
import { QuizResult } from './quiz-result.tsx';
import { AttemptsLeft, hasNoAttempt, StartButtons } from './quiz-start.tsx';
import { QuizTaking } from './quiz-taking.tsx';
import { takeFocus } from './take-focus.ts';

/** The page of a quiz, before, during and after an attempt. The address names the attempt. */
export default function QuizPage() {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  const [search, setSearch] = useSearchParams();
  const [hasLeft, setHasLeft] = useState(false);
  const inAddress = search.get('tentativa');
  const attempt = idIn(inAddress);
  const isAdmin = useIsAdmin();
  const quizzes = useMyQuizzes();
  const quiz = quizzes.data?.find((one) => one.id === id);
  usePageTitle(quiz?.name);

  if (inAddress !== null && attempt === null)
    return <NotFound title={t('Esta avaliação não existe')} />;
  if (quizzes.isPending) return <Waiting />;
  // A failed refetch of the list must not interrupt an attempt.
  if (quizzes.isError && !quizzes.data && !attempt)
    return <QueryError query={quizzes} className="pt-40" title={t('A avaliação não carregou')} />;
  // Staff read attempts of others, of quizzes that they would not take themselves.
  if (attempt)
    return (
      <AttemptView
        key={attempt}
        id={attempt}
        quizId={id}
        quiz={quiz ?? null}
        onLeave={() => {
          setHasLeft(true);
          setSearch({}, { replace: true });
        }}
      />
    );
  const title = hasLeft ? takeFocus : null;
  if (quiz) return <Intro quiz={quiz} titleRef={title} />;
  return isAdmin ? (
    <Draft id={id} titleRef={title} />
  ) : (
    <NotFound title={t('Esta avaliação não existe')} />
  );
}

const Waiting = () => (
  <div className="mx-auto max-w-160 px-(--page-gutter) pt-32">
    <Skeleton shape="text" count={6} />
  </div>
);

interface TitleProps {
  /** Focuses the title after an attempt was left. */
  titleRef: Ref<HTMLHeadingElement>;
}

function Intro({ quiz, titleRef }: TitleProps & { quiz: MyQuiz }) {
  const { t, i18n } = useTranslation();
  return (
    <div className="mx-auto max-w-160 px-(--page-gutter) pt-18 md:pt-32">
      <QuizBackLink quiz={quiz} />
      <h1
        className="site-title mt-4 text-36 text-balance wrap-anywhere hyphens-auto"
        tabIndex={-1}
        ref={titleRef}
      >
        {quiz.name}
      </h1>
      <p className="mt-3 text-16 text-text-2">{quizFacts({ t, i18n }, quiz)}</p>
      <ul className="mt-8 grid gap-3 text-16 text-text-2">
        {quiz.time_limit && (
          <li>{t('O relógio começa quando você começar, e não para se você sair.')}</li>
        )}
        <li>{t('Cada resposta é guardada na hora: você pode continuar em outro aparelho.')}</li>
        <li>
          <AttemptsLeft quiz={quiz} />
        </li>
      </ul>
      <StartButtons quiz={quiz} replace />
      {hasNoAttempt(quiz) && !quiz.result && (
        <Link to={pages.homepage.path} className={`mt-8 ${buttonClass('primary', 'lg')}`}>
          {t('Voltar ao início')}
        </Link>
      )}
    </div>
  );
}

/** A draft: students do not see it, admins can try it. */
function Draft({ id, titleRef }: TitleProps & { id: number }) {
  const { t, i18n } = useTranslation();
  const query = useQuiz(id);
  const quiz = query.data?.[2].data;
  if (hasStatus(query.error, 400, 404)) return <NotFound title={t('Esta avaliação não existe')} />;
  if (query.isError && !quiz)
    return <QueryError query={query} className="pt-40" title={t('A avaliação não carregou')} />;
  if (!quiz) return <Waiting />;
  return (
    <div className="mx-auto max-w-160 px-(--page-gutter) pt-18 md:pt-32">
      <QuizBackLink quiz={null} />
      <h1
        className="site-title mt-4 text-36 text-balance wrap-anywhere hyphens-auto"
        tabIndex={-1}
        ref={titleRef}
      >
        {quiz.name}
      </h1>
      <p className="mt-3 text-16 text-text-2">{quizFacts({ t, i18n }, quiz)}</p>
      <DraftQuiz id={id} />
      {quiz.questions_count > 0 && <StartButtons quiz={asMine(quiz)} replace />}
    </div>
  );
}

/** An admin's former attempts are not loaded. A start answers the open one. */
const asMine = (quiz: Quiz): MyQuiz => ({
  ...quiz,
  attempts: 0,
  attempts_left: null,
  open_attempt: null,
  result: null,
  lesson: null,
});

interface AttemptViewProps {
  id: number;
  /** The quiz of the address. */
  quizId: number;
  /** Null where the viewer would not take it. */
  quiz: MyQuiz | null;
  onLeave: () => void;
}

/** The attempt as the server has it: open, or handed in on this or another device. */
function AttemptView({ id, quizId, quiz, onLeave }: AttemptViewProps) {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  const attempt = useQuizAttempt(id);
  const start = useStart();
  const ended = useRefreshEnded();
  const viewer = useViewer();
  // The first answer. Later refetches must not replace typed answers.
  const [first, setFirst] = useState<Attempt | null>(null);
  const data = attempt.data?.data;
  if (data && !first) setFirst(data);

  const isMissing = hasStatus(attempt.error, 404);
  // Another quiz of the address would be the one to try again.
  if (isMissing || (data && data.quiz_id !== quizId))
    return <NotFound title={t('Esta avaliação não existe')} />;
  if (attempt.isError && !data)
    return <QueryError query={attempt} className="pt-40" title={t('A avaliação não carregou')} />;
  if (!data || !first) return <Waiting />;
  const own = data.member.id === viewer?.id;
  if (data.finished_at || !own)
    return (
      <QuizResult
        attempt={data}
        quiz={quiz}
        own={own}
        fresh={!('finished_at' in first)}
        again={
          !own || !quiz || quiz.attempts_left === 0
            ? null
            : () =>
                start.mutate(
                  { params: { id: quiz.id } },
                  {
                    onSuccess: (next) =>
                      setSearch({ tentativa: String(next.data.id) }, { replace: true }),
                  },
                )
        }
        busy={start.isPending}
        error={start.error}
      />
    );
  return <QuizTaking attempt={first} onFinished={ended} onLeave={onLeave} />;
}

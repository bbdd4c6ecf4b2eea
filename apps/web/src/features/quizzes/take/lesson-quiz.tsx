import type { Lesson } from '@vitrine/contract/catalog';
import { type MyQuiz, quizType } from '@vitrine/contract/quizzes';
import { Check, ClipboardCheck } from 'lucide-react';
import { DraftBadge } from '../../../kit/page/draft-badge.tsx';
import { QueryError } from '../../../kit/queries/query-error.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { isPassed, quizFacts, wholeScore } from '../quiz-facts.ts';
import { useMyQuizzes } from '../quizzes.queries.ts';
import { DraftQuiz } from './draft-quiz.tsx';
import { AttemptsLeft, hasNoAttempt, StartButtons } from './quiz-start.tsx';

interface LessonQuizProps {
  lesson: Lesson;
  onFinish: () => void;
}

/** The quiz of a lesson: the viewer's state, and the button to start. */
export default function LessonQuiz({ lesson, onFinish }: LessonQuizProps) {
  const { t, i18n } = useTranslation();
  const quizzes = useMyQuizzes();
  const { id, name, required, open } = lesson.quiz!;
  const mine = quizzes.data?.find((one) => one.id === id);
  return (
    <section
      aria-label={t('Avaliação')}
      className="mt-6 rounded-panel border border-line bg-surface-1 p-5 md:p-6"
    >
      <div className="flex flex-wrap items-center gap-3">
        <ClipboardCheck
          size={22}
          strokeWidth={1.75}
          className="shrink-0 text-brand-ink"
          aria-hidden="true"
        />
        <h2 className="min-w-0 flex-1 text-18 font-semibold wrap-anywhere text-text">{name}</h2>
        {mine && <BestResult quiz={mine} />}
        {!open && <DraftBadge />}
      </div>
      {quizzes.isPending && <Skeleton shape="text" count={3} className="mt-4" />}
      {quizzes.isError && !quizzes.data && (
        <QueryError query={quizzes} title={t('A avaliação não carregou')} />
      )}
      {mine && (
        <>
          <p className="mt-3 text-15 text-text-2">{quizFacts({ t, i18n }, mine)}</p>
          {open && (
            <>
              {!isPassed(mine) && required === 1 && (
                <p className="mt-1 text-15 text-text-2">
                  {mine.type === quizType.scored
                    ? t('Ao passar, esta aula fica concluída.')
                    : t('Ao entregar, esta aula fica concluída.')}
                </p>
              )}
              <p className="mt-1 text-15 text-text-2">
                <AttemptsLeft quiz={mine} />{' '}
                {hasNoAttempt(mine) &&
                  !isPassed(mine) &&
                  t('Para tentar mais uma vez, fale com a escola.')}
              </p>
              <StartButtons quiz={mine} />
            </>
          )}
          {/* It was passed before it stood in this lesson. */}
          {open && isPassed(mine) && required === 1 && !lesson.finished && (
            <Button className="mt-4" onClick={onFinish}>
              {t('Concluir aula')}
            </Button>
          )}
        </>
      )}
      {!open && <DraftQuiz id={id} />}
    </section>
  );
}

function BestResult({ quiz }: { quiz: MyQuiz }) {
  const { t } = useTranslation();
  const { result } = quiz;
  if (!result) return null;
  const passed = isPassed(quiz);
  return (
    <Badge
      tone={passed ? 'ok' : 'warn'}
      icon={passed && <Check size={14} strokeWidth={2.5} aria-hidden="true" />}
    >
      {result.profile ?? t('Melhor nota: {{score}}%', { score: wholeScore(result.score) })}
    </Badge>
  );
}

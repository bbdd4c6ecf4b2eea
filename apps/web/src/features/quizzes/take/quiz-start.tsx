import { hrefOf } from '@vitrine/contract/pages';
import { type MyQuiz, quizType } from '@vitrine/contract/quizzes';
import { useNavigate } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { useTranslation } from '../../../ui/translation.ts';
import { isPassed } from '../quiz-facts.ts';
import { useStart } from '../quizzes.queries.ts';

/** 'Você tem 2 tentativas.' The open one counts too. */
export function AttemptsLeft({ quiz: { attempts_left, open_attempt } }: { quiz: MyQuiz }) {
  const { t } = useTranslation();
  return attempts_left === null
    ? t('Você pode refazer quantas vezes quiser.')
    : t('Você não tem mais tentativas.|Você tem uma tentativa.|Você tem {{count}} tentativas.', {
        count: attempts_left + (open_attempt ? 1 : 0),
      });
}

/** Whether the member can neither continue nor begin an attempt. */
export const hasNoAttempt = ({ attempts_left, open_attempt }: MyQuiz) =>
  attempts_left === 0 && !open_attempt;

/** The buttons to start, continue or try again, and the link to the best result. */
export function StartButtons({ quiz, replace = false }: { quiz: MyQuiz; replace?: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const start = useStart();
  const { id, type, result, open_attempt } = quiz;
  const show = (attempt: number) =>
    void navigate(`${hrefOf('quiz', { id })}?tentativa=${attempt}`, { replace });
  return (
    <>
      {start.isError && <InlineError className="mt-6">{start.error.message}</InlineError>}
      <div className="mt-6 flex flex-wrap gap-3 empty:hidden">
        {!hasNoAttempt(quiz) && (
          <Button
            variant={isPassed(quiz) ? 'secondary' : 'primary'}
            size="lg"
            busy={start.isPending}
            onClick={() =>
              start.mutate({ params: { id } }, { onSuccess: ({ data }) => show(data.id) })
            }
          >
            {open_attempt ? t('Continuar') : t(result ? 'Refazer' : 'Começar')}
          </Button>
        )}
        {result && (
          <Button size="lg" onClick={() => show(result.attempt_id)}>
            {type === quizType.scored ? t('Ver meu resultado') : t('Ver meu perfil')}
          </Button>
        )}
      </div>
    </>
  );
}

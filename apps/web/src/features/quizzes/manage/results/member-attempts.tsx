import { hrefOf } from '@vitrine/contract/pages';
import type { PlottedStudent, Quiz } from '@vitrine/contract/quizzes';
import { useState } from 'react';
import { Link } from 'react-router';
import { QueryError } from '../../../../kit/queries/query-error.tsx';
import { fullTime } from '../../../../platform/relative-time.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { useTranslation } from '../../../../ui/translation.ts';
import { useGrantAttempt, useMemberAttempts } from '../../quizzes.queries.ts';
import { CloseAttempt } from './close-attempt.tsx';
import { resultText, type Titles } from './result-text.ts';

interface MemberAttemptsProps {
  quiz: Quiz;
  titles: Titles;
  student: Pick<PlottedStudent, 'member'>;
  onClose: () => void;
}

/** The attempts of a student. Staff can read each, grant another and close an open one. */
export function MemberAttempts({
  quiz,
  titles,
  student: { member },
  onClose,
}: MemberAttemptsProps) {
  const { t, i18n } = useTranslation();
  const attempts = useMemberAttempts(quiz.id, member.id);
  const grant = useGrantAttempt();
  const [closing, setClosing] = useState<number | null>(null);
  const isGranted = (attempts.data?.attempts_left ?? 0) > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={member.name}
      description={t('Tentativas em {{name}}', { name: quiz.name })}
      actions={
        !quiz.repeat && (
          <Button
            busy={grant.isPending}
            aria-disabled={isGranted || undefined}
            onClick={() =>
              !isGranted && grant.mutate({ params: { id: quiz.id, memberId: member.id } })
            }
          >
            {isGranted ? t('Tentativa liberada') : t('Liberar mais uma tentativa')}
          </Button>
        )
      }
    >
      {attempts.isPending && <Skeleton shape="row" count={2} />}
      {attempts.isLoadingError && (
        <QueryError query={attempts} title={t('As tentativas não carregaram')} />
      )}
      <ul className="divide-y divide-line">
        {attempts.data?.data.map(({ id, started_at, finished_at, ...attempt }) => (
          <li key={id} className="flex min-h-14 items-center gap-3 py-2">
            <span className="min-w-0 flex-1">{fullTime(started_at, i18n.language)}</span>
            {finished_at ? (
              <>
                <span className="font-semibold tabular-nums">
                  {resultText(t, quiz, titles, attempt)}
                </span>
                <Link
                  to={`${hrefOf('quiz', { id: quiz.id })}?tentativa=${id}`}
                  className="text-accent underline"
                >
                  {t('Ler')}
                </Link>
              </>
            ) : (
              <>
                <Badge tone="brand">{t('Em andamento')}</Badge>
                <Button size="sm" onClick={() => setClosing(id)}>
                  {t('Encerrar')}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      <CloseAttempt attemptId={closing} name={member.name} onClose={() => setClosing(null)} />
    </Dialog>
  );
}

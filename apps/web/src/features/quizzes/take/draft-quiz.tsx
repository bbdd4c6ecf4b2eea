import { pages } from '@vitrine/contract/pages';
import { Link } from 'react-router';
import { useIsAdmin } from '../../../platform/site-context.ts';
import { useTranslation } from '../../../ui/translation.ts';

/** Tells staff why students do not see the quiz, with a link for admins. */
export function DraftQuiz({ id }: { id: number }) {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  return (
    <p className="mt-3 text-15 text-text-2">
      {t('Alunos ainda não podem responder: publique a avaliação e escreva as perguntas.')}{' '}
      {isAdmin && (
        <Link
          to={`${pages.quizBuilder.path}?id=${id}`}
          className="text-brand-ink underline underline-offset-4"
        >
          {t('Abrir a avaliação')}
        </Link>
      )}
    </p>
  );
}
